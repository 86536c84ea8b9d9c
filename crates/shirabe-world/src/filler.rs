//! Words, sentences and numbers that look like somebody's, and are always the same for the same seed.

/// A source of filler. Two fillers with equal seeds give equal output on every platform and in every
/// version of every dependency: the world's bytes hang on it, so the generator (SplitMix64) is spelled out.
pub(crate) struct Filler {
    state: u64,
}

impl Filler {
    pub(crate) fn new(seed: &[&str]) -> Filler {
        let mut state = 0xcbf2_9ce4_8422_2325_u64;
        for byte in seed.iter().flat_map(|part| part.bytes().chain([0])) {
            state = (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Filler { state }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which must not be 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    pub(crate) fn word(&mut self) -> &'static str {
        self.pick(WORDS)
    }

    pub(crate) fn verb(&mut self) -> &'static str {
        self.pick(VERBS)
    }

    /// A word with a capital first letter.
    pub(crate) fn capital(&mut self) -> String {
        capitalised(self.word())
    }

    /// Some words, the first one with a capital letter, ended by a full stop.
    pub(crate) fn sentence(&mut self, words: usize) -> String {
        let mut text = self.capital();
        for _ in 1..words {
            text.push(' ');
            text.push_str(self.word());
        }
        text.push('.');
        text
    }

    /// Exactly `size` bytes of words and spaces.
    pub(crate) fn words_of_size(&mut self, size: usize) -> String {
        let mut text = String::with_capacity(size + 16);
        while text.len() < size {
            text.push_str(self.word());
            text.push(' ');
        }
        text.truncate(size);
        if text.ends_with(' ') {
            text.pop();
            text.push('s');
        }
        text
    }

    pub(crate) fn bytes(&mut self, size: usize) -> Vec<u8> {
        (0..size).map(|_| self.next() as u8).collect()
    }
}

pub(crate) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map(|first| first.to_ascii_uppercase())
        .into_iter()
        .chain(letters)
        .collect()
}

const VERBS: &[&str] = &[
    "add",
    "apply",
    "attach",
    "bind",
    "build",
    "clear",
    "collect",
    "compile",
    "convert",
    "create",
    "describe",
    "detach",
    "dispatch",
    "ensure",
    "fetch",
    "filter",
    "find",
    "flush",
    "format",
    "handle",
    "has",
    "is",
    "load",
    "make",
    "merge",
    "normalize",
    "open",
    "parse",
    "prepare",
    "push",
    "read",
    "register",
    "remove",
    "render",
    "replace",
    "reset",
    "resolve",
    "run",
    "send",
    "set",
    "should",
    "sort",
    "start",
    "stop",
    "store",
    "update",
    "validate",
    "with",
    "without",
    "write",
];

const WORDS: &[&str] = &[
    "account",
    "action",
    "adapter",
    "address",
    "amount",
    "anchor",
    "answer",
    "archive",
    "argument",
    "array",
    "aspect",
    "asset",
    "attribute",
    "author",
    "balance",
    "basket",
    "batch",
    "binding",
    "block",
    "border",
    "boundary",
    "branch",
    "bridge",
    "bucket",
    "buffer",
    "builder",
    "bundle",
    "cache",
    "calendar",
    "callback",
    "carrier",
    "catalog",
    "channel",
    "chapter",
    "charset",
    "circle",
    "client",
    "cluster",
    "collection",
    "column",
    "command",
    "comment",
    "compiler",
    "component",
    "condition",
    "connection",
    "console",
    "constraint",
    "container",
    "content",
    "context",
    "contract",
    "control",
    "cookie",
    "corner",
    "counter",
    "country",
    "currency",
    "cursor",
    "customer",
    "daemon",
    "database",
    "decimal",
    "decoder",
    "default",
    "definition",
    "delay",
    "delivery",
    "depth",
    "detail",
    "device",
    "dialog",
    "digest",
    "dimension",
    "directory",
    "discount",
    "distance",
    "document",
    "domain",
    "driver",
    "duration",
    "edge",
    "editor",
    "element",
    "encoder",
    "engine",
    "entity",
    "entry",
    "envelope",
    "event",
    "example",
    "exchange",
    "exporter",
    "expression",
    "extension",
    "factory",
    "failure",
    "feature",
    "field",
    "fixture",
    "flag",
    "folder",
    "formatter",
    "fragment",
    "frame",
    "function",
    "garden",
    "gateway",
    "generator",
    "grammar",
    "graph",
    "group",
    "guard",
    "handler",
    "harbour",
    "header",
    "height",
    "helper",
    "history",
    "holder",
    "horizon",
    "hostname",
    "identity",
    "image",
    "import",
    "index",
    "inflector",
    "input",
    "inspector",
    "instance",
    "integer",
    "interval",
    "inventory",
    "invoice",
    "island",
    "iterator",
    "journal",
    "kernel",
    "label",
    "language",
    "lantern",
    "layer",
    "layout",
    "ledger",
    "length",
    "level",
    "lexer",
    "library",
    "limit",
    "link",
    "listener",
    "locale",
    "location",
    "locker",
    "logger",
    "machine",
    "mailer",
    "manager",
    "manifest",
    "mapper",
    "margin",
    "marker",
    "matcher",
    "matrix",
    "measure",
    "member",
    "memory",
    "message",
    "metadata",
    "method",
    "middleware",
    "migration",
    "mirror",
    "model",
    "module",
    "moment",
    "monitor",
    "mountain",
    "namespace",
    "network",
    "node",
    "notice",
    "number",
    "object",
    "observer",
    "offset",
    "operation",
    "operator",
    "option",
    "order",
    "origin",
    "outline",
    "output",
    "owner",
    "package",
    "padding",
    "page",
    "pair",
    "panel",
    "parameter",
    "parser",
    "partial",
    "path",
    "pattern",
    "payload",
    "pipeline",
    "platform",
    "pointer",
    "policy",
    "pool",
    "position",
    "prefix",
    "presenter",
    "printer",
    "priority",
    "process",
    "product",
    "profile",
    "project",
    "promise",
    "property",
    "protocol",
    "provider",
    "proxy",
    "quantity",
    "query",
    "queue",
    "range",
    "reader",
    "reason",
    "receiver",
    "record",
    "region",
    "registry",
    "relation",
    "release",
    "renderer",
    "reporter",
    "repository",
    "request",
    "resource",
    "response",
    "result",
    "retry",
    "river",
    "route",
    "router",
    "runner",
    "sample",
    "scanner",
    "schedule",
    "schema",
    "scope",
    "section",
    "segment",
    "sender",
    "sequence",
    "serializer",
    "server",
    "service",
    "session",
    "setting",
    "shape",
    "signal",
    "signature",
    "snapshot",
    "socket",
    "source",
    "stack",
    "stage",
    "statement",
    "station",
    "status",
    "step",
    "storage",
    "stream",
    "string",
    "subject",
    "suffix",
    "summary",
    "switch",
    "symbol",
    "table",
    "target",
    "template",
    "tenant",
    "terminal",
    "thread",
    "ticket",
    "timer",
    "token",
    "topic",
    "tracker",
    "transformer",
    "transition",
    "translator",
    "transport",
    "tree",
    "trigger",
    "type",
    "union",
    "unit",
    "update",
    "valley",
    "value",
    "variable",
    "vector",
    "version",
    "view",
    "visitor",
    "volume",
    "watcher",
    "weight",
    "widget",
    "width",
    "window",
    "worker",
    "wrapper",
    "writer",
    "zone",
];
