<?php return array(
    'root' => array('name' => 'demo/app', 'pretty_version' => 'dev-main', 'version' => 'dev-main', 'reference' => 'abc', 'type' => 'project', 'install_path' => '/app', 'aliases' => array(), 'dev' => true),
    'versions' => array(
        'a/lib' => array('pretty_version' => 'v1.2.0', 'version' => '1.2.0.0', 'reference' => 'r1', 'type' => 'library', 'install_path' => '/app/vendor/a/lib', 'aliases' => array('1.x-dev'), 'dev_requirement' => false),
        'b/dev' => array('pretty_version' => '2.0', 'version' => '2.0.0.0', 'reference' => null, 'type' => 'tool', 'install_path' => null, 'aliases' => array(), 'dev_requirement' => true),
        'c/replaced' => array('dev_requirement' => false, 'replaced' => array('^3.0', '4.0')),
        'd/provided' => array('dev_requirement' => false, 'provided' => array('1.0')),
    ),
);
