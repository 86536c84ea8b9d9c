<?php

use Composer\InstalledVersions as V;
echo count(V::getAllRawData()), V::getRootPackage()['name'], "\n";
(new Composer\Autoload\ClassLoader(getcwd() . '/d'))->register();
(new Composer\Autoload\ClassLoader(getcwd() . '/e'))->register(true);
foreach (V::getAllRawData() as $data) echo $data['root']['name'], ' ';
echo V::getRawData()['root']['name'], ' ', json_encode(V::getInstalledPackages()), "\n";
