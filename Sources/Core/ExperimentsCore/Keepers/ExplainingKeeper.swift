/// A keeper that can explain why a key has its value, for example which condition decided it.
///
/// The dashboard shows the explanation in the details of a key, and `experiments get KEY --details` prints it. **To
/// implement it**, return one line for each thing that was considered, with its verdict and its depth:
///
/// ```swift
/// func explanation(of name: String) -> [ExplanationLine] {
///     [
///         ExplanationLine("condition beta testers: \"long\"", .chosen),
///         ExplanationLine("user.group is beta (it is beta)", .passed, depth: 1),
///         ExplanationLine("otherwise: \"short\"", .passed),
///     ]
/// }
/// ```
public protocol ExplainingKeeper: RemoteConfigKeeper {
    /// Returns what was evaluated for a key in the current snapshot, in order, or an empty array if there is nothing to
    /// explain. May be called on any thread. Must not do I/O.
    ///
    /// - Parameter name: the name of the key.
    func explanation(of name: String) -> [ExplanationLine]
}

/// A line of an explanation, to be read by people.
public struct ExplanationLine: Sendable, Hashable {
    /// The result of what the line describes.
    public enum Verdict: Sendable, Hashable {
        /// The step supplied the value.
        case chosen
        /// The step applies, but something else supplied the value.
        case passed
        /// The step does not apply, or was not evaluated.
        case failed
        /// The step could not be evaluated.
        case problem
        /// The line is only a remark.
        case note
    }

    /// The indentation of the line: a condition belongs to the line above it with less indentation.
    public let depth: Int
    /// The text of the line.
    public let text: String
    /// The result that the line describes.
    public let verdict: Verdict

    /// Creates a line.
    public init(_ text: String, _ verdict: Verdict = .note, depth: Int = 0) {
        self.text = text
        self.verdict = verdict
        self.depth = depth
    }
}

/// A keeper whose source reports how it divides users, so that a project file does not have to repeat it.
package protocol SplitKeeper: RemoteConfigKeeper {
    /// Returns how users are divided, as far as the current content shows. Does no I/O, but may take milliseconds for
    /// each subject.
    ///
    /// - Parameters:
    ///   - subjects: the experiments and keys to look at, by their names at the source.
    ///   - users: the number of users to simulate.
    func splits(of subjects: Set<String>, users: Int) -> [ExperimentSplit]

    /// Whether the current content is the published one. It is false while the keeper shows the values of a draft.
    var dividesAsPublished: Bool { get }
}

extension SplitKeeper {
    package var dividesAsPublished: Bool { true }
}

/// How a source divides users among the arms of an experiment or a rollout.
///
/// Only users who meet the conditions are counted. Other requirements on users are not included.
package struct ExperimentSplit: Sendable, Hashable {
    /// An arm, for a part of the users.
    package struct Arm: Sendable, Hashable {
        /// The name of the arm at the source; nil for the remaining users, for whom nothing decides.
        package var name: String?
        /// The text of the value; nil for the app's own default.
        package var value: String?
        /// The intended share of users, from 0 to 1; nil if the source does not report it.
        package var intended: Double?
        /// The share of simulated users who got it, from 0 to 1; nil if no users were simulated.
        package var simulated: Double?

        /// Creates an arm.
        package init(name: String?, value: String?, intended: Double? = nil, simulated: Double? = nil) {
            self.name = name
            self.value = value
            self.intended = intended
            self.simulated = simulated
        }
    }

    /// The name of the experiment at the source; for a rollout, the name of the flag.
    package var experiment: String
    /// The key whose value it decides.
    package var key: String
    /// The arms, with the control first if the source has one.
    package var arms: [Arm]

    /// Creates a split.
    package init(experiment: String, key: String, arms: [Arm]) {
        self.experiment = experiment
        self.key = key
        self.arms = arms
    }
}
