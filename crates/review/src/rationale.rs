use parlor_engine::Evaluation;
use parlor_table::Rationale;

/// The part of an evaluation that a journal records. `None` for calls and colours, which are a matter of taste.
pub fn rationale(evaluation: &Evaluation) -> Option<Rationale> {
    let Evaluation { value, exact, reasons, plan, .. } = evaluation;
    if reasons.is_empty() {
        return None;
    }
    let rest = plan.get(1..).unwrap_or_default().to_vec();
    let reasons = reasons.iter().map(|reason| reason.to_string().into_boxed_str().into_string()).collect();
    Some(Rationale { value: *value, exact: *exact, plan: rest, reasons })
}
