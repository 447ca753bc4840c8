//! Shell completions and manual pages.

use std::io;
use std::path::PathBuf;

use clap::{Arg, Args, Command, CommandFactory, Subcommand, ValueHint};
use clap_complete::Shell;
use parlor_view::capitalised;

use crate::exit::{Exit, Failure};
use crate::options::PlayOptions;
use crate::output::to_stdout;
use crate::{Arguments, GAMES};

/// Print the completion script for a shell.
///
/// For bash: parlor completions bash > ~/.local/share/bash-completion/completions/parlor
#[derive(Args)]
pub(crate) struct CompletionsCommand {
    shell: Shell,
}

impl CompletionsCommand {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        to_stdout(|out| out.write_all(completion_script(self.shell).as_bytes()))
    }
}

/// The commands whose arguments are names of games.
const TAKE_GAMES: [&str; 4] = ["continue", "export", "review", "verify"];

/// The arguments of the program as shells see them: with the three games as commands. `clap_complete` can't complete a
/// program whose first argument is either a value or a command, and its scripts for Elvish and PowerShell complete no
/// values at all.
fn arguments_for_shells() -> Command {
    let command = PlayOptions::augment_args(Command::new("parlor").version(env!("PARLOR_VERSION")));
    let games =
        GAMES.map(|game| PlayOptions::augment_args(Command::new(game)).about(format!("Play {}", capitalised(game))));
    crate::Command::augment_subcommands(command).subcommands(games)
}

/// The script made by `clap_complete`, and the completion of the names of games, because it completes values from the
/// user's files only with an unstable feature.
fn completion_script(shell: Shell) -> String {
    let mut command = arguments_for_shells();
    if shell == Shell::Zsh {
        let marked = |argument: Arg| {
            let is_name = argument.is_positional() || argument.get_id() == "remove";
            if is_name { argument.value_hint(NAMES_OF_GAMES) } else { argument }
        };
        for name in TAKE_GAMES.into_iter().chain(["journals"]) {
            command = command.mut_subcommand(name, |command| command.mut_args(marked));
        }
    }
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "parlor", &mut script);
    let script = String::from_utf8_lossy(&script);
    match shell {
        Shell::Bash => bash_games() + &script.replace("complete -F _parlor ", "complete -F _parlor_and_games "),
        Shell::Fish => script.into_owned() + &fish_games(),
        Shell::Zsh => script.replace(":_email_addresses'", ":_parlor_games'").replacen(
            "_parlor() {",
            &format!("{ZSH_GAMES}\n_parlor() {{"),
            1,
        ),
        _ => script.into_owned(),
    }
}

/// Marks the arguments that are names of games. No argument is an email address.
const NAMES_OF_GAMES: ValueHint = ValueHint::EmailAddress;

/// The arguments of `review` and `verify` may also be files.
const ZSH_GAMES: &str = r#"_parlor_games() {
    local -a games=( ${(f)"$(parlor journals --names 2>/dev/null)"} )
    compadd -V games -a games
    case $words[1] in (review|verify) _files ;; esac
}
"#;

/// Completes names of games in bash, and everything else with clap's function.
fn bash_games() -> String {
    let command = Arguments::command();
    let commands = TAKE_GAMES.iter().filter_map(|name| command.find_subcommand(name));
    // After an option with a value, a name isn't expected.
    let options = commands.flat_map(|command| {
        let valued = command.get_opts().filter_map(|option| option.get_long());
        valued.map(|option| format!("\"{} --{option}\"", command.get_name())).collect::<Vec<_>>()
    });
    format!(
        r#"_parlor_and_games() {{
    _parlor "$@"
    local cur="${{COMP_WORDS[COMP_CWORD]}}" games
    [[ $COMP_CWORD -ge 2 && $cur != -* ]] || return 0
    case "${{COMP_WORDS[1]}} $3" in
        {}) return 0 ;;
    esac
    case "${{COMP_WORDS[1]}}" in
        {}) ;;
        journals) [[ " ${{COMP_WORDS[*]:2:COMP_CWORD-2}} " == *" --remove "* ]] || return 0 ;;
        *) return 0 ;;
    esac
    games=( $(compgen -W "$("$1" journals --names 2>/dev/null)" -- "$cur") )
    [[ ${{#games[@]}} -eq 0 ]] || COMPREPLY=( "${{games[@]}}" )
}}

"#,
        options.collect::<Vec<_>>().join("|"),
        TAKE_GAMES.join("|"),
    )
}

fn fish_games() -> String {
    let line = |command: &str, option: &str| {
        let condition = format!("__fish_parlor_using_subcommand {command}");
        format!("complete -c parlor -n \"{condition}\" {option}-k -a \"(parlor journals --names 2>/dev/null)\"\n")
    };
    // The arguments of the other two may also be files.
    let names = |command: &&str| line(command, if ["continue", "export"].contains(command) { "-f " } else { "" });
    TAKE_GAMES.iter().map(names).chain([line("journals", "-f -l remove -r ")]).collect()
}

/// Write the manual pages into a folder.
#[derive(Args)]
pub(crate) struct Man {
    /// The folder, created if missing.
    folder: PathBuf,
}

impl Man {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let failed = |error: io::Error| Failure::Error(format!("{}: {error}", self.folder.display()));
        std::fs::create_dir_all(&self.folder).map_err(failed)?;
        clap_mangen::generate_to(Arguments::command(), &self.folder).map_err(failed)?;
        Ok(Exit::Fine)
    }
}
