import ExperimentsCore

/// Wraps a value of any type in one that the service can resolve.
struct HeldValue<Value: Sendable>: HoldingRemoteValue, ExperimentalGroupTrackable {
    /// The value; nil for the key's default.
    let value: Value?
    let remoteText: String
    let experiment: String?

    static var heldType: Any.Type { Value.self }

    /// Has no value, because the default is that of the key.
    static var `default`: HeldValue { HeldValue(value: nil, remoteText: "", experiment: nil) }

    /// Allows any text, because only the key knows which texts are valid.
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
