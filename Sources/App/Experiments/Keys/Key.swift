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
// Unchecked, because its class is; all it has are constants.
public final class Key<Value: Sendable>: Keys, SelfReadingKey, CustomStringConvertible, @unchecked Sendable {
    /// The value that the app uses if the source has none, or an incorrect one.
    public let defaultValue: Value
    /// How values are made from texts.
    public let reading: ValueReading<Value>
    /// The texts that are valid, and the text of the default.
    public let schema: ValueSchema
    let traits: KeyTraits
    let access: ValueAccess<Value>
    package let declarationProblem: DeclarationProblem?

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - name: the name of the key at the source.
    ///   - reading: how values are made from texts.
    ///   - defaultValue: the value that the app uses if the source has none, or an incorrect one. If the key does not
    ///     accept it, that is reported once, and the value is used nevertheless.
    public convenience init(_ name: String, _ reading: ValueReading<Value>, default defaultValue: Value) {
        self.init(name, reading, default: defaultValue, access: .plain)
    }

    init(_ name: String, _ reading: ValueReading<Value>, default defaultValue: Value, access: ValueAccess<Value>) {
        (self.reading, self.defaultValue, self.access) = (reading, defaultValue, access)
        traits = KeyTraits()
        let text = reading.text(of: defaultValue)
        var schema = reading.schema
        schema.defaultText = text
        self.schema = schema
        declarationProblem = text.flatMap { Self.problem(of: name, reading, defaultText: $0) }
        super.init(name, isAtLaunch: traits.isAtLaunch)
    }

    init(copying key: Key<Value>, _ traits: KeyTraits) {
        (reading, defaultValue) = (key.reading, key.defaultValue)
        (schema, declarationProblem) = (key.schema, key.declarationProblem)
        // Only a wrapper can report an experiment that the value itself does not know.
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

    /// What the key is for, if it says so.
    public var summary: String? { traits.summary }

    /// The type that the service resolves the key as: `Value` where that is a remote value, otherwise one that holds
    /// it.
    public var valueType: any RemoteValue.Type { access.valueType }

    /// Checks whether a value can be made from `text`, and throws the reason if it cannot.
    public func check(_ text: String) throws(IncorrectValue) {
        _ = try reading.value(of: text)
    }

    package func readValue(_ text: String) throws(IncorrectValue) -> any RemoteValue {
        let value = try reading.value(of: text)
        // One value has one text, so that another spelling of it is no change.
        return access.remoteValue(value, reading.text(of: value) ?? text, traits.experiment)
    }

    package var ownDefault: any RemoteValue {
        // The default puts no user in a group.
        access.remoteValue(defaultValue, schema.defaultText ?? "", nil)
    }
}
