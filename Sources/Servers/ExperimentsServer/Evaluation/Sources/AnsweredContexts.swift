import ExperimentsCore
import Foundation

/// The results for the contexts of recent requests.
struct AnsweredContexts: Sendable {
    /// The results for a context.
    struct Kept: Sendable {
        /// The source's values; nil if it could not be asked.
        let decided: DecidedSnapshot?
        let answers: FlagAnswers
        let at: Date
        /// The number of changes before.
        let generation: Int
        /// For how many seconds the results are current.
        let lifetime: Double

        /// Whether the results can be returned again at a time, after a number of changes.
        func isCurrent(at time: Date, _ generation: Int) -> Bool {
            generation == self.generation && abs(time.timeIntervalSince(at)) < lifetime
                && answers.validUntil.map { time < $0 } ?? true
        }
    }

    /// The lifetime in seconds of what is evaluated here, because conditions may use the time, and of failures.
    static let shortLifetime = 1.0
    /// The lifetime in seconds of what another server evaluated, unless a fetch ends it earlier.
    static let longLifetime = 10.0

    private var kept: [FlagContext: Kept] = [:]

    /// The results for a context, current or not.
    subscript(context: FlagContext) -> Kept? { kept[context] }

    /// Keeps results. If there are too many, the older half is dropped.
    mutating func keep(_ results: Kept, for context: FlagContext, keyCount: Int) {
        let limit = min(1024, max(64, 65_536 / max(1, keyCount)))
        if kept.count >= limit {
            let middle = kept.values.map(\.at).sorted()[kept.count / 2]
            kept = kept.filter { $0.value.at > middle }
        }
        kept[context] = results
    }
}
