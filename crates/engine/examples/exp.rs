use std::ops::ControlFlow;
use parlor_engine::canoga::Solution; use parlor_rules::canoga::{Size,Squares};
fn main(){let a:Vec<String>=std::env::args().collect();
let tol: f32 = a[2].parse().unwrap();
let s=Solution::solve_to(Size::for_study(a[1].parse().unwrap()).unwrap(), tol, |p|{if a.len()>3{println!("{p:?}")}; ControlFlow::Continue(())}).unwrap();
println!("{:?} {}", s, s.value(Squares::NONE,Squares::NONE));
let st=std::fs::read_to_string("/proc/self/status").unwrap(); for l in st.lines().filter(|l|l.starts_with("VmHWM")){println!("{l}")}
}
