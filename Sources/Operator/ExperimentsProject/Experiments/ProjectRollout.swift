import ExperimentsSupport

/// A rollout that a project declares: a value of a key that goes out in steps while nothing is harmed.
///
/// It is one condition of the source's template, with the name of the rollout.
public struct ProjectRollout: Sendable, Hashable {
    /// The reaction to a guardrail that is harmed.
    public enum HarmReaction: String, Sendable, Hashable, CaseIterable {
        /// All users get the old value again.
        case back
        /// Nothing changes until a person decides.
        case hold
    }

    /// The reaction to a lack of exposures.
    public enum SilenceReaction: String, Sendable, Hashable, CaseIterable {
        /// It does not go on.
        case hold
        /// It goes on, for example because exposures are imported once a day.
        case ignore
    }

    /// The default time that each step lasts at least.
    public static let usualHold: Duration = .seconds(24 * 3600)

    /// The name for people, and of the condition in the template.
    public var name: String
    /// The declared key whose value goes out.
    public var key: String
    /// The new value.
    public var value: String
    /// The name of the source whose template is changed.
    public var source: String
    /// The declared experiment whose results decide.
    public var experiment: String
    /// The shares of users who get the new value, in percent, each larger than the one before.
    public var steps: [Double]
    /// The time that each step lasts at least.
    public var hold: Duration = usualHold
    /// The number of users who must have been exposed to the new value in each step.
    public var users = 0
    /// The metrics that must be safe.
    public var guardrails: [String]
    /// The goal that must not get worse; nil for none.
    public var goal: String?
    /// What happens when a guardrail is harmed, or the goal gets worse.
    public var onHarm = HarmReaction.back
    /// What happens when there are no exposures for an hour.
    public var onSilence = SilenceReaction.hold
    /// Whether an open dashboard and `serve` make the steps.
    public var isAutomatic = false

    /// Creates a rollout.
    public init(
        name: String, key: String, to value: String, source: String, experiment: String, steps: [Double],
        guardrails: [String]
    ) {
        self.name = name
        self.key = key
        self.value = value
        self.source = source
        self.experiment = experiment
        self.steps = steps
        self.guardrails = guardrails
    }

    /// The seed of its percentage. Users who have the new value keep it while the share grows.
    public var seed: String { Self.seed(of: name) }

    /// The longest seed that the service accepts.
    private static let longestSeed = 32

    /// Returns the seed for a name: lower case, with a hyphen for everything that a seed cannot contain.
    static func seed(of name: String) -> String {
        var seed = ""
        for byte in name.lowercased().utf8 {
            if byte.isASCIILetterOrDigit {
                seed.unicodeScalars.append(Unicode.Scalar(byte))
            } else if !seed.isEmpty, seed.utf8.last != UInt8(ascii: "-") {
                seed.append("-")
            }
        }
        var short = seed.prefix(longestSeed)
        while short.utf8.last == UInt8(ascii: "-") { short.removeLast() }
        return String(short)
    }
}
