import ExperimentsCore
import ExperimentsProject
import Foundation

/// The words that commands and the dashboard share for rollouts.
package enum RolloutWords {
    /// The word for a stop, in the description of a version.
    static let stopped = "stopped"

    /// Returns a share: `5%`, `0.5%`.
    package static func percent(_ percent: Double) -> String { number(percent) + "%" }

    /// Returns a share in percent as conditions have it, without an exponent: `0.000001`, not `1e-06`.
    static func number(_ percent: Double) -> String {
        let text = NumberText.text(of: percent)
        guard text.utf8.contains(UInt8(ascii: "e")) else { return text }
        return String(format: "%.6f", percent)
    }

    /// Returns the state, to follow the name: `is at 5%`.
    package static func words(for state: RolloutState) -> String {
        switch state {
        case .absent: "has not started"
        case .complete: "is finished: the new value is the default"
        case .present(let share, .going): "is at \(percent(share))"
        case .present(let share, .stopped): "is stopped at \(percent(share))"
        case .present(_, .takenBack): "was taken back"
        case .edited(let change): "has a condition that does not match the project file: \(change)"
        case .withoutValue: "has a condition that gives its key no value"
        }
    }

    /// Returns the title of a change, for a question: `Publish TITLE to project shop`.
    package static func title(_ action: RolloutAction, of rollout: ProjectRollout) -> String {
        let name = Quotation.of(rollout.name)
        return switch action {
        case .start: "the start of rollout \(name)"
        case .step(let share): "the step of rollout \(name) to \(percent(share))"
        case .stop: "the stop of rollout \(name)"
        case .back: "the old value to all users of rollout \(name)"
        case .finish:
            "the end of rollout \(name), with \(Quotation.of(rollout.value, limit: 60)) as the default"
        }
    }

    /// Returns the steps as a bar: a filled cell for each step that was reached.
    package static func bar(_ rollout: ProjectRollout, at share: Double, isPlain: Bool = false) -> String {
        rollout.steps.map { $0 <= share ? (isPlain ? "#" : "▰") : (isPlain ? "-" : "▱") }.joined()
    }

    /// Returns a time in UTC.
    static func time(_ date: Date) -> String { RFC3339.text(of: date) }

    /// Returns a text of at most this number of characters.
    static func cut(_ text: String, to count: Int) -> String {
        text.count > count ? String(text.prefix(count - 1)) + "…" : text
    }
}
