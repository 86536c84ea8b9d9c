<?php
// Stands in when the project does not bring composer/semver itself.

namespace Composer\Semver;

if (!class_exists(Comparator::class)) {
    class Comparator
    {
        public static function compare($a, $operator, $b) { return version_compare($a, $b, $operator); }
        public static function greaterThan($a, $b) { return self::compare($a, '>', $b); }
        public static function greaterThanOrEqualTo($a, $b) { return self::compare($a, '>=', $b); }
        public static function lessThan($a, $b) { return self::compare($a, '<', $b); }
        public static function lessThanOrEqualTo($a, $b) { return self::compare($a, '<=', $b); }
        public static function equalTo($a, $b) { return self::compare($a, '==', $b); }
        public static function notEqualTo($a, $b) { return self::compare($a, '!=', $b); }
    }
}
