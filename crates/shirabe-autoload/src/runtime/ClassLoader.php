<?php

namespace Composer\Autoload;

/**
 * Finds the file of a class: in a class map, below the folders of PSR-4 prefixes, below those of
 * PSR-0 prefixes, and, if asked to, in PHP's include path.
 *
 *     $loader = new \Composer\Autoload\ClassLoader();
 *     $loader->addPsr4('Acme\\Blog\\', __DIR__ . '/src');
 *     $loader->register();
 *
 * @see https://www.php-fig.org/psr/psr-4/
 * @see https://www.php-fig.org/psr/psr-0/
 */
class ClassLoader
{
    /** @var \Closure|null includes a file where neither $this nor self can be seen */
    private static $includeFile;

    /** @var array<string, self> by vendor folder */
    private static $registeredLoaders = array();

    /** @var string|null */
    private $vendorDir;

    /** @var array<string, array<string, int>> by first character, then by prefix */
    private $prefixLengthsPsr4 = array();

    /** @var array<string, list<string>> */
    private $prefixDirsPsr4 = array();

    /** @var list<string> */
    private $fallbackDirsPsr4 = array();

    /** @var array<string, array<string, list<string>>> by first character, then by prefix */
    private $prefixesPsr0 = array();

    /** @var list<string> */
    private $fallbackDirsPsr0 = array();

    /** @var bool */
    private $useIncludePath = false;

    /** @var array<string, string> */
    private $classMap = array();

    /** @var bool */
    private $classMapAuthoritative = false;

    /** @var array<string, true> classes that were looked for in vain */
    private $missingClasses = array();

    /** @var string|null */
    private $apcuPrefix;

    /**
     * @param string|null $vendorDir the folder by which other code finds this loader again
     */
    public function __construct($vendorDir = null)
    {
        $this->vendorDir = $vendorDir;
        if (self::$includeFile === null) {
            self::$includeFile = \Closure::bind(static function ($file) {
                include $file;
            }, null, null);
        }
    }

    /**
     * @return array<string, list<string>> folders by PSR-0 prefix
     */
    public function getPrefixes()
    {
        $prefixes = array();
        foreach ($this->prefixesPsr0 as $group) {
            $prefixes = array_merge($prefixes, $group);
        }

        return $prefixes;
    }

    /**
     * @return array<string, list<string>> folders by PSR-4 prefix
     */
    public function getPrefixesPsr4()
    {
        return $this->prefixDirsPsr4;
    }

    /**
     * @return list<string> folders for PSR-0 classes of any prefix
     */
    public function getFallbackDirs()
    {
        return $this->fallbackDirsPsr0;
    }

    /**
     * @return list<string> folders for PSR-4 classes of any prefix
     */
    public function getFallbackDirsPsr4()
    {
        return $this->fallbackDirsPsr4;
    }

    /**
     * @return array<string, string> files by class
     */
    public function getClassMap()
    {
        return $this->classMap;
    }

    /**
     * @param array<string, string> $classMap files by class; they win over those known before
     *
     * @return void
     */
    public function addClassMap(array $classMap)
    {
        $this->classMap = $this->classMap ? array_merge($this->classMap, $classMap) : $classMap;
    }

    /**
     * Adds folders to a PSR-0 prefix; the empty prefix stands for all classes.
     *
     * @param string              $prefix
     * @param list<string>|string $paths
     * @param bool                $prepend search them before those known before
     *
     * @return void
     */
    public function add($prefix, $paths, $prepend = false)
    {
        if (!$prefix) {
            $this->fallbackDirsPsr0 = self::join($this->fallbackDirsPsr0, $paths, $prepend);

            return;
        }
        $initial = $prefix[0];
        $known = isset($this->prefixesPsr0[$initial][$prefix]) ? $this->prefixesPsr0[$initial][$prefix] : array();
        $this->prefixesPsr0[$initial][$prefix] = self::join($known, $paths, $prepend);
    }

    /**
     * Adds folders to a PSR-4 prefix; the empty prefix stands for all classes.
     *
     * @param string              $prefix  a namespace with a backslash at its end
     * @param list<string>|string $paths
     * @param bool                $prepend search them before those known before
     *
     * @throws \InvalidArgumentException if the prefix is no whole namespace
     *
     * @return void
     */
    public function addPsr4($prefix, $paths, $prepend = false)
    {
        if (!$prefix) {
            $this->fallbackDirsPsr4 = self::join($this->fallbackDirsPsr4, $paths, $prepend);
        } elseif (isset($this->prefixDirsPsr4[$prefix])) {
            $this->prefixDirsPsr4[$prefix] = self::join($this->prefixDirsPsr4[$prefix], $paths, $prepend);
        } else {
            $this->setPsr4($prefix, $paths);
        }
    }

    /**
     * Gives a PSR-0 prefix these folders and no others.
     *
     * @param string              $prefix
     * @param list<string>|string $paths
     *
     * @return void
     */
    public function set($prefix, $paths)
    {
        if (!$prefix) {
            $this->fallbackDirsPsr0 = (array) $paths;
        } else {
            $this->prefixesPsr0[$prefix[0]][$prefix] = (array) $paths;
        }
    }

    /**
     * Gives a PSR-4 prefix these folders and no others.
     *
     * @param string              $prefix a namespace with a backslash at its end
     * @param list<string>|string $paths
     *
     * @throws \InvalidArgumentException if the prefix is no whole namespace
     *
     * @return void
     */
    public function setPsr4($prefix, $paths)
    {
        if (!$prefix) {
            $this->fallbackDirsPsr4 = (array) $paths;

            return;
        }
        if (substr($prefix, -1) !== '\\') {
            throw new \InvalidArgumentException(
                'A PSR-4 prefix must end with a namespace separator, "' . $prefix . '" does not.'
            );
        }
        $this->prefixLengthsPsr4[$prefix[0]][$prefix] = strlen($prefix);
        $this->prefixDirsPsr4[$prefix] = (array) $paths;
    }

    /**
     * @param bool $useIncludePath search PHP's include path for what is found nowhere else
     *
     * @return void
     */
    public function setUseIncludePath($useIncludePath)
    {
        $this->useIncludePath = $useIncludePath;
    }

    /**
     * @return bool
     */
    public function getUseIncludePath()
    {
        return $this->useIncludePath;
    }

    /**
     * @param bool $classMapAuthoritative take a class that is not in the class map for missing
     *
     * @return void
     */
    public function setClassMapAuthoritative($classMapAuthoritative)
    {
        $this->classMapAuthoritative = $classMapAuthoritative;
    }

    /**
     * @return bool
     */
    public function isClassMapAuthoritative()
    {
        return $this->classMapAuthoritative;
    }

    /**
     * @param string|null $apcuPrefix what keys in APCu start with; without APCu it has no effect
     *
     * @return void
     */
    public function setApcuPrefix($apcuPrefix)
    {
        $enabled = function_exists('apcu_fetch') && filter_var(ini_get('apc.enabled'), FILTER_VALIDATE_BOOLEAN);
        $this->apcuPrefix = $enabled ? $apcuPrefix : null;
    }

    /**
     * @return string|null null if APCu is not used
     */
    public function getApcuPrefix()
    {
        return $this->apcuPrefix;
    }

    /**
     * Lets PHP ask this loader for classes.
     *
     * @param bool $prepend before all other autoloaders
     *
     * @return void
     */
    public function register($prepend = false)
    {
        spl_autoload_register(array($this, 'loadClass'), true, $prepend);
        if ($this->vendorDir === null) {
            return;
        }
        $own = array($this->vendorDir => $this);
        $others = self::$registeredLoaders;
        if (!$prepend) {
            unset($others[$this->vendorDir]);
        }
        self::$registeredLoaders = $prepend ? $own + $others : $others + $own;
    }

    /**
     * Takes back register().
     *
     * @return void
     */
    public function unregister()
    {
        spl_autoload_unregister(array($this, 'loadClass'));
        if ($this->vendorDir !== null) {
            unset(self::$registeredLoaders[$this->vendorDir]);
        }
    }

    /**
     * @return array<string, self> the registered loaders by vendor folder
     */
    public static function getRegisteredLoaders()
    {
        return self::$registeredLoaders;
    }

    /**
     * Includes the file of a class.
     *
     * @param string $class
     *
     * @return true|null true if there is one
     */
    public function loadClass($class)
    {
        $file = $this->findFile($class);
        if (!$file) {
            return null;
        }
        $include = self::$includeFile;
        $include($file);

        return true;
    }

    /**
     * Finds the file of a class.
     *
     * @param string $class
     *
     * @return string|false
     */
    public function findFile($class)
    {
        if (isset($this->classMap[$class])) {
            return $this->classMap[$class];
        }
        if ($this->classMapAuthoritative || isset($this->missingClasses[$class])) {
            return false;
        }
        if ($this->apcuPrefix !== null) {
            $file = apcu_fetch($this->apcuPrefix . $class, $known);
            if ($known) {
                return $file;
            }
        }

        $file = $this->search($class, '.php');
        if ($file === false && defined('HHVM_VERSION')) {
            $file = $this->search($class, '.hh');
        }

        if ($this->apcuPrefix !== null) {
            apcu_add($this->apcuPrefix . $class, $file);
        }
        if ($file === false) {
            $this->missingClasses[$class] = true;
        }

        return $file;
    }

    /**
     * @param string $class
     * @param string $extension
     *
     * @return string|false
     */
    private function search($class, $extension)
    {
        $path = strtr($class, '\\', DIRECTORY_SEPARATOR) . $extension;
        $initial = $class[0];

        // The longest prefix first.
        if (isset($this->prefixLengthsPsr4[$initial])) {
            $end = strrpos($class, '\\');
            while ($end !== false) {
                $prefix = substr($class, 0, $end + 1);
                if (isset($this->prefixDirsPsr4[$prefix])) {
                    $file = self::below($this->prefixDirsPsr4[$prefix], substr($path, $end + 1));
                    if ($file !== false) {
                        return $file;
                    }
                }
                $end = strrpos(substr($class, 0, $end), '\\');
            }
        }
        $file = self::below($this->fallbackDirsPsr4, $path);
        if ($file !== false) {
            return $file;
        }

        // For PSR-0 underscores of the class name, but not of its namespace, are folders too.
        $name = strrpos($class, '\\');
        $name = $name === false ? 0 : $name + 1;
        $path = substr($path, 0, $name)
            . strtr(substr($class, $name), '_', DIRECTORY_SEPARATOR)
            . $extension;
        if (isset($this->prefixesPsr0[$initial])) {
            foreach ($this->prefixesPsr0[$initial] as $prefix => $dirs) {
                if (strpos($class, (string) $prefix) === 0) {
                    $file = self::below($dirs, $path);
                    if ($file !== false) {
                        return $file;
                    }
                }
            }
        }
        $file = self::below($this->fallbackDirsPsr0, $path);
        if ($file === false && $this->useIncludePath) {
            $file = stream_resolve_include_path($path);
        }

        return $file;
    }

    /**
     * @param list<string> $dirs
     * @param string       $path
     *
     * @return string|false the first file that is there
     */
    private static function below(array $dirs, $path)
    {
        foreach ($dirs as $dir) {
            $file = $dir . DIRECTORY_SEPARATOR . $path;
            if (file_exists($file)) {
                return $file;
            }
        }

        return false;
    }

    /**
     * @param list<string>        $known
     * @param list<string>|string $more
     * @param bool                $prepend
     *
     * @return list<string>
     */
    private static function join(array $known, $more, $prepend)
    {
        return $prepend ? array_merge((array) $more, $known) : array_merge($known, (array) $more);
    }
}
