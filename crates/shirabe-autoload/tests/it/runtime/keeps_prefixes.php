<?php

$l = new Composer\Autoload\ClassLoader();
$l->add('P_', 'a'); $l->add('P_', ['b']); $l->add('P_', 'c', true); $l->add('Q', ['d']);
$l->set('R', 'e'); $l->set('R', 'f'); $l->add('', 'g'); $l->add('', 'h', true);
$l->addPsr4('S\\', 'a'); $l->addPsr4('S\\', ['b']); $l->addPsr4('S\\', 'c', true);
$l->setPsr4('T\\', 'd'); $l->setPsr4('T\\', ['e']); $l->addPsr4('', 'f'); $l->addPsr4('', 'g', true);
$l->addClassMap(['A' => '1', 'B' => '2']); $l->addClassMap(['B' => '3', 'C' => '4']);
echo json_encode([$l->getPrefixes(), $l->getFallbackDirs(), $l->getPrefixesPsr4(), $l->getFallbackDirsPsr4(), $l->getClassMap()]), "\n";
$l->setPsr4('', 'h'); $l->set('', 'i');
echo json_encode([$l->getFallbackDirs(), $l->getFallbackDirsPsr4()]), "\n";
foreach (['addPsr4', 'setPsr4'] as $method) {
    try { $l->$method('Bad', 'x'); } catch (InvalidArgumentException $e) { echo get_class($e), "\n"; }
}
$names = array_map(fn ($m) => $m->getName() . '/' . $m->getNumberOfRequiredParameters() . '-' . $m->getNumberOfParameters(), (new ReflectionClass($l))->getMethods(ReflectionMethod::IS_PUBLIC));
sort($names); echo implode(' ', $names), "\n";
$names = array_map(fn ($p) => $p->getName(), (new ReflectionClass($l))->getProperties());
sort($names); echo implode(' ', $names), "\n";
