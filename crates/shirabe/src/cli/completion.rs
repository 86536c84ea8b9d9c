//! Shell completion from the table: the scripts that a shell sources, and the answers they ask for.

use super::table::{COMMANDS, CommandSpec, GLOBAL};

/// The completion script of a shell; nothing where the shell is not known.
pub(crate) fn script(shell: &str, program: &str) -> Option<String> {
    let function: String = program
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    Some(match shell {
        "bash" => format!(
            r#"_{function}_complete() {{
    local word words=()
    for word in "${{COMP_WORDS[@]}}"; do words+=("-i$word"); done
    mapfile -t COMPREPLY < <(compgen -W "$("${{COMP_WORDS[0]}}" _complete -n -sbash -a1 "-c$COMP_CWORD" "${{words[@]}}" 2>/dev/null)" -- "${{COMP_WORDS[COMP_CWORD]}}")
}}
complete -o default -F _{function}_complete {program}
"#
        ),
        "zsh" => format!(
            r#"#compdef {program}
_{function}_complete() {{
    local word; local -a asked answers
    for word in "${{words[@]}}"; do asked+=("-i$word"); done
    answers=("${{(@f)$(${{words[1]}} _complete -n -szsh -a1 "-c$((CURRENT - 1))" "${{asked[@]}}" 2>/dev/null)}}")
    compadd -a answers
}}
compdef _{function}_complete {program}
"#
        ),
        "fish" => format!(
            r#"function _{function}_complete
    set -l words (commandline -o)
    set -l at (count (commandline -oc))
    {program} _complete -n -sfish -a1 -c$at (printf -- '-i%s\n' $words) 2>/dev/null
end
complete -c {program} -f -a '(_{function}_complete)'
"#
        ),
        _ => return None,
    })
}

/// What may stand at word `current` (the program's name is word 0). `scripts` and `packages`
/// come from the project.
pub(crate) fn candidates(
    words: &[String],
    current: usize,
    scripts: &[String],
    packages: impl FnOnce() -> Vec<String>,
) -> Vec<String> {
    let typed = words.get(current).map_or("", String::as_str);
    let command = words
        .iter()
        .enumerate()
        .skip(1)
        .find(|(at, word)| *at != current && !word.starts_with('-'))
        .and_then(|(_, word)| by_name(word));
    let mut found: Vec<String> = if typed.starts_with('-') {
        command
            .into_iter()
            .flat_map(CommandSpec::own_flags)
            .chain(GLOBAL)
            .map(|flag| format!("--{}", flag.long))
            .collect()
    } else {
        match command {
            None => COMMANDS
                .iter()
                .filter(|spec| !spec.hidden)
                .map(|spec| spec.name.to_owned())
                .chain(scripts.iter().cloned())
                .collect(),
            Some(spec) => match spec.arguments.first().map(|argument| argument.name) {
                Some("packages") => packages(),
                Some("script") => scripts.to_vec(),
                Some("shell") => ["bash", "fish", "zsh"].map(str::to_owned).to_vec(),
                Some("command_name") => COMMANDS.iter().map(|spec| spec.name.to_owned()).collect(),
                _ => Vec::new(),
            },
        }
    };
    found.retain(|name| name.starts_with(typed));
    found.sort();
    found.dedup();
    found
}

fn by_name(word: &str) -> Option<&'static CommandSpec> {
    COMMANDS
        .iter()
        .find(|spec| spec.name == word || spec.aliases.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(words: &[&str]) -> Vec<String> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        candidates(&words, words.len() - 1, &["test".to_owned()], || {
            vec!["acme/one".to_owned(), "other/two".to_owned()]
        })
    }

    #[test]
    fn commands_flags_scripts_and_packages_are_offered() {
        assert_eq!(ask(&["shirabe", "create"]), ["create-project"]);
        assert!(ask(&["shirabe", ""]).contains(&"test".to_owned()));
        assert_eq!(
            ask(&["shirabe", "dump-autoload", "--class"]),
            ["--classmap-authoritative"]
        );
        assert_eq!(ask(&["shirabe", "update", "ac"]), ["acme/one"]);
        assert_eq!(ask(&["shirabe", "-v", "run", "t"]), ["test"]);
    }
}
