<?php
// Events and operations.

namespace Composer\EventDispatcher {
    class Event
    {
        protected $name;
        protected $args;
        protected $flags;
        private $propagationStopped = false;

        public function __construct(string $name, array $args = [], array $flags = [])
        {
            $this->name = $name;
            $this->args = $args;
            $this->flags = $flags;
        }

        public function getName(): string { return $this->name; }
        public function getArguments(): array { return $this->args; }
        public function getFlags(): array { return $this->flags; }
        public function isPropagationStopped(): bool { return $this->propagationStopped; }
        public function stopPropagation(): void { $this->propagationStopped = true; }
    }

    interface EventSubscriberInterface
    {
        public static function getSubscribedEvents();
    }

    class ScriptExecutionException extends \RuntimeException
    {
    }
}

namespace Composer\Script {
    use Composer\Composer;
    use Composer\EventDispatcher\Event as BaseEvent;
    use Composer\IO\IOInterface;

    class ScriptEvents
    {
        public const PRE_INSTALL_CMD = 'pre-install-cmd';
        public const POST_INSTALL_CMD = 'post-install-cmd';
        public const PRE_UPDATE_CMD = 'pre-update-cmd';
        public const POST_UPDATE_CMD = 'post-update-cmd';
        public const PRE_STATUS_CMD = 'pre-status-cmd';
        public const POST_STATUS_CMD = 'post-status-cmd';
        public const PRE_AUTOLOAD_DUMP = 'pre-autoload-dump';
        public const POST_AUTOLOAD_DUMP = 'post-autoload-dump';
        public const POST_ROOT_PACKAGE_INSTALL = 'post-root-package-install';
        public const POST_CREATE_PROJECT_CMD = 'post-create-project-cmd';
        public const PRE_ARCHIVE_CMD = 'pre-archive-cmd';
        public const POST_ARCHIVE_CMD = 'post-archive-cmd';
    }

    class Event extends BaseEvent
    {
        private $composer;
        private $io;
        private $devMode;
        private $originatingEvent;

        public function __construct(string $name, Composer $composer, IOInterface $io, bool $devMode = false, array $args = [], array $flags = [])
        {
            parent::__construct($name, $args, $flags);
            $this->composer = $composer;
            $this->io = $io;
            $this->devMode = $devMode;
        }

        public function getComposer(): Composer { return $this->composer; }
        public function getIO(): IOInterface { return $this->io; }
        public function isDevMode(): bool { return $this->devMode; }
        public function getOriginatingEvent(): ?BaseEvent { return $this->originatingEvent; }

        public function setOriginatingEvent(BaseEvent $event): self
        {
            $this->originatingEvent = $event instanceof self && $event->originatingEvent !== null ? $event->originatingEvent : $event;
            return $this;
        }
    }
}

namespace Composer\Installer {
    use Composer\Composer;
    use Composer\DependencyResolver\Operation\OperationInterface;
    use Composer\EventDispatcher\Event;
    use Composer\IO\IOInterface;
    use Composer\Repository\RepositoryInterface;

    class PackageEvents
    {
        public const PRE_PACKAGE_INSTALL = 'pre-package-install';
        public const POST_PACKAGE_INSTALL = 'post-package-install';
        public const PRE_PACKAGE_UPDATE = 'pre-package-update';
        public const POST_PACKAGE_UPDATE = 'post-package-update';
        public const PRE_PACKAGE_UNINSTALL = 'pre-package-uninstall';
        public const POST_PACKAGE_UNINSTALL = 'post-package-uninstall';
    }

    class InstallerEvents
    {
        public const PRE_OPERATIONS_EXEC = 'pre-operations-exec';
    }

    class PackageEvent extends Event
    {
        private $composer;
        private $io;
        private $devMode;
        private $localRepo;
        private $operations;
        private $operation;

        public function __construct(string $eventName, Composer $composer, IOInterface $io, bool $devMode, RepositoryInterface $localRepo, array $operations, OperationInterface $operation)
        {
            parent::__construct($eventName);
            $this->composer = $composer;
            $this->io = $io;
            $this->devMode = $devMode;
            $this->localRepo = $localRepo;
            $this->operations = $operations;
            $this->operation = $operation;
        }

        public function getComposer(): Composer { return $this->composer; }
        public function getIO(): IOInterface { return $this->io; }
        public function isDevMode(): bool { return $this->devMode; }
        public function getLocalRepo(): RepositoryInterface { return $this->localRepo; }
        public function getOperations(): array { return $this->operations; }
        public function getOperation(): OperationInterface { return $this->operation; }
    }

    class InstallerEvent extends Event
    {
        private $composer;
        private $io;
        private $devMode;
        private $executeOperations;
        private $transaction;

        public function __construct(string $eventName, Composer $composer, IOInterface $io, bool $devMode, bool $executeOperations, $transaction)
        {
            parent::__construct($eventName);
            $this->composer = $composer;
            $this->io = $io;
            $this->devMode = $devMode;
            $this->executeOperations = $executeOperations;
            $this->transaction = $transaction;
        }

        public function getComposer(): Composer { return $this->composer; }
        public function getIO(): IOInterface { return $this->io; }
        public function isDevMode(): bool { return $this->devMode; }
        public function isExecutingOperations(): bool { return $this->executeOperations; }
        public function getTransaction() { return $this->transaction; }
    }
}

namespace Composer\DependencyResolver {
    class Transaction
    {
        private $operations;

        public function __construct(array $operations)
        {
            $this->operations = $operations;
        }

        public function getOperations(): array { return $this->operations; }
    }
}

namespace Composer\DependencyResolver\Operation {
    use Composer\Package\PackageInterface;

    interface OperationInterface
    {
        public function getOperationType();
        public function show(bool $lock);
        public function __toString();
    }

    abstract class SolverOperation implements OperationInterface
    {
        protected const TYPE = '';

        public function getOperationType() { return static::TYPE; }
        public function __toString() { return $this->show(false); }
    }

    abstract class PackageOperation extends SolverOperation
    {
        protected $package;

        public function __construct(PackageInterface $package)
        {
            $this->package = $package;
        }

        public function getPackage() { return $this->package; }

        protected function label(): string
        {
            return '<info>' . $this->package->getPrettyName() . '</info> (<comment>' . $this->package->getFullPrettyVersion() . '</comment>)';
        }
    }

    class InstallOperation extends PackageOperation
    {
        protected const TYPE = 'install';

        public function show($lock) { return ($lock ? 'Locking ' : 'Installing ') . $this->label(); }
    }

    class UninstallOperation extends PackageOperation
    {
        protected const TYPE = 'uninstall';

        public function show($lock) { return 'Removing ' . $this->label(); }
    }

    class UpdateOperation extends SolverOperation
    {
        protected const TYPE = 'update';

        protected $initialPackage;
        protected $targetPackage;

        public function __construct(PackageInterface $initial, PackageInterface $target)
        {
            $this->initialPackage = $initial;
            $this->targetPackage = $target;
        }

        public function getInitialPackage() { return $this->initialPackage; }
        public function getTargetPackage() { return $this->targetPackage; }

        public function show($lock)
        {
            [$from, $to] = [$this->initialPackage, $this->targetPackage];
            $up = version_compare($from->getVersion(), $to->getVersion(), '<=');
            return ($up ? 'Upgrading' : 'Downgrading') . ' <info>' . $to->getPrettyName() . '</info> (<comment>'
                . $from->getFullPrettyVersion() . '</comment> => <comment>' . $to->getFullPrettyVersion() . '</comment>)';
        }
    }
}
