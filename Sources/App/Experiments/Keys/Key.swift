import ExperimentsCore

/// A key that knows the type of its values and its default.
///
/// Declare keys in an extension of ``Keys``, with plain types or remote values, and read them from a service:
///
/// ```swift
/// extension Keys {
///     static let columns = Key("columns", default: 3, in: 1...6)
/// }
///
/// let columns = service[.columns]  // an Int from 1 to 6
/// ```
///
/// A key is a `RemoteKey` like the cases of an enum of keys: both work side by side, in the same service and the same
/// lists.
// Unchecked because the class is not final. All stored properties are constants.
public final class Key<Value: Sendable>: Keys, SelfReadingKey, CustomStringConvertible, @unchecked Sendable {
    /// The value that the app uses if the source has none, or an incorrect one.
    public let defaultValue: Value
    /// How values are made from strings.
    public let reading: ValueReading<Value>
    /// The strings that are valid, and the text of the default.
    public let schema: ValueSchema
    let traits: KeyTraits
    let access: ValueAccess<Value>
    package let declarationProblem: DeclarationProblem?

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - name: the name of the key at the source.
    ///   - reading: the reading that makes values from strings.
    ///   - defaultValue: the value that the app uses if the source has none, or an incorrect one. A default that is not
    ///     valid for the key is reported once, and used anyway.
    public convenience init(_ name: String, _ reading: ValueReading<Value>, default defaultValue: Value) {
        self.init(name, reading, default: defaultValue, access: .plain)
    }

    init(
        _ name: String, _ reading: ValueReading<Value>, default defaultValue: Value,
        access: ValueAccess<Value>
    ) {
        self.reading = reading
        self.defaultValue = defaultValue
        self.access = access
        traits = KeyTraits()
        let text = reading.text(of: defaultValue)
        var schema = reading.schema
        schema.defaultText = text
        self.schema = schema
        declarationProblem = text.flatMap { Self.problem(of: name, reading, defaultText: $0) }
        super.init(name, isAtLaunch: traits.isAtLaunch)
    }

    init(copying key: Key<Value>, _ traits: KeyTraits) {
        reading = key.reading
        defaultValue = key.defaultValue
        schema = key.schema
        declarationProblem = key.declarationProblem
        // Only a wrapper can report an experiment that the value itself does not declare.
        access = traits.experiment == nil ? key.access : .plain
        self.traits = traits
        super.init(key.name, isAtLaunch: traits.isAtLaunch)
    }

    private static func problem(
        of name: String, _ reading: ValueReading<Value>, defaultText: String
    ) -> DeclarationProblem? {
        do throws(IncorrectValue) {
            _ = try reading.value(of: defaultText)
            return nil
        } catch {
            return .refusedDefault(key: name, error)
        }
    }

    /// The name.
    public var description: String { name }

    /// The title, or the name if none was declared.
    public var title: String { traits.title ?? name }

    package var declaredTitle: String? { traits.title }

    /// The group under which the key is listed, if there is one.
    public var group: String? { traits.group }

    /// The summary of the key, if it has one.
    public var summary: String? { traits.summary }

    /// The type that the service resolves the key as: `Value` if that is a remote value, otherwise one that contains
    /// it.
    public var valueType: any RemoteValue.Type { access.valueType }

    /// Checks whether `text` is valid for the key.
    ///
    /// - Throws: the reason why it is not.
    public func check(_ text: String) throws(IncorrectValue) {
        _ = try reading.value(of: text)
    }

    package func readValue(_ text: String) throws(IncorrectValue) -> any RemoteValue {
        let value = try reading.value(of: text)
        // Each value has a single text, so another spelling of the same value is not a change.
        return access.remoteValue(value, reading.text(of: value) ?? text, traits.experiment)
    }

    package func membersFromDefault(in text: String) -> [String] { reading.membersFromDefault(in: text) }

    package var ownDefault: any RemoteValue {
        // The default does not put the user in a group.
        access.remoteValue(defaultValue, schema.defaultText ?? "", nil)
    }
}

/// How a service resolves values of a type: directly, or wrapped in a `HeldValue`.
struct ValueAccess<Value: Sendable>: Sendable {
    let valueType: any RemoteValue.Type
    let remoteValue: @Sendable (_ value: Value, _ text: String, _ experiment: String?) -> any RemoteValue
    let read: @Sendable (RemoteConfigService, Key<Value>) -> Value
    let observe:
        @Sendable (
            RemoteConfigService, Key<Value>, _ handler: @escaping @Sendable (Value) -> Void,
            _ end: @escaping @Sendable () -> Void
        ) -> ObservationHandle

    /// The access for any type, through a wrapper.
    static var plain: ValueAccess {
        ValueAccess(
            valueType: HeldValue<Value>.self,
            remoteValue: { HeldValue(value: $0, remoteText: $1, experiment: $2) },
            read: { service, key in
                let held: HeldValue<Value> = service.remoteValue(for: key)
                return held.value ?? key.defaultValue
            },
            observe: { service, key, handler, end in
                service.observeRemoteValue(
                    for: key, { (held: HeldValue<Value>) in handler(held.value ?? key.defaultValue) },
                    end: end)
            })
    }
}

extension ValueAccess where Value: RemoteValue {
    /// The access for a type that is a remote value itself. The methods of a service's subclass then get values of this
    /// type.
    static var direct: ValueAccess {
        ValueAccess(
            valueType: Value.self, remoteValue: { value, _, _ in value },
            read: { service, key in service.remoteValue(for: key) },
            observe: { service, key, handler, end in service.observeRemoteValue(for: key, handler, end: end) }
        )
    }
}

/// Wraps a value of any type in one that the service can resolve.
struct HeldValue<Value: Sendable>: HoldingRemoteValue, ExperimentalGroupTrackable {
    /// The value; nil for the key's default.
    let value: Value?
    let remoteText: String
    let experiment: String?

    static var heldType: Any.Type { Value.self }

    /// No value, because the key has the default.
    static var `default`: HeldValue { HeldValue(value: nil, remoteText: "", experiment: nil) }

    /// Allows any text, because only the key knows which strings are valid.
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
