//! `parlor --help`: the commands in groups, because clap would list all of them in a single group.

use std::fmt::Write;

use clap::Command;

/// Every visible command is in exactly one group.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Play", &["continue", "practice", "web"]),
    ("Past games", &["journals", "review", "statistics", "verify"]),
    ("Files", &["export", "import", "check", "convert", "show"]),
    ("For courses", &["follows", "compare", "cases", "perft"]),
    ("For programs", &["rpc", "arena", "bench", "solve", "completions"]),
    ("For hosts", &["worker", "store", "health"]),
];

/// The arguments of the program, with the commands in the help listed by group. By default, the help is as wide as the
/// terminal.
pub(crate) fn with_groups(command: Command, width: Option<usize>) -> Command {
    let sized = |command: Command| match width {
        Some(width) => command.term_width(width),
        None => command,
    };
    let header = *command.get_styles().get_header();
    let mut groups = String::new();
    for (title, names) in GROUPS {
        let members = names.iter().filter_map(|name| command.find_subcommand(name)).cloned();
        // clap wraps and colours the list of each group as it would the list of all commands.
        let group = Command::new("group").disable_help_subcommand(true).help_template("{subcommands}");
        let mut group = sized(group.subcommands(members));
        let _ = write!(groups, "{header}{title}:{header:#}\n{}\n\n", group.render_help().ansi().to_string().trim_end());
    }
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}parlor help COMMAND explains a command.\n\n\
         {header}Arguments:{header:#}\n{{positionals}}\n\n{header}Options:{header:#}\n{{options}}"
    );
    sized(command.help_template(template))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::Arguments;

    fn help(width: usize) -> String {
        with_groups(Arguments::command(), Some(width)).render_long_help().to_string()
    }

    #[test]
    fn every_visible_command_is_in_one_group() {
        let command = Arguments::command();
        let mut visible: Vec<&str> =
            command.get_subcommands().filter(|command| !command.is_hide_set()).map(Command::get_name).collect();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        visible.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, visible);
        let help = help(100);
        for name in visible {
            let lines = help.lines().filter(|line| line.trim_start().split(' ').next() == Some(name));
            assert_eq!(lines.count(), 1, "{name}\n{help}");
        }
        for (title, _) in GROUPS {
            assert!(help.contains(&format!("{title}:\n")), "{title}\n{help}");
        }
    }

    #[test]
    fn help_fits_the_terminal() {
        for width in [60, 80, 120] {
            let help = help(width);
            let longest = help.lines().map(|line| line.chars().count()).max();
            assert!(longest <= Some(width), "{width}: {longest:?}\n{help}");
        }
    }

    /// An installed program doesn't include the documentation and tools of the repository.
    #[test]
    fn help_mentions_only_installed_files() {
        fn check(command: &mut Command) {
            let help = command.render_long_help().to_string();
            for word in ["docs/", "cargo ", "xtask"] {
                assert!(!help.contains(word), "{word}: {help}");
            }
            command.get_subcommands_mut().for_each(check);
        }
        check(&mut Arguments::command());
    }
}
