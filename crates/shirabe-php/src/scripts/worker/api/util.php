<?php
// Helpers of Composer that scripts use besides the events.

namespace Composer\Util {
    class ProcessExecutor
    {
        protected static $timeout = 300;

        private $io;
        private $errorOutput = '';

        public function __construct($io = null)
        {
            $this->io = $io;
        }

        public static function getTimeout() { return static::$timeout; }
        public static function setTimeout(int $timeout) { static::$timeout = $timeout; }
        public static function escape($argument): string { return escapeshellarg((string) $argument); }
        public function getErrorOutput(): string { return $this->errorOutput; }

        public function splitLines(?string $output): array
        {
            $output = trim((string) $output);
            return $output === '' ? [] : (array) preg_split('{\r?\n}', $output);
        }

        // Runs a command; its output goes to $output when that is given, else to our own streams.
        public function execute($command, &$output = null, ?string $cwd = null): int
        {
            $capture = func_num_args() > 1;
            $line = is_array($command) ? implode(' ', array_map([self::class, 'escape'], $command)) : $command;
            $errors = tmpfile();
            $streams = [0 => STDIN, 1 => $capture ? ['pipe', 'w'] : STDOUT, 2 => $capture ? $errors : STDERR];
            $process = proc_open($line, $streams, $pipes, $cwd ?? (getcwd() ?: null));
            if (!is_resource($process)) {
                return 1;
            }
            if ($capture) {
                $text = '';
                while (!feof($pipes[1])) {
                    $part = (string) fread($pipes[1], 8192);
                    if (is_callable($output) && $part !== '') {
                        $output('out', $part);
                    }
                    $text .= $part;
                }
                fclose($pipes[1]);
                if (!is_callable($output)) {
                    $output = $text;
                }
            }
            $code = proc_close($process);
            rewind($errors);
            $this->errorOutput = (string) stream_get_contents($errors);
            return $code;
        }

        public function executeTty($command, ?string $cwd = null): int
        {
            $none = null;
            $line = is_array($command) ? implode(' ', array_map([self::class, 'escape'], $command)) : $command;
            return $cwd === null ? $this->execute($line) : $this->execute('cd ' . self::escape($cwd) . ' && ' . $line);
        }
    }

    class Platform
    {
        public static function getEnv(string $name)
        {
            return $_SERVER[$name] ?? $_ENV[$name] ?? getenv($name);
        }

        public static function putEnv(string $name, string $value): void
        {
            putenv("$name=$value");
            $_SERVER[$name] = $_ENV[$name] = $value;
        }

        public static function clearEnv(string $name): void
        {
            putenv($name);
            unset($_SERVER[$name], $_ENV[$name]);
        }

        public static function getCwd(bool $allowEmpty = false): string { return (string) getcwd(); }
        public static function realpath(string $path): string { return (string) realpath($path); }
        public static function isWindows(): bool { return DIRECTORY_SEPARATOR === '\\'; }
        public static function getDevNull(): string { return self::isWindows() ? 'NUL' : '/dev/null'; }
        public static function isTty($fd = null): bool { return stream_isatty($fd ?? STDOUT); }

        public static function getUserDirectory(): string
        {
            return (string) (self::getEnv('HOME') ?: self::getEnv('USERPROFILE'));
        }
    }

    class Filesystem
    {
        public function ensureDirectoryExists(string $directory): void
        {
            if (!is_dir($directory) && !@mkdir($directory, 0777, true) && !is_dir($directory)) {
                throw new \RuntimeException("$directory could not be created");
            }
        }

        public function remove(string $file): bool { return $this->removeDirectory($file); }
        public function unlink(string $path): bool { return unlink($path); }
        public function rmdir(string $path): bool { return rmdir($path); }

        public function removeDirectory(string $path): bool
        {
            if (is_dir($path) && !is_link($path)) {
                foreach (array_diff((array) scandir($path), ['.', '..']) as $entry) {
                    $this->removeDirectory("$path/$entry");
                }
                return rmdir($path);
            }
            return !(file_exists($path) || is_link($path)) || unlink($path);
        }

        public function emptyDirectory(string $dir, bool $ensureDirectoryExists = true): void
        {
            if ($ensureDirectoryExists) {
                $this->ensureDirectoryExists($dir);
            }
            foreach (array_diff((array) scandir($dir), ['.', '..']) as $entry) {
                $this->removeDirectory("$dir/$entry");
            }
        }

        public function copy(string $source, string $target): bool
        {
            if (!is_dir($source)) {
                return copy($source, $target);
            }
            $this->ensureDirectoryExists($target);
            $done = true;
            foreach (array_diff((array) scandir($source), ['.', '..']) as $entry) {
                $done = $this->copy("$source/$entry", "$target/$entry") && $done;
            }
            return $done;
        }

        public function rename(string $source, string $target): void
        {
            if (!@rename($source, $target)) {
                $this->copy($source, $target);
                $this->removeDirectory($source);
            }
        }

        public function copyThenRemove(string $source, string $target): void
        {
            $this->copy($source, $target);
            $this->removeDirectory($source);
        }

        public function isAbsolutePath(string $path): bool
        {
            return strpos($path, '/') === 0 || strpos($path, '\\\\') === 0 || substr($path, 1, 1) === ':';
        }

        public function normalizePath(string $path): string
        {
            $path = strtr($path, '\\', '/');
            preg_match('{^(?:[a-z]:)?/?}i', $path, $found);
            $parts = [];
            foreach (explode('/', substr($path, strlen($found[0]))) as $part) {
                if ($part === '..' && $parts !== [] && end($parts) !== '..') {
                    array_pop($parts);
                } elseif ($part !== '' && $part !== '.' && !($part === '..' && $found[0] !== '')) {
                    $parts[] = $part;
                }
            }
            return $found[0] . implode('/', $parts);
        }
    }
}

namespace Composer\Json {
    class JsonFile
    {
        public const JSON_UNESCAPED_SLASHES = 64;
        public const JSON_PRETTY_PRINT = 128;
        public const JSON_UNESCAPED_UNICODE = 256;
        public const INDENT_DEFAULT = '    ';

        private $path;

        public function __construct(string $path, $httpDownloader = null, $io = null)
        {
            $this->path = $path;
        }

        public function getPath(): string { return $this->path; }
        public function exists(): bool { return is_file($this->path); }

        public function read()
        {
            $text = @file_get_contents($this->path);
            if ($text === false) {
                throw new \RuntimeException("Could not read $this->path");
            }
            return self::parseJson($text, $this->path);
        }

        public function write(array $hash, int $options = 448)
        {
            $folder = dirname($this->path);
            if (!is_dir($folder) && !@mkdir($folder, 0777, true) && !is_dir($folder)) {
                throw new \UnexpectedValueException("$folder does not exist and could not be created.");
            }
            file_put_contents($this->path, self::encode($hash, $options) . ($options & JSON_PRETTY_PRINT ? "\n" : ''));
        }

        public static function encode($data, int $options = 448, string $indent = self::INDENT_DEFAULT)
        {
            $json = json_encode($data, $options);
            if ($json === false) {
                throw new \RuntimeException('JSON encoding failed: ' . json_last_error_msg());
            }
            if ($indent === self::INDENT_DEFAULT) {
                return $json;
            }
            return preg_replace_callback('{^ {4,}}m', static function (array $found) use ($indent): string {
                return str_repeat($indent, intdiv(strlen($found[0]), 4));
            }, $json);
        }

        public static function parseJson(?string $json, ?string $file = null)
        {
            $data = $json === null ? null : json_decode($json, true);
            if ($data === null && strtolower(trim((string) $json)) !== 'null') {
                throw new \UnexpectedValueException(($file === null ? 'The text' : "\"$file\"") . ' does not contain valid JSON: ' . json_last_error_msg());
            }
            return $data;
        }
    }
}
