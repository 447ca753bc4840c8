use parlor_engine::kono::*;
use parlor_rules::{Seat, kono::*};
fn main() {
    for n in [5, 7, 9] {
        let size = Size::new(n).unwrap();
        let s = Standing::new(size).choose(Seat::Human, Color::White);
        let mut t = Thinker::new(size, 18);
        let cpu = || std::fs::read_to_string("/proc/thread-self/schedstat").unwrap().split(' ').next().unwrap().parse::<u64>().unwrap();
        let c = cpu();
        let r = t.think(&s, Limits { nodes: Some(5_000_000), ..Default::default() }, |t| println!("{} {:.2} {} {}", t.depth, t.value, t.nodes, t.line.iter().map(|m| m.to_string()).collect::<Vec<_>>().join("; "))).unwrap();
        println!("{n}: {:.2} Mnps", r.nodes as f64 * 1e3 / (cpu() - c) as f64);
    }
}
