//! `parlor practice`: replays positions with your mistakes; and `parlor statistics`.

use std::io::{self, BufRead, Write};
use std::time::SystemTime;

use clap::Args;
use parlor_engine::StopFlag;
use parlor_host::{PracticeFile, StudyCache, seconds};
use parlor_review::{Effort, ExerciseRun, ReviewedGames};
use parlor_rules::{Decision, Game};
use parlor_table::Answer;
use parlor_view::typed::{self, Typed};
use parlor_view::{
    Names, exercise_board, indented_reasons, prompt, review_best, statistics_lines, text, verdict_in_words,
};

use crate::exit::{Exit, Failure};
use crate::output::{stderr_line, to_stdout};
use crate::play::talk;
use crate::stores::StoreOption;
use crate::talk::{Completions, Talk, TypedInput};

/// Practise positions in which you made mistakes.
///
/// The positions come from reviewed games. To review games, use parlor review.
#[derive(Args)]
pub(crate) struct Practice {
    /// Practise only this game: canoga, congkak or kono.
    #[arg(value_name = "GAME", value_parser = crate::game(), hide_possible_values = true)]
    game: Option<Game>,
    /// Practise only the mistakes of the player with this name.
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    store: StoreOption,
}

/// Show statistics about all your reviewed games: rounds, wins, costs, grades and luck.
#[derive(Args)]
pub(crate) struct StatisticsCommand {
    /// Count only the rounds of the player with this name.
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    store: StoreOption,
}

impl StatisticsCommand {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let games = games(&self.store)?;
        let found = games.statistics(self.name.as_deref());
        let mut lines = statistics_lines(&found);
        if found.without_review > 0 {
            lines.push("To make the missing reviews, run parlor review --all. Quick reviews don't count.".to_owned());
        }
        to_stdout(|out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))
    }
}

fn games(store: &StoreOption) -> Result<ReviewedGames, Failure> {
    Ok(StudyCache::default().reviewed_games(&*store.read_only()?, &StopFlag::default())?)
}

impl Practice {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let games = games(&self.store)?;
        let file = PracticeFile::standard()?;
        let mut log = file.read();
        let mut mistakes = games.mistakes(self.name.as_deref(), &log, seconds(SystemTime::now()));
        mistakes.retain(|mistake| self.game.is_none_or(|game| mistake.exercise.game() == game));
        if mistakes.is_empty() {
            let how = match games.without_review {
                0 => "Mistakes come from reviewed games: play some games, then run parlor review.".to_owned(),
                1 => "1 game has no review yet. To review it, run parlor review --all.".to_owned(),
                games => format!("{games} games have no review yet. To review them, run parlor review --all."),
            };
            return Err(Failure::CheckFailed(format!("You have no mistakes to practise. {how}")));
        }
        let mut talk = talk();
        let all = mistakes.len();
        for (number, mistake) in mistakes.iter().enumerate() {
            let names = Names::of(&mistake.players);
            talk.say(&format!(
                "\nMistake {} of {all}, from {}, round {}.",
                number + 1,
                mistake.journal.as_deref().unwrap_or("this game"),
                mistake.exercise.round
            ))?;
            let continues = practise(&mut talk, ExerciseRun::new(mistake.exercise.clone()), &names)?;
            log.note(mistake, seconds(SystemTime::now()));
            if let Err(error) = file.write(&log) {
                stderr_line(&format!("Can't save your practice log: {error}"));
            }
            if !continues {
                return Ok(Exit::Fine);
            }
        }
        talk.say("That was the last mistake.")?;
        talk.flush()?;
        Ok(Exit::Fine)
    }
}

/// Runs one exercise until it is solved, revealed or skipped. Returns `false` if the player leaves.
fn practise(talk: &mut Talk<impl BufRead, impl Write>, mut run: ExerciseRun, names: &Names) -> io::Result<bool> {
    let exercise = &run.exercise;
    talk.say("")?;
    talk.say(text::board(&exercise_board(exercise), names).trim_end())?;
    if let Decision::Canoga(thrown) = &exercise.decision {
        talk.say(&format!("Dice: {}", thrown.throw()))?;
    }
    let question = exercise.asked();
    // An example might give away the best choice.
    let words = prompt(&question, names).question;
    let mut completions = typed::completions(&question.ask);
    completions.extend(["show", "skip", "leave"].map(str::to_owned));
    let completions = Completions { words: completions, files: false };
    talk.say("Find a better move than the one played. You can also type show, skip or leave.")?;
    while !run.is_over() {
        let line = match talk.ask(&words, &completions)? {
            TypedInput::End => return Ok(false),
            TypedInput::TooLong => {
                talk.say("That line is too long.")?;
                continue;
            }
            TypedInput::Line(line) => line,
        };
        match line.as_str() {
            "show" => {
                let judged = exercise.judge(exercise.played, Effort::Help, &StopFlag::default());
                let Ok(judged) = judged else { unreachable!("its stop flag is never set") };
                talk.say(&format!("The best choice is {}.", review_best(&judged)))?;
                for reason in indented_reasons(&judged.reasons) {
                    talk.say(&reason)?;
                }
                return Ok(true);
            }
            "skip" | "next" => return Ok(true),
            _ => {}
        }
        match typed::read(&line, &question.ask) {
            Typed::Answer(Answer::Choice(choice)) => {
                if !run.can_try(choice) {
                    talk.say(&format!("No: {}.", question.ask.wanted()))?;
                    continue;
                }
                let verdict = exercise.attempt(choice, Effort::Help, &StopFlag::default());
                let Ok(verdict) = verdict else { unreachable!("its stop flag is never set") };
                talk.say(&verdict_in_words(verdict, exercise.game()))?;
                run.verdict = Some(verdict);
            }
            Typed::Leave => return Ok(false),
            Typed::Unclear(why) => talk.say(&format!("No: {why}"))?,
            _ => talk.say("Type what you would play, or show, skip or leave.")?,
        }
    }
    Ok(true)
}
