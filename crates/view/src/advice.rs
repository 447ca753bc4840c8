use parlor_engine::{Help, Judged, Outlook};
use parlor_rules::kono::Move;
use parlor_rules::{Choice, Decision, Level, congkak};

/// Advice for a player, in words. It decides nothing.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Advice {
    /// What the program would do, a sentence each.
    pub words: Vec<String>,
    /// Why, a sentence each.
    pub reasons: Vec<String>,
    /// Every choice, the best first, with what it costs.
    pub ranked: Vec<Ranked>,
    /// What else is worth knowing, a line each.
    pub more: Vec<String>,
}

/// A choice in a ranking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// What it is.
    pub name: String,
    /// What it costs against the best, in words; nothing is said of the best.
    pub cost: String,
}

impl Advice {
    /// What the engine found, in words.
    pub fn of(help: &Help) -> Advice {
        match &help.decision {
            Decision::Call | Decision::Color(_) => Advice::nothing(),
            Decision::Dice(_) => before_throw(help),
            Decision::Congkak(position) => {
                Advice { more: vec![gains(position, &help.ranked)], ..ranking(&help.ranked, "seeds") }
            }
            Decision::Canoga(_) | Decision::Kono(_) => ranking(&help.ranked, "points"),
        }
    }

    /// There is a question, but nothing about it that the engine knows better.
    pub fn nothing() -> Advice {
        Advice::just("There is nothing to advise here: choose as you like.")
    }

    /// There is no board yet.
    pub fn no_board() -> Advice {
        Advice::just("There is no board yet, so there is nothing to advise.")
    }

    fn just(words: &str) -> Advice {
        Advice { words: vec![words.to_owned()], ..Advice::default() }
    }

    /// All but the words and their reasons, in lines.
    pub fn other_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let told =
            |Ranked { name, cost }: &Ranked| if cost.is_empty() { name.clone() } else { format!("{name} ({cost})") };
        if let Some((_, others)) = self.ranked.split_first()
            && !others.is_empty()
        {
            lines.push(format!("Otherwise: {}.", others.iter().map(told).collect::<Vec<_>>().join("; ")));
        }
        lines.extend(self.more.iter().cloned());
        lines
    }
}

/// A choice as it is advised.
fn name(choice: Choice) -> String {
    match choice {
        Choice::Kono(Move::Step(piece, direction)) => format!("move the piece at {piece} {direction}"),
        choice => choice.to_string(),
    }
}

/// The best choice with its reasons, and all of them with what they cost.
fn ranking(choices: &[Judged], unit: &str) -> Advice {
    let best = choices.first().expect("help without a choice is an error of the engine's");
    let cost = |judged: &Judged| {
        // A level may take a sure win before a larger hope, so the best isn't always worth the most.
        let cost = best.value - judged.value;
        // What isn't proven is a level's own estimate.
        let sure = best.exact && judged.exact;
        match (cost >= 0.005, cost > -0.005) {
            (true, _) if sure => format!("{cost:.2} {unit} less"),
            (true, _) => format!("about {cost:.1} {unit} less"),
            (false, true) => "as good".to_owned(),
            (false, false) => String::new(),
        }
    };
    let ranked = choices.iter().enumerate().map(|(place, judged)| Ranked {
        name: name(judged.choice),
        cost: if place == 0 { String::new() } else { cost(judged) },
    });
    Advice {
        words: vec![format!("I suggest: {}.", name(best.choice))],
        reasons: best.reasons.iter().map(ToString::to_string).collect(),
        ranked: ranked.collect(),
        more: Vec::new(),
    }
}

/// What each play of Congkak would bring at once, the best first.
fn gains(position: &congkak::Position, ranked: &[Judged]) -> String {
    let gain = |judged: &Judged| {
        let Choice::Congkak(pit) = judged.choice else { unreachable!("a play of Congkak begins in a pit") };
        let after = position.play(pit).expect("the engine ranks legal plays");
        let gained = i64::from(after.store(pit.seat())) - i64::from(position.store(pit.seat()));
        format!("pit {pit} puts {gained} into the store at once")
    };
    format!("All plays: {}.", ranked.iter().map(gain).collect::<Vec<_>>().join("; "))
}

/// Before a throw in Canoga: how it stands, one die or two, and what each sum would best be used for.
fn before_throw(help: &Help) -> Advice {
    let mut advice = if help.ranked.len() > 1 { ranking(&help.ranked, "points") } else { Advice::default() };
    if let Some(Outlook { value, exact, uses }) = &help.outlook {
        let exactly = if *exact { "if both play perfectly" } else { "or thereabouts" };
        advice.more.push(format!("As it stands you can expect {value:+.2} points from this round, {exactly}."));
        let uses = uses.iter().map(|(sum, chosen)| {
            format!("{sum}: {}", chosen.map_or("nothing".to_owned(), |chosen| chosen.to_string()))
        });
        let best = if help.level == Level::Master { "Best for each sum" } else { "For each sum I would choose" };
        advice.more.push(format!("{best}: {}.", uses.collect::<Vec<_>>().join("; ")));
    }
    if advice.words.is_empty() {
        advice.words = std::mem::take(&mut advice.more);
    }
    advice
}
