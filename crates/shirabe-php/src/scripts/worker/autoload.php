<?php
// Finds the classes of the project: by its own autoloader, and, while that is not written yet or
// does not know them yet, by what the packages say of themselves.

namespace Shirabe\Worker;

final class Autoload
{
    /** @var array<int, array{0: string, 1: array}> folders with their autoload sections */
    private $sources = [];
    /** @var array<string, string>|null classes in the folders and files of `classmap` */
    private $classMap;

    public static function register(array $project, bool $devMode): void
    {
        $loader = $project['vendor-dir'] . '/autoload.php';
        if (is_file($loader)) {
            require $loader;
        }
        $self = new self();
        $self->sources[] = [$project['directory'], $project['manifest']['autoload'] ?? []];
        if ($devMode) {
            $self->sources[] = [$project['directory'], $project['manifest']['autoload-dev'] ?? []];
        }
        $installed = $project['vendor-dir'] . '/composer/installed.json';
        $data = is_file($installed) ? json_decode((string) file_get_contents($installed), true) : [];
        foreach ($data['packages'] ?? [] as $package) {
            if (isset($package['install-path'])) {
                $self->sources[] = [dirname($installed) . '/' . $package['install-path'], $package['autoload'] ?? []];
            }
        }
        spl_autoload_register([$self, 'load']);
    }

    public function load(string $class): void
    {
        foreach ($this->sources as [$folder, $autoload]) {
            foreach ($autoload['psr-4'] ?? [] as $prefix => $paths) {
                if ($prefix === '' || strpos($class, $prefix) === 0) {
                    $file = strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
                    if ($this->tryIn($folder, (array) $paths, $file)) {
                        return;
                    }
                }
            }
            foreach ($autoload['psr-0'] ?? [] as $prefix => $paths) {
                if ($prefix === '' || strpos($class, $prefix) === 0) {
                    $cut = (int) strrpos('\\' . $class, '\\');
                    $file = strtr(substr($class, 0, $cut), '\\', '/') . strtr(substr($class, $cut), '_', '/') . '.php';
                    if ($this->tryIn($folder, (array) $paths, $file)) {
                        return;
                    }
                }
            }
        }
        if ($this->classMap === null) {
            $this->classMap = $this->scan();
        }
        if (isset($this->classMap[$class])) {
            require_once $this->classMap[$class];
        }
    }

    private function tryIn(string $folder, array $paths, string $file): bool
    {
        foreach ($paths as $path) {
            $candidate = rtrim("$folder/$path", '/') . '/' . ltrim($file, '/');
            if (is_file($candidate)) {
                require_once $candidate;
                return true;
            }
        }
        return false;
    }

    private function scan(): array
    {
        $classes = [];
        foreach ($this->sources as [$folder, $autoload]) {
            foreach ($autoload['classmap'] ?? [] as $path) {
                foreach ($this->phpFiles("$folder/$path") as $file) {
                    foreach ($this->classesIn($file) as $class) {
                        $classes += [$class => $file];
                    }
                }
            }
        }
        return $classes;
    }

    private function phpFiles(string $path): array
    {
        if (is_file($path)) {
            return [$path];
        }
        $files = [];
        if (is_dir($path)) {
            $tree = new \RecursiveDirectoryIterator($path, \FilesystemIterator::SKIP_DOTS);
            foreach (new \RecursiveIteratorIterator($tree) as $file) {
                if (in_array($file->getExtension(), ['php', 'inc'], true)) {
                    $files[] = $file->getPathname();
                }
            }
            sort($files);
        }
        return $files;
    }

    private function classesIn(string $file): array
    {
        $tokens = token_get_all((string) file_get_contents($file));
        $classes = [];
        $namespace = '';
        foreach ($tokens as $at => $token) {
            if ($token[0] === T_NAMESPACE) {
                $namespace = '';
                for ($next = $at + 1; isset($tokens[$next]) && $tokens[$next] !== ';' && $tokens[$next] !== '{'; ++$next) {
                    $namespace .= trim($tokens[$next][1] ?? '');
                }
            } elseif (in_array($token[0], [T_CLASS, T_INTERFACE, T_TRAIT], true) && ($tokens[$at + 2][0] ?? null) === T_STRING) {
                $classes[] = ltrim($namespace . '\\' . $tokens[$at + 2][1], '\\');
            }
        }
        return $classes;
    }
}
