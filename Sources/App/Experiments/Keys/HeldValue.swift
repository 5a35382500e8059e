import ExperimentsCore

/// A value of any type, as the service resolves it.
struct HeldValue<Value: Sendable>: HoldingRemoteValue, ExperimentalGroupTrackable {
    /// The value; nil for the key's default.
    let value: Value?
    let remoteText: String
    let experiment: String?

    static var heldType: Any.Type { Value.self }

    /// Nothing: the default is the key's.
    static var `default`: HeldValue { HeldValue(value: nil, remoteText: "", experiment: nil) }

    /// Any text: the key says more.
    static var schema: ValueSchema { ValueSchema(kind: .string) }

    /// Refuses every text: only the key can read one.
    static func decode(_ text: String) throws(IncorrectValue) -> HeldValue {
        throw IncorrectValue(expected: "a \(Value.self)", found: text, reason: "read without its key")
    }

    var experimentalGroupKey: String { experiment ?? "" }
    var experimentalGroupValue: String {
        (value as? any ExperimentalGroupTrackable)?.experimentalGroupValue ?? remoteText
    }
    var shouldTrack: Bool { experiment != nil && (value as? any BaselinableRemoteValue)?.baseline != true }
}
