import ExperimentsCore
import ExperimentsOperator

/// What is said of a team's changes.
package enum TeamWords {
    /// What somebody changed, from what to what: `override paywall: none -> b, by eve in experiments override set`.
    package static func sentence(_ step: OverrideStep) -> String {
        let reversal: OverrideReversal? =
            switch step.kind {
            case .edit: nil
            case .undo: .undo
            case .redo: .redo
            }
        return OverrideWords.sentence(step.title, reversal, step.changes, by: step.origin)
    }
}
