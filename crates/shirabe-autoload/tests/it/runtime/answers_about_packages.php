<?php

use Composer\InstalledVersions as V;
$d = getcwd();
$show = function () {
    echo json_encode([V::getInstalledPackages(), V::getInstalledPackagesByType('library'), V::getInstalledPackagesByType('none'), V::getRootPackage()['name'], count(V::getAllRawData())]), "\n";
};
$ask = function ($name) {
    foreach (['isInstalled', 'getVersion', 'getPrettyVersion', 'getReference', 'getInstallPath', 'getVersionRanges'] as $method) {
        try { echo json_encode(V::$method($name)), ' '; } catch (OutOfBoundsException $e) { echo '! '; }
    }
    echo json_encode(V::isInstalled($name, false)), ' ', $name, "\n";
};
V::reload(require "$d/d/composer/installed.php");
$show();
foreach (['a/lib', 'b/dev', 'c/replaced', 'd/provided', 'none/there'] as $name) $ask($name);
echo V::getRawData()['root']['reference'], "\n";
(new Composer\Autoload\ClassLoader("$d/e"))->register();
$show(); $ask('a/lib'); $ask('e/only');
eval('namespace Composer\Semver; class VersionParser {
    public $said;
    public function parseConstraints($text) { $parsed = new self(); $parsed->said = $text; return $parsed; }
    public function matches($other) { return $this->said . " matches " . $other->said; }
}');
echo V::satisfies(new Composer\Semver\VersionParser(), 'c/replaced', '^3.1'), "\n";
V::reload(['root' => ['name' => 'x/y'], 'versions' => ['z/z' => ['type' => 'library']]]);
$show(); $ask('z/z');
$names = array_map(fn ($m) => $m->getName() . '/' . $m->getNumberOfRequiredParameters() . '-' . $m->getNumberOfParameters() . ($m->isStatic() ? 's' : ''), (new ReflectionClass('Composer\InstalledVersions'))->getMethods(ReflectionMethod::IS_PUBLIC));
sort($names); echo implode(' ', $names), "\n";
