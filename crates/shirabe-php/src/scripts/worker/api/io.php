<?php
// The console as scripts see it: what they write, and what they ask.

namespace Composer\IO;

interface IOInterface
{
    public const QUIET = 1;
    public const NORMAL = 2;
    public const VERBOSE = 4;
    public const VERY_VERBOSE = 8;
    public const DEBUG = 16;

    public function isInteractive();
    public function isVerbose();
    public function isVeryVerbose();
    public function isDebug();
    public function isDecorated();
    public function write($messages, bool $newline = true, int $verbosity = self::NORMAL);
    public function writeError($messages, bool $newline = true, int $verbosity = self::NORMAL);
    public function writeRaw($messages, bool $newline = true, int $verbosity = self::NORMAL);
    public function writeErrorRaw($messages, bool $newline = true, int $verbosity = self::NORMAL);
    public function overwrite($messages, bool $newline = true, ?int $size = null, int $verbosity = self::NORMAL);
    public function overwriteError($messages, bool $newline = true, ?int $size = null, int $verbosity = self::NORMAL);
    public function ask(string $question, $default = null);
    public function askConfirmation(string $question, bool $default = true);
    public function askAndValidate(string $question, callable $validator, ?int $attempts = null, $default = null);
    public function askAndHideAnswer(string $question);
    public function select(string $question, array $choices, $default, $attempts = false, string $errorMessage = 'Value "%s" is invalid', bool $multiselect = false);
    public function getAuthentications();
    public function hasAuthentication(string $repositoryName);
    public function getAuthentication(string $repositoryName);
    public function setAuthentication(string $repositoryName, string $username, ?string $password = null);
    public function loadConfiguration(\Composer\Config $config);
}

abstract class BaseIO implements IOInterface
{
    protected $authentications = [];

    public function getAuthentications()
    {
        return $this->authentications;
    }

    public function hasAuthentication($repositoryName)
    {
        return isset($this->authentications[$repositoryName]);
    }

    public function getAuthentication($repositoryName)
    {
        return $this->authentications[$repositoryName] ?? ['username' => null, 'password' => null];
    }

    public function setAuthentication($repositoryName, $username, $password = null)
    {
        $this->authentications[$repositoryName] = compact('username', 'password');
    }

    public function loadConfiguration(\Composer\Config $config)
    {
        foreach ((array) $config->get('http-basic') as $host => $credentials) {
            $this->setAuthentication($host, $credentials['username'], $credentials['password']);
        }
    }

    public function writeRaw($messages, bool $newline = true, int $verbosity = self::NORMAL)
    {
        $this->write($messages, $newline, $verbosity);
    }

    public function writeErrorRaw($messages, bool $newline = true, int $verbosity = self::NORMAL)
    {
        $this->writeError($messages, $newline, $verbosity);
    }

    public function emergency($message, array $context = []): void { $this->log('emergency', $message, $context); }
    public function alert($message, array $context = []): void { $this->log('alert', $message, $context); }
    public function critical($message, array $context = []): void { $this->log('critical', $message, $context); }
    public function error($message, array $context = []): void { $this->log('error', $message, $context); }
    public function warning($message, array $context = []): void { $this->log('warning', $message, $context); }
    public function notice($message, array $context = []): void { $this->log('notice', $message, $context); }
    public function info($message, array $context = []): void { $this->log('info', $message, $context); }
    public function debug($message, array $context = []): void { $this->log('debug', $message, $context); }

    public function log($level, $message, array $context = []): void
    {
        if (in_array($level, ['emergency', 'alert', 'critical', 'error'], true)) {
            $this->writeError("<error>$message</error>");
        } elseif ($level === 'warning') {
            $this->writeError("<warning>$message</warning>");
        } elseif ($level === 'notice') {
            $this->writeError("<info>$message</info>", true, self::VERBOSE);
        } else {
            $needed = $level === 'info' ? self::VERY_VERBOSE : self::DEBUG;
            $this->writeError("<info>$message</info>", true, $needed);
        }
    }
}

class ConsoleIO extends BaseIO
{
    private $verbosity;
    private $interactive;
    private $decorated;
    private $lastLength = [0, 0];

    public function __construct($verbosity = self::NORMAL, $interactive = false, $decorated = false)
    {
        $this->verbosity = (int) $verbosity;
        $this->interactive = (bool) $interactive;
        $this->decorated = (bool) $decorated;
    }

    public function isInteractive() { return $this->interactive; }
    public function isDecorated() { return $this->decorated; }
    public function isVerbose() { return $this->verbosity >= self::VERBOSE; }
    public function isVeryVerbose() { return $this->verbosity >= self::VERY_VERBOSE; }
    public function isDebug() { return $this->verbosity >= self::DEBUG; }

    public function write($messages, bool $newline = true, int $verbosity = self::NORMAL)
    {
        $this->put(0, $messages, $newline, $verbosity, true);
    }

    public function writeError($messages, bool $newline = true, int $verbosity = self::NORMAL)
    {
        $this->put(1, $messages, $newline, $verbosity, true);
    }

    public function writeRaw($messages, bool $newline = true, int $verbosity = self::NORMAL)
    {
        $this->put(0, $messages, $newline, $verbosity, false);
    }

    public function writeErrorRaw($messages, bool $newline = true, int $verbosity = self::NORMAL)
    {
        $this->put(1, $messages, $newline, $verbosity, false);
    }

    public function overwrite($messages, bool $newline = true, ?int $size = null, int $verbosity = self::NORMAL)
    {
        $this->replace(0, $messages, $newline, $size, $verbosity);
    }

    public function overwriteError($messages, bool $newline = true, ?int $size = null, int $verbosity = self::NORMAL)
    {
        $this->replace(1, $messages, $newline, $size, $verbosity);
    }

    private function put(int $stream, $messages, bool $newline, int $verbosity, bool $tags): void
    {
        if ($verbosity > $this->verbosity) {
            return;
        }
        $text = implode($newline ? PHP_EOL : '', array_map('strval', (array) $messages));
        if ($tags) {
            $text = $this->format($text);
        }
        $this->lastLength[$stream] = strlen((string) strrchr("\n" . $text, "\n")) - 1;
        fwrite($stream === 0 ? \STDOUT : \STDERR, $text . ($newline ? PHP_EOL : ''));
    }

    private function replace(int $stream, $messages, bool $newline, ?int $size, int $verbosity): void
    {
        $size = $size ?? $this->lastLength[$stream];
        if ($this->decorated && $size > 0) {
            $back = str_repeat("\x08", $size);
            $this->put($stream, $back . str_repeat(' ', $size) . $back, false, $verbosity, false);
        }
        $this->put($stream, $messages, $newline, $verbosity, true);
    }

    // Turns tags into colours, or drops them.
    private function format(string $text): string
    {
        $styles = ['info' => '32', 'comment' => '33', 'question' => '30;46', 'error' => '37;41', 'warning' => '30;43', 'highlight' => '31'];
        $colors = array_flip(['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white']);
        $options = ['bold' => 1, 'underscore' => 4, 'blink' => 5, 'reverse' => 7, 'conceal' => 8];
        $open = [];
        $tag = '{\\\\?<(/?)([a-z][a-z0-9_-]*(?:=[^<>]*)?)?>}i';
        $text = preg_replace_callback($tag, function (array $found) use ($styles, $colors, $options, &$open): string {
            $name = $found[2] ?? '';
            if ($found[0][0] === '\\') {
                return substr($found[0], 1);
            }
            if ($found[1] === '/') {
                array_pop($open);
                return $this->decorated ? "\e[0m" . implode('', $open) : '';
            }
            $codes = [];
            foreach (explode(';', $name) as $part) {
                [$key, $values] = explode('=', $part, 2) + [1 => ''];
                foreach (explode(',', $values) as $value) {
                    if ($key === 'options' && isset($options[$value])) {
                        $codes[] = $options[$value];
                    } elseif (($key === 'fg' || $key === 'bg') && isset($colors[$value])) {
                        $codes[] = $colors[$value] + ($key === 'fg' ? 30 : 40);
                    } elseif ($key === 'href') {
                        $codes[] = 4;
                    }
                }
            }
            $code = $styles[$name] ?? implode(';', $codes);
            if ($code === '') {
                return $found[0];
            }
            $open[] = "\e[{$code}m";
            return $this->decorated ? end($open) : '';
        }, $text);
        return (string) $text;
    }

    private function question(string $question): ?string
    {
        $this->writeError($question, false);
        $line = fgets(\STDIN);
        return $line === false ? null : trim($line);
    }

    public function ask($question, $default = null)
    {
        $answer = $this->interactive ? $this->question($question) : null;
        return $answer === null || $answer === '' ? $default : $answer;
    }

    public function askConfirmation($question, $default = true)
    {
        $answer = $this->ask($question, $default ? 'yes' : 'no');
        return (bool) preg_match('{^(?:y|yes|1|true|on)$}i', (string) $answer);
    }

    public function askAndValidate($question, callable $validator, $attempts = null, $default = null)
    {
        while (true) {
            try {
                return $validator($this->ask($question, $default));
            } catch (\Exception $refused) {
                if (!$this->interactive || ($attempts !== null && --$attempts < 1)) {
                    throw $refused;
                }
                $this->writeError('<error>' . $refused->getMessage() . '</error>');
            }
        }
    }

    public function askAndHideAnswer($question)
    {
        if (!$this->interactive) {
            return null;
        }
        $hide = DIRECTORY_SEPARATOR === '/' && stream_isatty(\STDIN);
        if ($hide) {
            shell_exec('stty -echo');
        }
        try {
            return $this->question($question);
        } finally {
            if ($hide) {
                shell_exec('stty echo');
                $this->writeError('');
            }
        }
    }

    public function select($question, $choices, $default, $attempts = false, $errorMessage = 'Value "%s" is invalid', $multiselect = false)
    {
        if (!$this->interactive) {
            return $default;
        }
        $lines = [$question];
        foreach ($choices as $key => $choice) {
            $lines[] = "  [<comment>$key</comment>] $choice";
        }
        $this->writeError($lines);
        $validator = static function ($answer) use ($choices, $errorMessage, $multiselect) {
            $chosen = [];
            foreach ($multiselect ? array_map('trim', explode(',', (string) $answer)) : [$answer] as $one) {
                $key = array_key_exists((string) $one, $choices) ? (string) $one : array_search($one, $choices, true);
                if ($key === false) {
                    throw new \InvalidArgumentException(sprintf($errorMessage, $one));
                }
                $chosen[] = (string) $key;
            }
            return $multiselect ? $chosen : $chosen[0];
        };
        return $this->askAndValidate(' > ', $validator, $attempts === false ? null : (int) $attempts, $default);
    }
}

class NullIO extends BaseIO
{
    public function isInteractive() { return false; }
    public function isVerbose() { return false; }
    public function isVeryVerbose() { return false; }
    public function isDebug() { return false; }
    public function isDecorated() { return false; }
    public function write($messages, bool $newline = true, int $verbosity = self::NORMAL) {}
    public function writeError($messages, bool $newline = true, int $verbosity = self::NORMAL) {}
    public function overwrite($messages, bool $newline = true, ?int $size = null, int $verbosity = self::NORMAL) {}
    public function overwriteError($messages, bool $newline = true, ?int $size = null, int $verbosity = self::NORMAL) {}
    public function ask($question, $default = null) { return $default; }
    public function askConfirmation($question, $default = true) { return $default; }
    public function askAndValidate($question, $validator, $attempts = null, $default = null) { return $default; }
    public function askAndHideAnswer($question) { return null; }
    public function select($question, $choices, $default, $attempts = false, $errorMessage = 'Value "%s" is invalid', $multiselect = false) { return $default; }
}
