//! The terminal: taken over, listened to, painted on, and given back whatever happens.

use std::io::{self, Stdout, stdout};
use std::mem::ManuallyDrop;
use std::sync::Once;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::style::force_color_output;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

#[cfg(unix)]
use signal_hook::consts::{SIGCONT, SIGTSTP};

use crate::app::{App, Flow};
use crate::job::JobResult;

/// Something that the loop waits for.
enum Message {
    Input(Event),
    JobDone(JobResult),
    /// A signal asks for the end.
    Stop,
    /// A signal asks for a pause.
    Suspend,
    /// The program was stopped by others, and goes on.
    Continue,
}

/// Why the screen is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gone {
    /// Somebody left.
    Left,
    /// A signal ended it, or the terminal went away.
    Ended,
}

/// Plays until somebody leaves. The terminal is as it was before when this returns, or panics.
pub fn run(app: &mut App) -> io::Result<Gone> {
    let mut screen = Screen::take()?;
    // The theme decides about colours, and was itself decided by NO_COLOR unless somebody asked for one.
    force_color_output(app.in_color());
    let (sender, messages) = mpsc::channel();
    listen(&sender);
    let begun = Instant::now();
    let size = screen.terminal.size()?;
    app.input(&Event::Resize(size.width, size.height));
    loop {
        app.advance(begun.elapsed());
        for job in app.take_jobs() {
            let sender = sender.clone();
            thread::Builder::new().name("thinking".to_owned()).spawn(move || {
                // Nobody listens any more once the program ends.
                let _ = sender.send(Message::JobDone(job.run()));
            })?;
        }
        if screen.terminal.draw(|frame| app.paint(begun.elapsed(), frame.area(), frame.buffer_mut())).is_err() {
            // The terminal is gone.
            return Ok(Gone::Ended);
        }
        let now = begun.elapsed();
        let first = match app.wake(now) {
            None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(at) => messages.recv_timeout(at.saturating_sub(now)),
        };
        let first = match first {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return Ok(Gone::Ended),
        };
        let mut resized = false;
        // Whatever else has come meanwhile is painted at once.
        for message in first.into_iter().chain(messages.try_iter().take(1000)) {
            let flow = match message {
                Message::Input(event) => {
                    resized |= matches!(event, Event::Resize(..));
                    app.input(&event)
                }
                Message::JobDone(result) => {
                    app.job_done(result);
                    Flow::Continue
                }
                Message::Stop => return Ok(Gone::Ended),
                Message::Suspend => Flow::Suspend,
                Message::Continue => {
                    // Whoever had the terminal meanwhile has changed its modes, which are set only where they are
                    // thought to be others. A terminal that goes away says this too.
                    let _ = disable_raw_mode();
                    if enter().is_err() {
                        return Ok(Gone::Ended);
                    }
                    resized = true;
                    Flow::Continue
                }
            };
            match flow {
                Flow::Continue => {}
                Flow::End => return Ok(Gone::Left),
                Flow::Suspend => {
                    screen.pause()?;
                    let size = screen.terminal.size()?;
                    app.input(&Event::Resize(size.width, size.height));
                }
            }
        }
        if resized {
            screen.anew()?;
        }
    }
}

/// Keys and signals become messages.
fn listen(sender: &Sender<Message>) {
    let keys = sender.clone();
    thread::spawn(move || {
        while let Ok(event) = event::read() {
            if keys.send(Message::Input(event)).is_err() {
                return;
            }
        }
        // The terminal is gone.
        let _ = keys.send(Message::Stop);
    });
    let end = sender.clone();
    // Where no handler can be set, the signal ends the program at once, and the journal has everything.
    let _ = ctrlc::set_handler(move || {
        let _ = end.send(Message::Stop);
    });
    #[cfg(unix)]
    if let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGTSTP, SIGCONT]) {
        let pause = sender.clone();
        thread::spawn(move || {
            for signal in signals.forever() {
                let message = if signal == SIGTSTP { Message::Suspend } else { Message::Continue };
                if pause.send(message).is_err() {
                    return;
                }
            }
        });
    }
}

/// A terminal that is ours until this is dropped.
struct Screen {
    /// Never dropped: it would show the cursor once more, which [`leave`] has done, and complain where nobody
    /// hears it when the terminal is gone, which ends in a panic.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
}

impl Screen {
    fn take() -> io::Result<Screen> {
        restore_when_panicking();
        let terminal = nothing_painted()?;
        // From here on dropping it gives the terminal back, should the next lines fail.
        let screen = Screen { terminal };
        enter()?;
        Ok(screen)
    }

    /// Gives the terminal back, stops as Ctrl-Z does, and takes the terminal again when the program goes on.
    fn pause(&mut self) -> io::Result<()> {
        leave();
        #[cfg(unix)]
        signal_hook::low_level::emulate_default_handler(SIGTSTP)?;
        enter()?;
        self.terminal = nothing_painted()?;
        Ok(())
    }

    /// Paints everything again. A window that became smaller and then as large as it was has lost what was
    /// painted there, though its size tells nothing about it.
    fn anew(&mut self) -> io::Result<()> {
        // If the terminal is gone, painting finds that out.
        let _ = execute!(stdout(), Clear(ClearType::All));
        self.terminal = nothing_painted()?;
        Ok(())
    }
}

/// A terminal that knows that nothing is painted yet. (To clear one that is used already would ask the terminal
/// where its cursor is, and wait for an answer that the listening thread takes.)
fn nothing_painted() -> io::Result<ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>> {
    Terminal::new(CrosstermBackend::new(stdout())).map(ManuallyDrop::new)
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, Clear(ClearType::All), EnableMouseCapture, EnableBracketedPaste, Hide)
}

fn leave() {
    // There is nothing else to try, and nobody to tell.
    let _ = execute!(stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// What a panic says must be readable, so the terminal is given back before it. A thread that thinks may
/// fail without anybody's game ending.
fn restore_when_panicking() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let earlier = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if thread::current().name() != Some("thinking") {
                leave();
                earlier(panic);
            }
        }));
    });
}
