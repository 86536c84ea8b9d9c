// Prints, as one line of JSON, what this PHP is and brings. Run with `php -r`, so without a tag.

$libraries = [];

// Adds a library unless its version is unknown.
$add = static function (string $name, ?string $version, ?string $description = null, array $replaces = [], array $provides = []) use (&$libraries): void {
    if ($version !== null && $version !== '') {
        $libraries[] = compact('name', 'version', 'description', 'replaces', 'provides');
    }
};

// The value behind a label in an extension's phpinfo page.
$info = static function (string $extension, string $pattern): ?array {
    static $pages = [];
    if (!isset($pages[$extension])) {
        ob_start();
        (new ReflectionExtension($extension))->info();
        $pages[$extension] = (string) ob_get_clean();
    }
    return preg_match('{^' . $pattern . '$}im', $pages[$extension], $found) ? $found : null;
};
$value = static function (string $extension, string $label) use ($info): ?string {
    return $info($extension, $label . ' => (.+)')[1] ?? null;
};
$constant = static function (string $name): ?string {
    return defined($name) ? (string) constant($name) : null;
};

// Letters behind a version as a number: none 0, a 1, … z 26, za 27.
$letters = static function (string $text): int {
    $sum = 0;
    foreach (str_split($text) as $letter) {
        $sum += $letter === '' ? 0 : ord($letter) - ord('a') + 1;
    }
    return $sum;
};
$lettered = static function (?string $version, string $pattern) use ($letters): ?string {
    return preg_match('{^(' . $pattern . ')([a-z]*)$}', (string) $version, $found) ? $found[1] . '.' . $letters($found[2]) : null;
};
// An OpenSSL version with its letter as a fourth number; and whether it is a FIPS build.
$openssl = static function (string $version) use ($letters): ?array {
    if (!preg_match('{^([0-9.]+)([a-z]{0,2}?)((?:-?(?:dev|pre|alpha|beta|rc|fips)\d*)*)(?:-\w+)?(?: \(.+?\))?$}', $version, $found)) {
        return null;
    }
    [, $numbers, $patch, $suffix] = $found;
    if (version_compare($numbers, '3.0.0', '<')) {
        $numbers .= '.' . $letters($patch);
    }
    $suffix = str_replace(['-fips', '-pre'], ['', '-alpha'], '-' . ltrim($suffix, '-'));
    return [rtrim($numbers . $suffix, '-'), strpos($found[3], 'fips') !== false];
};
// 20605 is 2.6.5.
$hundreds = static function (?string $id): ?string {
    return $id === null ? null : intdiv((int) $id, 10000) . '.' . (intdiv((int) $id, 100) % 100) . '.' . ((int) $id % 100);
};

$loaded = get_loaded_extensions();
$detectors = [
    'amqp' => static function (string $ext) use ($add, $value): void {
        $add("$ext-librabbitmq", $value($ext, 'librabbitmq version'), 'AMQP librabbitmq version');
        $protocol = $value($ext, 'AMQP protocol version');
        $add("$ext-protocol", $protocol === null ? null : strtr($protocol, '-', '.'), 'AMQP protocol version');
    },
    'bz2' => static function (string $ext) use ($add, $info): void {
        $add($ext, $info($ext, 'BZip2 Version => (.*),.*')[1] ?? null);
    },
    'curl' => static function (string $ext) use ($add, $info, $value, $openssl): void {
        $add($ext, curl_version()['version']);
        if ($ssl = $info($ext, 'SSL Version => ([^/]+)/(.+)')) {
            $library = strtolower($ssl[1]);
            if ($library === 'openssl') {
                [$version, $fips] = $openssl($ssl[2]) ?? [null, false];
                $add($ext . '-openssl' . ($fips ? '-fips' : ''), $version, "curl OpenSSL version ($version)", [], $fips ? ['curl-openssl'] : []);
            } elseif (preg_match('{^\(securetransport\) ([a-z0-9]+)}', $library, $behind)) {
                $add("$ext-securetransport", $ssl[2], "curl $library version ($ssl[2])", ["curl-$behind[1]"]);
            } else {
                $add("$ext-$library", $ssl[2], "curl $library version ($ssl[2])", ['curl-openssl']);
            }
        }
        if ($ssh = $info($ext, 'libSSH Version => ([^/]+)/(.+?)(?:/.*)?')) {
            $add($ext . '-' . strtolower($ssh[1]), $ssh[2], "curl $ssh[1] version");
        }
        $add("$ext-zlib", $value($ext, 'ZLib Version'), 'curl zlib version');
    },
    'date' => static function (string $ext) use ($add, $info, $value, $loaded): void {
        $add("$ext-timelib", $value($ext, 'timelib version'), 'date timelib version');
        $source = $info($ext, 'Timezone Database => (internal|external)')[1] ?? null;
        $zones = $info($ext, '"Olson" Timezone Database Version => (.+?)(?:\.system)?')[1] ?? null;
        if ($source === 'external' && in_array('timezonedb', $loaded, true)) {
            $add('timezonedb-zoneinfo', $zones, 'zoneinfo ("Olson") database for date (replaced by timezonedb)', ["$ext-zoneinfo"]);
        } elseif ($source !== null) {
            $add("$ext-zoneinfo", $zones, 'zoneinfo ("Olson") database for date');
        }
    },
    'fileinfo' => static function (string $ext) use ($add, $value): void {
        $add("$ext-libmagic", $value($ext, 'libmagic'), 'fileinfo libmagic version');
    },
    'gd' => static function (string $ext) use ($add, $info, $value, $constant, $lettered, $hundreds): void {
        $add($ext, $constant('GD_VERSION'));
        $add("$ext-libjpeg", $lettered($info($ext, 'libJPEG Version => (.+?)(?: compatible)?')[1] ?? null, '\d+'), 'libjpeg version for gd');
        $add("$ext-libpng", $value($ext, 'libPNG Version'), 'libpng version for gd');
        $add("$ext-freetype", $value($ext, 'FreeType Version'), 'freetype version for gd');
        $add("$ext-libxpm", $hundreds($info($ext, 'libXpm Version => (\d+)')[1] ?? null), 'libxpm version for gd');
    },
    'gmp' => static function (string $ext) use ($add, $constant): void {
        $add($ext, $constant('GMP_VERSION'));
    },
    'iconv' => static function (string $ext) use ($add, $constant): void {
        $add($ext, $constant('ICONV_VERSION'));
    },
    'intl' => static function (string $ext) use ($add, $value, $constant, $lettered): void {
        $add('icu', $constant('INTL_ICU_VERSION') ?? $value($ext, 'ICU version'), 'The ICU unicode and globalization support library');
        $add('icu-zoneinfo', $lettered($value($ext, 'ICU TZData version'), '\d{4}'), 'zoneinfo ("Olson") database for icu');
        if (class_exists('ResourceBundle', false) && ($bundle = ResourceBundle::create('root', 'ICUDATA', false))) {
            $add('icu-cldr', (string) $bundle->get('Version'), 'ICU CLDR project version');
        }
        if (class_exists('IntlChar', false)) {
            $add('icu-unicode', implode('.', array_slice(IntlChar::getUnicodeVersion(), 0, 3)), 'ICU unicode version');
        }
    },
    'imagick' => static function (string $ext) use ($add): void {
        if (preg_match('{^ImageMagick ([\d.]+)(?:-(\d+))?}', (new Imagick())->getVersion()['versionString'], $found)) {
            $add("$ext-imagemagick", $found[1] . (isset($found[2]) ? ".$found[2]" : ''), null, ['imagick']);
        }
    },
    'ldap' => static function (string $ext) use ($add, $info, $value, $hundreds): void {
        $vendor = $value($ext, 'Vendor Name');
        if ($vendor !== null) {
            $add($ext . '-' . strtolower($vendor), $hundreds($info($ext, 'Vendor Version => (\d+)')[1] ?? null), "$vendor version of ldap");
        }
    },
    'libxml' => static function (string $ext) use ($add, $constant, $loaded): void {
        $users = array_intersect($loaded, ['dom', 'simplexml', 'xml', 'xmlreader', 'xmlwriter']);
        $provides = array_map(static function (string $user): string { return "$user-libxml"; }, array_values($users));
        $add($ext, $constant('LIBXML_DOTTED_VERSION'), 'libxml library version', [], $provides);
    },
    'mbstring' => static function (string $ext) use ($add, $info, $value, $constant): void {
        $add("$ext-libmbfl", $value($ext, 'libmbfl version'), 'mbstring libmbfl version');
        $page = $info($ext, '(?:oniguruma|Multibyte regex \(oniguruma\)) version => (.+)')[1] ?? null;
        $add("$ext-oniguruma", (PHP_VERSION_ID < 90000 ? @$constant('MB_ONIGURUMA_VERSION') : null) ?? $page, 'mbstring oniguruma version');
    },
    'memcached' => static function (string $ext) use ($add, $value): void {
        $add("$ext-libmemcached", $value($ext, 'libmemcached version'), 'libmemcached version');
    },
    'mongodb' => static function (string $ext) use ($add, $value): void {
        $add("$ext-libmongoc", $value($ext, 'libmongoc bundled version'), 'libmongoc version of mongodb');
        $add("$ext-libbson", $value($ext, 'libbson bundled version'), 'libbson version of mongodb');
    },
    'mysqlnd' => $mysql = static function (string $ext) use ($add, $info): void {
        $add("$ext-mysqlnd", $info($ext, '(?:Client API version|Version) => mysqlnd (.+?) .*')[1] ?? null, "mysqlnd library version for $ext");
    },
    'pdo_mysql' => $mysql,
    'openssl' => static function (string $ext) use ($add, $constant, $openssl): void {
        $text = (string) $constant('OPENSSL_VERSION_TEXT');
        if (preg_match('{^(?:OpenSSL|LibreSSL)?\s*(\S+)}i', $text, $found)) {
            [$version, $fips] = $openssl($found[1]) ?? [null, false];
            $add($ext . ($fips ? '-fips' : ''), $version, $text, [], $fips ? [$ext] : []);
        }
    },
    'pcre' => static function (string $ext) use ($add, $value): void {
        $add($ext, explode(' ', PCRE_VERSION)[0]);
        $add("$ext-unicode", $value($ext, 'PCRE Unicode Version'), 'PCRE Unicode version support');
    },
    'pgsql' => static function (string $ext) use ($add, $value, $constant): void {
        $add("$ext-libpq", $constant('PGSQL_LIBPQ_VERSION') ?? $value($ext, 'PostgreSQL\(libpq\) Version'), "libpq for $ext");
    },
    'pdo_pgsql' => static function (string $ext) use ($add, $value): void {
        $add("$ext-libpq", $value($ext, 'PostgreSQL\(libpq\) Version'), "libpq for $ext");
    },
    'pq' => static function (string $ext) use ($add, $info): void {
        $add("$ext-libpq", $info($ext, 'libpq => .+ => (.+)')[1] ?? null, "libpq for $ext");
    },
    'rdkafka' => static function (string $ext) use ($add): void {
        if (defined('RD_KAFKA_VERSION')) {
            $bytes = unpack('C4', pack('N', RD_KAFKA_VERSION));
            $add("$ext-librdkafka", ($bytes[1] & 0x7F) . ".$bytes[2].$bytes[3]", "librdkafka for $ext");
        }
    },
    'sodium' => $sodium = static function () use ($add, $constant): void {
        $add('libsodium', $constant('SODIUM_LIBRARY_VERSION'));
    },
    'libsodium' => $sodium,
    'sqlite3' => $sqlite = static function (string $ext) use ($add, $value): void {
        $add("$ext-sqlite", $value($ext, 'SQLite Library'));
    },
    'pdo_sqlite' => $sqlite,
    'ssh2' => static function (string $ext) use ($add, $value): void {
        $add("$ext-libssh2", $value($ext, 'libssh2 version'));
    },
    'xsl' => static function (string $ext) use ($add, $value, $constant): void {
        $add('libxslt', $constant('LIBXSLT_DOTTED_VERSION'), null, ['xsl']);
        $add('libxslt-libxml', $value($ext, 'libxslt compiled against libxml Version'), 'libxml version libxslt is compiled against');
    },
    'yaml' => static function (string $ext) use ($add, $value): void {
        $add("$ext-libyaml", $value($ext, 'LibYAML Version'), 'libyaml version of yaml');
    },
    'zip' => static function (string $ext) use ($add, $constant): void {
        $add("$ext-libzip", $constant('ZipArchive::LIBZIP_VERSION'), null, ['zip']);
    },
    'zlib' => static function (string $ext) use ($add, $value, $constant): void {
        $add($ext, $constant('ZLIB_VERSION') ?? $value($ext, 'Linked Version'));
    },
];

$extensions = [];
foreach ($loaded as $name) {
    if ($name !== 'standard' && $name !== 'Core') {
        $version = phpversion($name);
        $extensions[] = ['name' => $name, 'version' => $version === false ? '0' : (string) $version];
    }
}
foreach ($loaded as $name) {
    if (isset($detectors[$name])) {
        $detectors[$name]($name);
    }
}

$iniFiles = array_values(array_filter(array_map('trim', explode(',', (string) php_ini_loaded_file() . ',' . (string) php_ini_scanned_files()))));
$files = array_merge($iniFiles, array_map('dirname', $iniFiles), [ini_get('extension_dir') ?: null]);
foreach (explode(PATH_SEPARATOR, (string) (getenv('PHP_INI_SCAN_DIR') ?: (defined('PHP_CONFIG_FILE_SCAN_DIR') ? PHP_CONFIG_FILE_SCAN_DIR : ''))) as $folder) {
    $files[] = $folder;
}
$files[] = PHP_CONFIG_FILE_PATH;

$memory = (string) ini_get('memory_limit');
$functions = (string) ini_get('disable_functions');
echo "\n", json_encode([
    'php' => PHP_VERSION,
    'debug' => (bool) PHP_DEBUG,
    'zts' => (bool) PHP_ZTS,
    '64bit' => PHP_INT_SIZE === 8,
    'ipv6' => defined('AF_INET6') || @inet_pton('::') !== false,
    'extensions' => $extensions,
    'libraries' => $libraries,
    'ini' => ['memory_limit' => $memory, 'allow_url_fopen' => (string) ini_get('allow_url_fopen'), 'disable_functions' => $functions],
    'ini-files' => $iniFiles,
    'files' => array_values(array_unique(array_filter($files, static function (?string $file): bool { return $file !== null && $file !== '' && $file !== '.'; }))),
], JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE | JSON_PARTIAL_OUTPUT_ON_ERROR), "\n";
