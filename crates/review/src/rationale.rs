use parlor_engine::Evaluation;
use parlor_table::Rationale;

/// What a journal records of an evaluation. A call or a colour is a matter of taste, so there is nothing to record.
pub fn rationale(evaluation: &Evaluation) -> Option<Rationale> {
    let Evaluation { value, exact, reasons, plan, .. } = evaluation;
    if reasons.is_empty() {
        return None;
    }
    let rest = plan.get(1..).unwrap_or_default().to_vec();
    let reasons = reasons.iter().map(ToString::to_string).collect();
    Some(Rationale { value: *value, exact: *exact, plan: rest, reasons })
}
