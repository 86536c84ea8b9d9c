//! What holds for all inputs.

use crate::{data, shown};
use proptest::prelude::*;
use rustc_hash::FxHashMap;
use shirabe_package::sort::{Requiring, by_dependencies};
use shirabe_package::{Loader, NamePattern, PackageName, dumper, name, release_date};

struct Node(String, Vec<String>);

impl Requiring for Node {
    fn name(&self) -> &str {
        &self.0
    }

    fn required(&self) -> impl Iterator<Item = &str> {
        self.1.iter().map(String::as_str)
    }
}

proptest! {
    #[test]
    fn a_name_matches_itself_and_its_prefix(text in "[a-z]{1,8}/[a-z]{1,8}", cut in 0usize..8) {
        prop_assert!(NamePattern::new(&text).matches(&text.to_ascii_uppercase()));
        let prefix = format!("{}*", &text[..cut.min(text.len())]);
        prop_assert!(NamePattern::new(&prefix).matches_exactly(&text));
        prop_assert_eq!(PackageName::new(&text.to_ascii_uppercase()), PackageName::new(&text));
    }

    #[test]
    fn names_are_judged_without_failing(text in ".{0,24}") {
        let _ = name::naming_error(&text, false);
        let _ = name::is_platform(&text);
        let _ = NamePattern::new(&text).matches(&text);
    }

    #[test]
    fn dates_print_what_they_read(seconds in -2_000_000_000_i64..4_000_000_000, minutes in -840_i32..840) {
        let date = release_date::ReleaseDate { seconds, offset: minutes * 60 };
        prop_assert_eq!(release_date::parse(&date.to_string()), Some(date));
    }

    #[test]
    fn any_text_as_a_date_is_survived(text in "[0-9T:+. Z-]{0,30}|.{0,12}") {
        let _ = release_date::parse(&text);
    }

    #[test]
    fn dumping_is_settled_after_one_round(
        version in "[0-9]{1,2}\\.[0-9]{1,2}",
        keywords in proptest::collection::vec("[a-z0-9.]{1,4}", 0..6),
        target in "[a-z./]{0,9}",
    ) {
        let text = format!(
            r#"{{"name": "a/a", "version": "{version}", "keywords": {keywords:?}, "target-dir": "{target}"}}"#
        );
        let once = dumper::dump(Loader::new().load(data(&text)).unwrap().base());
        let twice = dumper::dump(Loader::new().load(once.clone()).unwrap().base());
        prop_assert_eq!(shown(once), shown(twice));
    }

    #[test]
    fn sorting_loses_nothing(edges in proptest::collection::vec((0usize..7, 0usize..7), 0..20)) {
        let name = |index: usize| format!("p/{index}");
        let nodes: Vec<Node> = (0..7)
            .map(|index| {
                let required = edges.iter().filter(|(from, _)| *from == index);
                Node(name(index), required.map(|(_, to)| name(*to)).collect())
            })
            .collect();
        let mut sorted: Vec<String> = by_dependencies(nodes, &FxHashMap::default())
            .into_iter()
            .map(|node| node.0)
            .collect();
        sorted.sort();
        prop_assert_eq!(sorted, (0..7).map(name).collect::<Vec<_>>());
    }
}
