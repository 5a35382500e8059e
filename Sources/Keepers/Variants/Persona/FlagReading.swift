import ExperimentsCore

/// The value of one flag for a persona, and the variant that set it.
public struct FlagReading: Sendable, Hashable {
    /// The name of the flag that was read.
    public let flag: String
    /// The value, or the reason why there is none.
    public let value: Result<JSONValue, FlagProblem>
    /// The ID of the variant that set the value; nil for the base value.
    public let variant: String?

    /// Creates a reading.
    public init(flag: String, value: Result<JSONValue, FlagProblem>, variant: String?) {
        self.flag = flag
        self.value = value
        self.variant = variant
    }
}

/// A flag whose value differs between two personas, or before and after a change.
public struct FlagChange: Sendable, Hashable {
    /// The reading before; nil if the flag did not exist.
    public let before: FlagReading?
    /// The reading after; nil if the flag no longer exists.
    public let after: FlagReading?

    /// The name of the flag whose reading changed.
    public var flag: String { after?.flag ?? before?.flag ?? "" }

    /// Returns the flags whose values differ, in the order of `after`, followed by those that no longer exist.
    public static func changes(from before: [FlagReading], to after: [FlagReading]) -> [FlagChange] {
        let old = Dictionary(before.map { ($0.flag, $0) }) { first, _ in first }
        let names = Set(after.map(\.flag))
        let changed = after.compactMap { reading -> FlagChange? in
            let earlier = old[reading.flag]
            return earlier?.value == reading.value ? nil : FlagChange(before: earlier, after: reading)
        }
        return changed + before.filter { !names.contains($0.flag) }.map { FlagChange(before: $0, after: nil) }
    }
}
