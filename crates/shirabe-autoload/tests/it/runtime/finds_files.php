<?php

$l = new Composer\Autoload\ClassLoader();
$d = getcwd();
$l->addPsr4('A\\', "$d/one");
$l->addPsr4('A\\B\\', ["$d/two"]);
$l->addPsr4('', "$d/any");
$l->add('F_', "$d/old");
$l->add('N_S', "$d/old");
$l->add('', "$d/rest");
$l->addClassMap(['Mapped' => 'm.php']);
set_include_path("$d/path");
$find = function ($c) use ($l) { echo $c, '=', var_export($l->findFile($c), true), "\n"; };
foreach (['Mapped', 'A\\B\\C', 'A\\B\\D', 'A\\C', 'E', 'F_G', 'N_S\\F_G', 'H_I', 'J', 'None'] as $c) $find($c);
$l->setUseIncludePath(true);
$find('J');
$fresh = new Composer\Autoload\ClassLoader();
$fresh->setUseIncludePath(true);
echo $fresh->findFile('J'), "\n";
var_dump($l->getUseIncludePath(), $l->isClassMapAuthoritative(), $l->getApcuPrefix());
$l->setClassMapAuthoritative(true);
$find('A\\B\\C'); $find('Mapped');
var_dump($l->isClassMapAuthoritative());
