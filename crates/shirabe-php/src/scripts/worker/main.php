<?php
// Calls one callback with its event. Reads what to do from the file that the first argument names
// and writes what came of it to the second.

namespace Shirabe\Worker;

use Composer\Composer;
use Composer\Config;
use Composer\DependencyResolver\Operation as Op;
use Composer\DependencyResolver\Transaction;
use Composer\EventDispatcher\Event;
use Composer\IO\ConsoleIO;
use Composer\Installer\InstallationManager;
use Composer\Installer\InstallerEvent;
use Composer\Installer\PackageEvent;
use Composer\Package\CompletePackage;
use Composer\Package\Locker;
use Composer\Package\RootPackage;
use Composer\Repository\InstalledFilesystemRepository;
use Composer\Repository\RepositoryManager;
use Composer\Script\Event as ScriptEvent;
use Composer\Util\ProcessExecutor;

[, $inputFile, $outputFile] = $argv;
$input = json_decode((string) file_get_contents($inputFile), true, 512, JSON_THROW_ON_ERROR);
foreach (['io', 'package', 'composer', 'events', 'util'] as $part) {
    require __DIR__ . "/api/$part.php";
}
require __DIR__ . '/autoload.php';
Autoload::register($input['project'], $input['event']['dev-mode']);
require __DIR__ . '/api/semver.php';

function composer(array $project): Composer
{
    $installed = $project['vendor-dir'] . '/composer/installed.json';
    $data = is_file($installed) ? json_decode((string) file_get_contents($installed), true) : [];
    $paths = [];
    foreach ($data['packages'] ?? [] as $package) {
        if (isset($package['install-path'])) {
            $path = dirname($installed) . '/' . $package['install-path'];
            $paths[strtolower($package['name'])] = realpath($path) ?: $path;
        }
    }
    $composer = new Composer();
    $composer->setPackage(new RootPackage($project['manifest']));
    $composer->setConfig(new Config($project['config'], $project['directory']));
    $composer->setRepositoryManager(new RepositoryManager(new InstalledFilesystemRepository($installed)));
    $composer->setInstallationManager(new InstallationManager($project['vendor-dir'], $paths));
    $composer->setLocker(new Locker(\Composer\Factory::getLockFile(\Composer\Factory::getComposerFile())));
    return $composer;
}

function operation(array $told): Op\OperationInterface
{
    $package = new CompletePackage($told['package']);
    switch ($told['type']) {
        case 'update':
            return new Op\UpdateOperation(new CompletePackage($told['from']), $package);
        case 'uninstall':
            return new Op\UninstallOperation($package);
        default:
            return new Op\InstallOperation($package);
    }
}

function event(array $told, Composer $composer, ConsoleIO $io): Event
{
    $operations = array_map(__NAMESPACE__ . '\operation', $told['operations']);
    switch ($told['kind']) {
        case 'package':
            $repository = $composer->getRepositoryManager()->getLocalRepository();
            return new PackageEvent($told['name'], $composer, $io, $told['dev-mode'], $repository, $operations, operation($told['operation']));
        case 'installer':
            return new InstallerEvent($told['name'], $composer, $io, $told['dev-mode'], $told['executing'], new Transaction($operations));
    }
    $event = new ScriptEvent($told['name'], $composer, $io, $told['dev-mode'], $told['arguments'], $told['flags']);
    foreach (array_reverse($told['called-by']) as $caller) {
        $event->setOriginatingEvent(new ScriptEvent($caller, $composer, $io, $told['dev-mode']));
    }
    return $event;
}

// A Symfony console command: run as the only command of an application.
function command(array $call, string $eventName): int
{
    $application = new \Symfony\Component\Console\Application();
    $application->setCatchExceptions(false);
    if (method_exists($application, 'setCatchErrors')) {
        $application->setCatchErrors(false);
    }
    $application->setAutoExit(false);
    $command = new $call['class']($eventName);
    method_exists($application, 'addCommand') ? $application->addCommand($command) : $application->add($command);
    $application->setDefaultCommand((string) $command->getName(), true);
    return $application->run(new \Symfony\Component\Console\Input\StringInput($call['input']));
}

function run(array $call, Event $event): array
{
    $class = ltrim($call['class'], '\\');
    $name = $event->getName();
    if (!class_exists($class)) {
        return ['warning' => "Class $call[class] is not autoloadable, can not call $name script"];
    }
    if ($call['method'] === null) {
        $base = 'Symfony\Component\Console\Command\Command';
        if (!is_a($class, $base, true)) {
            return ['warning' => "Class $class does not extend $base, can not call $name script"];
        }
        if (defined('Composer\Script\ScriptEvents::' . str_replace('-', '_', strtoupper($name)))) {
            return ['warning' => "You cannot bind $name to a Command class, use a non-reserved name"];
        }
        return ['code' => command($call, $name)];
    }
    if (!is_callable([$class, $call['method']])) {
        return ['warning' => "Method $call[class]::$call[method] is not callable, can not call $name script"];
    }
    if ($call['announce'] !== null) {
        fwrite(STDERR, $call['announce'] . PHP_EOL);
    }
    return ['code' => [$class, $call['method']]($event) === false ? 1 : 0];
}

$before = getenv();
ProcessExecutor::setTimeout($input['timeout']);
$console = $input['console'];
$io = new ConsoleIO($console['verbosity'], $console['interactive'], $console['decorated']);
$event = event($input['event'], composer($input['project']), $io);
try {
    $result = run($input['call'], $event);
} catch (\Throwable $thrown) {
    $result = [
        'thrown' => [
            'class' => get_class($thrown),
            'message' => $thrown->getMessage(),
            'place' => $thrown->getFile() . ':' . $thrown->getLine(),
            'code' => (int) $thrown->getCode(),
            'exception' => $thrown instanceof \Exception,
        ],
    ];
    if ($io->isVerbose()) {
        fwrite(STDERR, $thrown->getTraceAsString() . PHP_EOL);
    }
}
$after = getenv();
$result['stop'] = $event->isPropagationStopped();
$result['timeout'] = ProcessExecutor::getTimeout();
$result['set'] = array_diff_assoc($after, $before) ?: new \stdClass();
$result['unset'] = array_values(array_diff(array_keys($before), array_keys($after)));
file_put_contents($outputFile, json_encode($result, JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR));
