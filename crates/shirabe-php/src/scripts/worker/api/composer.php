<?php
// The project as scripts see it: configuration, installed packages, where they are.

namespace Composer {
    class Config
    {
        public const SOURCE_DEFAULT = 'default';
        public const SOURCE_COMMAND = 'command';
        public const SOURCE_UNKNOWN = 'unknown';
        public const RELATIVE_PATHS = 1;

        private $values;
        private $baseDir;

        public function __construct($values = [], ?string $baseDir = null)
        {
            $this->values = is_array($values) ? $values : [];
            $this->baseDir = $baseDir;
        }

        public function get(string $key, int $flags = 0)
        {
            $value = $this->values[$key] ?? null;
            $base = $this->baseDir . '/';
            if (($flags & self::RELATIVE_PATHS) && substr($key, -4) === '-dir' && is_string($value) && strpos($value, $base) === 0) {
                return substr($value, strlen($base));
            }
            return $value;
        }

        public function has(string $key): bool { return array_key_exists($key, $this->values); }
        public function all(int $flags = 0): array { return ['config' => $this->values, 'repositories' => []]; }
        public function raw(): array { return ['config' => $this->values, 'repositories' => []]; }
        public function getRepositories(): array { return []; }
        public function getSourceOfValue(string $key): string { return self::SOURCE_UNKNOWN; }
        public function setBaseDir(?string $baseDir): void { $this->baseDir = $baseDir; }

        public function merge($config, string $source = self::SOURCE_UNKNOWN): void
        {
            $this->values = array_replace($this->values, $config['config'] ?? []);
        }

        public static function disableProcessTimeout(): void
        {
            Util\ProcessExecutor::setTimeout(0);
        }
    }

    class PartialComposer
    {
        protected $package;
        protected $config;
        protected $repositoryManager;
        protected $installationManager;

        public function setPackage($package): void { $this->package = $package; }
        public function getPackage() { return $this->package; }
        public function setConfig(Config $config): void { $this->config = $config; }
        public function getConfig() { return $this->config; }
        public function setRepositoryManager($manager): void { $this->repositoryManager = $manager; }
        public function getRepositoryManager() { return $this->repositoryManager; }
        public function setInstallationManager($manager): void { $this->installationManager = $manager; }
        public function getInstallationManager() { return $this->installationManager; }
        public function isGlobal(): bool { return false; }
    }

    class Composer extends PartialComposer
    {
        public const VERSION = '2.10.2';
        public const BRANCH_ALIAS_VERSION = '';
        public const RELEASE_DATE = '';
        public const SOURCE_VERSION = '';
        public const RUNTIME_API_VERSION = '2.2.2';

        private $locker;

        public static function getVersion(): string { return self::VERSION; }
        public function setLocker($locker): void { $this->locker = $locker; }
        public function getLocker() { return $this->locker; }
    }

    class Factory
    {
        public static function getComposerFile(): string
        {
            $file = getenv('COMPOSER');
            return is_string($file) && trim($file) !== '' ? trim($file) : './composer.json';
        }

        public static function getLockFile(string $composerFile): string
        {
            return preg_match('{\.json$}', $composerFile) ? substr($composerFile, 0, -4) . 'lock' : $composerFile . '.lock';
        }
    }
}

namespace Composer\Repository {
    use Composer\Package\CompletePackage;
    use Composer\Package\PackageInterface;

    interface RepositoryInterface extends \Countable
    {
        public const SEARCH_FULLTEXT = 0;
        public const SEARCH_NAME = 1;
        public const SEARCH_VENDOR = 2;

        public function hasPackage(PackageInterface $package);
        public function findPackage(string $name, $constraint);
        public function findPackages(string $name, $constraint = null);
        public function getPackages();
        public function getRepoName();
    }

    interface InstalledRepositoryInterface extends RepositoryInterface
    {
        public function getDevPackageNames();
        public function isFresh();
    }

    // The installed packages, read from vendor/composer/installed.json when first asked for.
    class InstalledFilesystemRepository implements InstalledRepositoryInterface
    {
        private $file;
        private $packages;
        private $devNames = [];

        public function __construct(string $file)
        {
            $this->file = $file;
        }

        private function load(): array
        {
            if ($this->packages === null) {
                $data = is_file($this->file) ? (json_decode((string) file_get_contents($this->file), true) ?: []) : [];
                $this->devNames = $data['dev-package-names'] ?? [];
                $this->packages = array_map(static function (array $entry): CompletePackage {
                    return new CompletePackage($entry);
                }, $data['packages'] ?? []);
            }
            return $this->packages;
        }

        public function getPackages() { return $this->load(); }
        public function getCanonicalPackages() { return $this->load(); }
        public function getRepoName() { return 'installed repo'; }
        public function isFresh() { return !is_file($this->file); }
        #[\ReturnTypeWillChange]
        public function count() { return count($this->load()); }

        public function getDevPackageNames()
        {
            $this->load();
            return $this->devNames;
        }

        public function hasPackage(PackageInterface $package)
        {
            return $this->findPackage($package->getName(), null) !== null;
        }

        public function findPackages(string $name, $constraint = null)
        {
            return array_values(array_filter($this->load(), static function ($package) use ($name): bool {
                return $package->getName() === strtolower($name);
            }));
        }

        public function findPackage(string $name, $constraint)
        {
            return $this->findPackages($name, $constraint)[0] ?? null;
        }
    }

    class RepositoryManager
    {
        private $local;

        public function __construct(InstalledRepositoryInterface $local)
        {
            $this->local = $local;
        }

        public function getLocalRepository() { return $this->local; }
        public function getRepositories() { return []; }
    }
}

namespace Composer\Installer {
    use Composer\Package\PackageInterface;
    use Composer\Package\RootPackageInterface;

    class InstallationManager
    {
        private $vendorDir;
        private $paths;

        public function __construct(string $vendorDir, array $paths)
        {
            $this->vendorDir = $vendorDir;
            $this->paths = $paths;
        }

        public function getInstallPath(PackageInterface $package)
        {
            if ($package instanceof RootPackageInterface) {
                return (string) getcwd();
            }
            if ($package->getType() === 'metapackage') {
                return null;
            }
            return $this->paths[$package->getName()] ?? $this->vendorDir . '/' . $package->getPrettyName();
        }

        public function isPackageInstalled($repo, PackageInterface $package)
        {
            return $repo->hasPackage($package);
        }
    }
}

namespace Composer\Package {
    class Locker
    {
        private $file;

        public function __construct(string $file)
        {
            $this->file = $file;
        }

        public function isLocked(): bool { return is_file($this->file); }

        public function getLockData(): array
        {
            if (!$this->isLocked()) {
                throw new \LogicException('No lockfile found. Unable to read locked packages');
            }
            return json_decode((string) file_get_contents($this->file), true) ?: [];
        }
    }
}
