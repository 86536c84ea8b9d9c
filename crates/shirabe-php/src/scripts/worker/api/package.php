<?php
// Packages and the links between them, as scripts see them.

namespace Composer\Package;

class Link
{
    public const TYPE_REQUIRE = 'requires';
    public const TYPE_DEV_REQUIRE = 'devRequires';
    public const TYPE_PROVIDE = 'provides';
    public const TYPE_CONFLICT = 'conflicts';
    public const TYPE_REPLACE = 'replaces';
    public const TYPE_DOES_NOT_REQUIRE = 'does not require';

    private $source;
    private $target;
    private $constraint;
    private $description;
    private $prettyConstraint;

    public function __construct(string $source, string $target, $constraint, string $description = 'relates to', ?string $prettyConstraint = null)
    {
        $this->source = strtolower($source);
        $this->target = strtolower($target);
        $this->constraint = $constraint;
        $this->description = $description;
        $this->prettyConstraint = $prettyConstraint;
    }

    public function getSource() { return $this->source; }
    public function getTarget() { return $this->target; }
    public function getConstraint() { return $this->constraint; }
    public function getDescription() { return $this->description; }
    public function getPrettyConstraint() { return $this->prettyConstraint; }
    public function __toString() { return "$this->source $this->description $this->target ($this->prettyConstraint)"; }

    public function getPrettyString($sourcePackage)
    {
        return $sourcePackage->getPrettyString() . " $this->description $this->target $this->prettyConstraint";
    }
}

interface PackageInterface
{
    public const DISPLAY_SOURCE_REF_IF_DEV = 0;
    public const DISPLAY_SOURCE_REF = 1;
    public const DISPLAY_DIST_REF = 2;

    public function getFullPrettyVersion(bool $truncate = true, int $displayMode = self::DISPLAY_SOURCE_REF_IF_DEV);
    public function getNames(bool $provides = true);
    public function getName();
    public function getPrettyName();
    public function isDev();
    public function getType();
    public function getTargetDir();
    public function getExtra();
    public function getInstallationSource();
    public function getSourceType();
    public function getSourceUrl();
    public function getSourceReference();
    public function getDistType();
    public function getDistUrl();
    public function getDistReference();
    public function getDistSha1Checksum();
    public function getVersion();
    public function getPrettyVersion();
    public function getReleaseDate();
    public function getStability();
    public function getRequires();
    public function getConflicts();
    public function getProvides();
    public function getReplaces();
    public function getDevRequires();
    public function getSuggests();
    public function getAutoload();
    public function getDevAutoload();
    public function getIncludePaths();
    public function getRepository();
    public function getBinaries();
    public function getUniqueName();
    public function getNotificationUrl();
    public function getPrettyString();
    public function isDefaultBranch();
    public function getTransportOptions();
    public function __toString();
}

interface CompletePackageInterface extends PackageInterface
{
    public function getScripts();
    public function getRepositories();
    public function getLicense();
    public function getKeywords();
    public function getDescription();
    public function getHomepage();
    public function getAuthors();
    public function getSupport();
    public function getFunding();
    public function isAbandoned();
    public function getReplacementPackage();
    public function getArchiveName();
    public function getArchiveExcludes();
}

interface RootPackageInterface extends CompletePackageInterface
{
    public function getAliases();
    public function getMinimumStability();
    public function getStabilityFlags();
    public function getReferences();
    public function getPreferStable();
    public function getConfig();
}

abstract class BasePackage implements PackageInterface
{
    public const STABILITY_STABLE = 0;
    public const STABILITY_RC = 5;
    public const STABILITY_BETA = 10;
    public const STABILITY_ALPHA = 15;
    public const STABILITY_DEV = 20;
    public const STABILITIES = ['stable' => 0, 'RC' => 5, 'beta' => 10, 'alpha' => 15, 'dev' => 20];

    public static $stabilities = self::STABILITIES;
    public static $supportedLinkTypes = [
        'require' => ['description' => 'requires', 'method' => Link::TYPE_REQUIRE],
        'conflict' => ['description' => 'conflicts', 'method' => Link::TYPE_CONFLICT],
        'provide' => ['description' => 'provides', 'method' => Link::TYPE_PROVIDE],
        'replace' => ['description' => 'replaces', 'method' => Link::TYPE_REPLACE],
        'require-dev' => ['description' => 'requires (for development)', 'method' => Link::TYPE_DEV_REQUIRE],
    ];
}

// A package made of its entry in a lock file, or of a whole composer.json.
class Package extends BasePackage
{
    protected $data;

    public function __construct($name, $version = null, $prettyVersion = null)
    {
        $this->data = is_array($name) ? $name : ['name' => $name, 'version' => $prettyVersion, 'version_normalized' => $version];
    }

    protected function value(string $key, $default = null)
    {
        return $this->data[$key] ?? $default;
    }

    private function links(string $key): array
    {
        $links = [];
        foreach ((array) $this->value($key, []) as $target => $constraint) {
            $parsed = class_exists('Composer\Semver\VersionParser') ? $this->parse($constraint) : null;
            $links[strtolower($target)] = new Link($this->getName(), $target, $parsed, self::$supportedLinkTypes[$key]['description'], $constraint);
        }
        return $links;
    }

    private function parse(string $constraint)
    {
        return (new \Composer\Semver\VersionParser())->parseConstraints($constraint === 'self.version' ? $this->getVersion() : $constraint);
    }

    public function getName() { return strtolower($this->getPrettyName()); }
    public function getPrettyName() { return $this->value('name', '__root__'); }
    public function getVersion() { return $this->value('version_normalized', $this->getPrettyVersion()); }
    public function getPrettyVersion() { return $this->value('version', '1.0.0+no-version-set'); }
    public function isDev() { return $this->getStability() === 'dev'; }
    public function getType() { return $this->value('type', 'library'); }
    public function getTargetDir() { return $this->value('target-dir'); }
    public function getExtra() { return (array) $this->value('extra', []); }
    public function getInstallationSource() { return $this->value('installation-source'); }
    public function getSourceType() { return $this->data['source']['type'] ?? null; }
    public function getSourceUrl() { return $this->data['source']['url'] ?? null; }
    public function getSourceUrls() { return array_filter([$this->getSourceUrl()]); }
    public function getSourceReference() { return $this->data['source']['reference'] ?? null; }
    public function getSourceMirrors() { return $this->data['source']['mirrors'] ?? null; }
    public function getDistType() { return $this->data['dist']['type'] ?? null; }
    public function getDistUrl() { return $this->data['dist']['url'] ?? null; }
    public function getDistUrls() { return array_filter([$this->getDistUrl()]); }
    public function getDistReference() { return $this->data['dist']['reference'] ?? null; }
    public function getDistSha1Checksum() { return $this->data['dist']['shasum'] ?? null; }
    public function getDistMirrors() { return $this->data['dist']['mirrors'] ?? null; }
    public function getReleaseDate() { return isset($this->data['time']) ? new \DateTime($this->data['time'], new \DateTimeZone('UTC')) : null; }
    public function getRequires() { return $this->links('require'); }
    public function getDevRequires() { return $this->links('require-dev'); }
    public function getConflicts() { return $this->links('conflict'); }
    public function getProvides() { return $this->links('provide'); }
    public function getReplaces() { return $this->links('replace'); }
    public function getSuggests() { return (array) $this->value('suggest', []); }
    public function getAutoload() { return (array) $this->value('autoload', []); }
    public function getDevAutoload() { return (array) $this->value('autoload-dev', []); }
    public function getIncludePaths() { return (array) $this->value('include-path', []); }
    public function getPhpExt() { return $this->value('php-ext'); }
    public function getRepository() { return null; }
    public function getBinaries() { return (array) $this->value('bin', []); }
    public function getUniqueName() { return $this->getName() . '-' . $this->getVersion(); }
    public function getNotificationUrl() { return $this->value('notification-url'); }
    public function getPrettyString() { return $this->getPrettyName() . ' ' . $this->getPrettyVersion(); }
    public function isDefaultBranch() { return (bool) $this->value('default-branch', false); }
    public function getTransportOptions() { return (array) $this->value('transport-options', []); }
    public function setExtra(array $extra): void { $this->data['extra'] = $extra; }
    public function __toString() { return $this->getUniqueName(); }

    public function getStability()
    {
        $version = strtolower($this->getVersion());
        if (strpos($version, 'dev-') === 0 || substr($version, -4) === '-dev') {
            return 'dev';
        }
        if (!preg_match('{-(alpha|beta|rc)[\d.]*$}', $version, $found)) {
            return 'stable';
        }
        return $found[1] === 'rc' ? 'RC' : $found[1];
    }

    public function getNames($provides = true)
    {
        $names = [$this->getName()];
        foreach (array_merge($provides ? $this->getProvides() : [], $this->getReplaces()) as $link) {
            $names[] = $link->getTarget();
        }
        return array_values(array_unique($names));
    }

    public function getFullPrettyVersion($truncate = true, $displayMode = self::DISPLAY_SOURCE_REF_IF_DEV)
    {
        $reference = $displayMode === self::DISPLAY_DIST_REF ? $this->getDistReference() : $this->getSourceReference();
        $wanted = $displayMode !== self::DISPLAY_SOURCE_REF_IF_DEV || ($this->isDev() && in_array($this->getSourceType(), ['hg', 'git'], true));
        if (!$wanted || $reference === null) {
            return $this->getPrettyVersion();
        }
        $short = $truncate && strlen($reference) === 40 && $this->getSourceType() !== 'svn';
        return $this->getPrettyVersion() . ' ' . ($short ? substr($reference, 0, 7) : $reference);
    }
}

class CompletePackage extends Package implements CompletePackageInterface
{
    public function getScripts() { return array_map(static function ($listeners) { return (array) $listeners; }, (array) $this->value('scripts', [])); }
    public function getRepositories() { return (array) $this->value('repositories', []); }
    public function getLicense() { return (array) $this->value('license', []); }
    public function getKeywords() { return (array) $this->value('keywords', []); }
    public function getDescription() { return $this->value('description'); }
    public function getHomepage() { return $this->value('homepage'); }
    public function getAuthors() { return (array) $this->value('authors', []); }
    public function getSupport() { return (array) $this->value('support', []); }
    public function getFunding() { return (array) $this->value('funding', []); }
    public function isAbandoned() { return (bool) $this->value('abandoned', false); }
    public function getReplacementPackage() { return is_string($this->value('abandoned')) ? $this->value('abandoned') : null; }
    public function getArchiveName() { return $this->data['archive']['name'] ?? null; }
    public function getArchiveExcludes() { return (array) ($this->data['archive']['exclude'] ?? []); }
}

class RootPackage extends CompletePackage implements RootPackageInterface
{
    public const DEFAULT_PRETTY_VERSION = '1.0.0+no-version-set';

    public function getAliases() { return []; }
    public function getMinimumStability() { return $this->value('minimum-stability', 'stable'); }
    public function getStabilityFlags() { return []; }
    public function getReferences() { return []; }
    public function getPreferStable() { return (bool) $this->value('prefer-stable', false); }
    public function getConfig() { return (array) $this->value('config', []); }
}
