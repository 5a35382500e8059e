import ExperimentsCore
import ExperimentsOperator
import Foundation

// Setting the override that was entered.
extension OverrideEditor {
    /// Sets the override. A value that the key refuses, or that another person changed in the meantime, is set only on
    /// the second request. An invalid end is never accepted.
    mutating func commit(_ state: DashboardState) -> PanelAnswer {
        if problem != nil || (meanwhile != nil && aim.owner == .team), !mayInsist {
            mayInsist = true
            return .stay()
        }
        do throws(OverrideExpiryProblem) {
            let edit = edit(of: state, until: try expiry(at: state.now))
            guard let edit, !edit.entries.isEmpty else {
                return .close([.send(\.overriding, .committed), .say("nothing changed", .warning, seconds: 3)])
            }
            return .close(
                [.send(\.overriding, .committed)] + state.propose(edit, question(edit.entries.count)))
        } catch {
            focusExpiry()
            return .stay([.say(error.message + (error.advice.map { "; " + $0 } ?? ""), .warning)])
        }
    }

    private func question(_ count: Int) -> String {
        fields.contains(.value)
            ? "Override \(count) keys\(aim.scope.titleEnding) with \(Quotation.of(text, limit: 30))?"
            : "Change the notes and ends of \(count) overrides?"
    }

    /// The edit that overrides the keys, keeping what older overrides say besides what was entered.
    private func edit(of state: DashboardState, until end: OverrideExpiry?) -> OverrideEdit? {
        let value = fields.contains(.value) ? text : nil
        let names = keys.map(\.name)
        // The note of an override that was removed meanwhile is dropped.
        let verbs = state.verbs(for: aim)
        return try? verbs.amend(
            value == nil ? names.filter { verbs.override(of: $0) != nil } : names, value: value,
            note: note.text == original.note ? nil : note.text, end: end
        ).aimed(at: aim)
    }
}
