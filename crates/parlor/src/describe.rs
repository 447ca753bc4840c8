//! Shell completions and manual pages.

use std::io;
use std::path::PathBuf;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::Arguments;
use crate::exit::{Exit, Failure};
use crate::output::to_stdout;

/// Print the completion script for a shell.
///
/// For bash: parlor completions bash > ~/.local/share/bash-completion/completions/parlor
#[derive(Args)]
pub(crate) struct CompletionsCommand {
    shell: Shell,
}

impl CompletionsCommand {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "parlor", &mut script);
        let mut script = String::from_utf8(script).map_err(|error| error.to_string())?;
        match self.shell {
            Shell::Bash => {
                script = script.replace("complete -F _parlor ", "complete -F _parlor_and_games ");
                script.insert_str(0, &bash_games());
            }
            Shell::Fish => script.push_str(&fish_games()),
            _ => {}
        }
        to_stdout(|out| out.write_all(script.as_bytes()))
    }
}

/// The commands whose arguments are names of games.
const TAKE_GAMES: [&str; 4] = ["continue", "export", "review", "verify"];

/// Completes names of games in bash, and everything else with clap's function. `clap_complete` completes values from the
/// user's files only with an unstable feature.
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
