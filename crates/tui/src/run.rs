//! Takes over the terminal, runs the [`App`] on it, and always restores it.

use std::io::{self, Stdout, stdout};
use std::mem::ManuallyDrop;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::style::{Print, force_color_output};
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use signal_hook::consts::{SIGCONT, SIGTSTP};

use crate::app::{App, TerminalAction};
use crate::job::JobResult;

enum Message {
    Input(Event),
    JobDone(JobResult),
    /// A signal asked the program to end.
    Stop,
    /// A signal asked the program to suspend itself.
    Suspend,
    /// The program was suspended from outside, and has resumed.
    Continue,
}

/// The reason why the screen was closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gone {
    Left,
    /// A signal ended it, or the terminal was closed.
    Ended,
}

/// The width of the terminal at standard output; `None` if standard output isn't a terminal.
pub fn terminal_columns() -> Option<usize> {
    let columns = ratatui::crossterm::terminal::size().ok()?.0;
    std::io::IsTerminal::is_terminal(&io::stdout()).then_some(columns.into())
}

/// Runs until the user leaves. Restores the terminal before returning, even after a panic.
pub fn run(app: &mut App) -> io::Result<Gone> {
    let mut screen = TerminalGuard::take()?;
    let (sender, messages) = mpsc::channel();
    listen(&sender);
    let begun = Instant::now();
    let size = screen.terminal.size()?;
    app.input(&Event::Resize(size.width, size.height));
    loop {
        // The theme already takes NO_COLOR into account, and its palette can change, so the backend must not apply
        // NO_COLOR as well.
        force_color_output(app.in_color());
        app.advance(begun.elapsed());
        for job in app.take_jobs() {
            let sender = sender.clone();
            thread::Builder::new().name("thinking".to_owned()).spawn(move || {
                // Sending fails only when the program is ending.
                let _ = sender.send(Message::JobDone(job.run()));
            })?;
        }
        let given_back = GIVEN_BACK.lock().unwrap_or_else(PoisonError::into_inner);
        if !*given_back && screen.terminal.draw(|frame| app.paint(frame.area(), frame.buffer_mut())).is_err() {
            // The terminal was closed.
            return Ok(Gone::Ended);
        }
        drop(given_back);
        if app.take_bell() {
            // The next frame notices a closed terminal.
            let _ = execute!(stdout(), Print('\u{7}'));
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
        // Handle everything that arrived before the next frame.
        for message in first.into_iter().chain(messages.try_iter().take(1000)) {
            let flow = match message {
                Message::Input(event) => {
                    resized |= matches!(event, Event::Resize(..));
                    app.input(&event)
                }
                Message::JobDone(result) => {
                    app.job_done(&result);
                    TerminalAction::Continue
                }
                Message::Stop => return Ok(Gone::Ended),
                Message::Suspend => TerminalAction::Suspend,
                Message::Continue => {
                    // The shell has changed the terminal's modes, but crossterm assumes that raw mode is still on, and
                    // would not set it again without turning it off first. SIGCONT also arrives when the terminal is
                    // closed; in that case entering fails.
                    let _ = disable_raw_mode();
                    if enter().is_err() {
                        return Ok(Gone::Ended);
                    }
                    resized = true;
                    TerminalAction::Continue
                }
            };
            match flow {
                TerminalAction::Continue => {}
                TerminalAction::End => return Ok(Gone::Left),
                TerminalAction::Suspend => {
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

/// Turns keys and signals into messages.
fn listen(sender: &Sender<Message>) {
    let keys = sender.clone();
    thread::spawn(move || {
        while let Ok(event) = event::read() {
            if keys.send(Message::Input(event)).is_err() {
                return;
            }
        }
        // The terminal was closed.
        let _ = keys.send(Message::Stop);
    });
    let end = sender.clone();
    // Without a handler, the signal ends the program at once, which also leaves the journal complete.
    let _ = ctrlc::set_handler(move || {
        let _ = end.send(Message::Stop);
    });
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

/// The terminal, which is in full-screen mode until this is dropped.
struct TerminalGuard {
    /// Never dropped: [`leave`] has already shown the cursor, and if the terminal is closed, ratatui's attempt to show
    /// it would print an error, which panics.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
}

impl TerminalGuard {
    fn take() -> io::Result<TerminalGuard> {
        restore_when_panicking();
        let terminal = nothing_painted()?;
        // If entering fails halfway, dropping this restores the terminal.
        let screen = TerminalGuard { terminal };
        enter()?;
        Ok(screen)
    }

    /// Restores the terminal, suspends the program, and takes over the terminal again when it resumes.
    fn pause(&mut self) -> io::Result<()> {
        leave();
        signal_hook::low_level::emulate_default_handler(SIGTSTP)?;
        enter()?;
        self.terminal = nothing_painted()?;
        Ok(())
    }

    /// Repaints everything. If a window was shrunk and enlarged between two frames, its contents are lost, although the
    /// size is unchanged.
    fn anew(&mut self) -> io::Result<()> {
        // If the terminal is closed, the next frame notices that.
        let _ = execute!(stdout(), Clear(ClearType::All));
        self.terminal = nothing_painted()?;
        Ok(())
    }
}

/// A terminal whose next frame paints every cell. `Terminal::clear` can't be used for this, because it asks the
/// terminal for the cursor's position, and the thread that reads keys would receive the answer.
fn nothing_painted() -> io::Result<ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>> {
    Terminal::new(CrosstermBackend::new(stdout())).map(ManuallyDrop::new)
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        leave();
    }
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, Clear(ClearType::All), EnableMouseCapture, EnableBracketedPaste, Hide)
}

fn leave() {
    // If this fails, the terminal is closed.
    let _ = execute!(stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// Set to true after a panic has restored the terminal. Locked while a frame is being painted.
static GIVEN_BACK: Mutex<bool> = Mutex::new(false);

/// Restores the terminal before a panic message is printed, so that the message can be read. A panic on an engine
/// thread doesn't end the program; the game screen reports it.
fn restore_when_panicking() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let earlier = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if thread::current().name() != Some("thinking") {
                // Wait until no frame is being painted, and prevent further frames. If this thread itself is painting,
                // it already holds the lock.
                for _ in 0..100 {
                    if let Ok(mut given_back) = GIVEN_BACK.try_lock() {
                        *given_back = true;
                        break;
                    }
                    thread::sleep(Duration::from_millis(1));
                }
                leave();
                earlier(panic);
            }
        }));
    });
}
