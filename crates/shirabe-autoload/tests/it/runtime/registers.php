<?php

$d = getcwd();
file_put_contents("$d/Seen.php", '<?php $scope = isset($this) || count(get_defined_vars()) > 1; class Seen {}; return 1;');
$make = fn ($v) => new Composer\Autoload\ClassLoader($v);
$keys = fn () => implode(',', array_keys(Composer\Autoload\ClassLoader::getRegisteredLoaders()));
$a = $make('/a'); $b = $make('/b'); $c = $make('/c'); $n = $make(null);
$a->register(); $b->register(); $c->register(true); $n->register();
echo $keys(), "\n";
$a->register(true); echo $keys(), "\n";
$a->register(); echo $keys(), "\n";
$b->unregister(); echo $keys(), ' ', count(spl_autoload_functions()), "\n";
$n->addClassMap(['Seen' => "$d/Seen.php"]);
var_dump($n->loadClass('Seen'), class_exists('Seen', false), $n->loadClass('Unseen'), class_exists('Unseen'));
