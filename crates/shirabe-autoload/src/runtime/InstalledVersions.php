<?php

namespace Composer;

use Composer\Autoload\ClassLoader;
use Composer\Semver\VersionParser;

/**
 * Tells at run time which packages are installed, in which versions and where.
 *
 * The answers come from the file installed.php of each vendor folder whose autoloader is
 * registered; where several know a package, the first counts.
 */
class InstalledVersions
{
    /** @var string|null this folder, with forward slashes */
    private static $selfDir = null;

    /** @var array|null the data of this folder, or what reload() has set */
    private static $installed;

    /** @var bool whether $installed is the data of this folder, read for its autoloader */
    private static $installedIsLocalDir = false;

    /** @var bool|null whether the class loader tells of its registered instances */
    private static $canGetVendors;

    /** @var array<string, array> data by vendor folder */
    private static $installedByVendor = array();

    /**
     * @return list<string> the names of all packages, replaced and provided ones too
     */
    public static function getInstalledPackages()
    {
        $names = array();
        foreach (self::getInstalled() as $data) {
            $names += array_fill_keys(array_keys($data['versions']), true);
        }

        return array_map('strval', array_keys($names));
    }

    /**
     * @param string $type for instance "library"
     *
     * @return list<string> the names of the packages of a type
     */
    public static function getInstalledPackagesByType($type)
    {
        $names = array();
        foreach (self::getInstalled() as $data) {
            foreach ($data['versions'] as $name => $package) {
                if (isset($package['type']) && $package['type'] === $type) {
                    $names[] = $name;
                }
            }
        }

        return $names;
    }

    /**
     * Whether a package, or one that replaces or provides it, is there.
     *
     * @param string $packageName
     * @param bool   $includeDevRequirements count those that are there for development alone
     *
     * @return bool
     */
    public static function isInstalled($packageName, $includeDevRequirements = true)
    {
        $package = self::find($packageName);
        if ($package === null) {
            return false;
        }

        return $includeDevRequirements || empty($package['dev_requirement']);
    }

    /**
     * Whether a package is there in a version that a constraint allows.
     *
     * @param VersionParser $parser      from the package composer/semver
     * @param string        $packageName
     * @param string|null   $constraint
     *
     * @return bool
     *
     * @throws \OutOfBoundsException if the package is not installed
     */
    public static function satisfies(VersionParser $parser, $packageName, $constraint)
    {
        $wanted = $parser->parseConstraints((string) $constraint);

        return $parser->parseConstraints(self::getVersionRanges($packageName))->matches($wanted);
    }

    /**
     * All versions that a package stands for, as a constraint.
     *
     * @param string $packageName
     *
     * @return string
     *
     * @throws \OutOfBoundsException if the package is not installed
     */
    public static function getVersionRanges($packageName)
    {
        $package = self::get($packageName);
        $ranges = isset($package['pretty_version']) ? array($package['pretty_version']) : array();
        foreach (array('aliases', 'replaced', 'provided') as $key) {
            if (isset($package[$key])) {
                $ranges = array_merge($ranges, $package[$key]);
            }
        }

        return implode(' || ', $ranges);
    }

    /**
     * @param string $packageName
     *
     * @return string|null the normalized version; null if it is only replaced or provided
     *
     * @throws \OutOfBoundsException if the package is not installed
     */
    public static function getVersion($packageName)
    {
        return self::field($packageName, 'version');
    }

    /**
     * @param string $packageName
     *
     * @return string|null the version as its authors write it; null if it is only replaced or provided
     *
     * @throws \OutOfBoundsException if the package is not installed
     */
    public static function getPrettyVersion($packageName)
    {
        return self::field($packageName, 'pretty_version');
    }

    /**
     * @param string $packageName
     *
     * @return string|null the commit; null if it is only replaced or provided
     *
     * @throws \OutOfBoundsException if the package is not installed
     */
    public static function getReference($packageName)
    {
        return self::field($packageName, 'reference');
    }

    /**
     * @param string $packageName
     *
     * @return string|null the folder; null if it has none
     *
     * @throws \OutOfBoundsException if the package is not installed
     */
    public static function getInstallPath($packageName)
    {
        return self::field($packageName, 'install_path');
    }

    /**
     * @return array{name: string, pretty_version: string, version: string, reference: string|null, type: string, install_path: string, aliases: string[], dev: bool}
     */
    public static function getRootPackage()
    {
        $all = self::getInstalled();

        return $all[0]['root'];
    }

    /**
     * The data of this folder alone.
     *
     * @deprecated other folders may know more: use getAllRawData()
     *
     * @return array
     */
    public static function getRawData()
    {
        @trigger_error('getRawData() only knows the data that was loaded first: use getAllRawData().', E_USER_DEPRECATED);
        if (self::$installed === null) {
            self::$installed = self::readLocalData();
        }

        return self::$installed;
    }

    /**
     * The data of all vendor folders in use.
     *
     * @return list<array>
     */
    public static function getAllRawData()
    {
        return self::getInstalled();
    }

    /**
     * Replaces all data that is loaded, for tools that run the code of another project.
     *
     * @param array $data what an installed.php returns
     *
     * @return void
     */
    public static function reload($data)
    {
        self::$installed = $data;
        self::$installedByVendor = array();
        // Nobody knows where the data is from: it is never left out as a repetition.
        self::$installedIsLocalDir = false;
    }

    /**
     * @param string $packageName
     *
     * @return array|null
     */
    private static function find($packageName)
    {
        foreach (self::getInstalled() as $data) {
            if (isset($data['versions'][$packageName])) {
                return $data['versions'][$packageName];
            }
        }

        return null;
    }

    /**
     * @param string $packageName
     *
     * @return array
     */
    private static function get($packageName)
    {
        $package = self::find($packageName);
        if ($package === null) {
            throw new \OutOfBoundsException('Package "' . $packageName . '" is not installed');
        }

        return $package;
    }

    /**
     * @param string $packageName
     * @param string $key
     *
     * @return string|null
     */
    private static function field($packageName, $key)
    {
        $package = self::get($packageName);

        return isset($package[$key]) ? $package[$key] : null;
    }

    /**
     * @return list<array>
     */
    private static function getInstalled()
    {
        if (self::$canGetVendors === null) {
            self::$canGetVendors = method_exists('Composer\Autoload\ClassLoader', 'getRegisteredLoaders');
        }
        if (self::$selfDir === null) {
            self::$selfDir = strtr(__DIR__, '\\', '/');
        }

        $all = array();
        $hasLocal = false;
        foreach (self::$canGetVendors ? ClassLoader::getRegisteredLoaders() : array() as $vendorDir => $loader) {
            $vendorDir = strtr($vendorDir, '\\', '/');
            $isLocal = $vendorDir . '/composer' === self::$selfDir;
            if (!isset(self::$installedByVendor[$vendorDir]) && is_file($vendorDir . '/composer/installed.php')) {
                self::$installedByVendor[$vendorDir] = require $vendorDir . '/composer/installed.php';
                if ($isLocal && self::$installed === null) {
                    self::$installed = self::$installedByVendor[$vendorDir];
                    self::$installedIsLocalDir = true;
                }
            }
            if (isset(self::$installedByVendor[$vendorDir])) {
                $all[] = self::$installedByVendor[$vendorDir];
            }
            $hasLocal = $hasLocal || ($isLocal && self::$installedIsLocalDir);
        }

        if (self::$installed === null) {
            self::$installed = self::readLocalData();
        }
        if (self::$installed && !$hasLocal) {
            $all[] = self::$installed;
        }

        return $all;
    }

    /**
     * @return array
     */
    private static function readLocalData()
    {
        return is_file(__DIR__ . '/installed.php') ? require __DIR__ . '/installed.php' : array();
    }
}
