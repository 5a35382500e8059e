/// A value that a source can hold and an app can use.
///
/// A type says how it is made from text by conforming to one of the protocols below this one:
/// `StringInitializableRemoteValue`, `BoolInitializableRemoteValue`, `IntInitializableRemoteValue`,
/// `DoubleInitializableRemoteValue` or `JSONInitializableRemoteValue`.
public protocol RemoteValue: Sendable {
    /// The value to use where the source has none, or an incorrect one.
    static var `default`: Self { get }

    /// What the type accepts.
    static var schema: ValueSchema { get }

    /// The value that `text` stands for.
    ///
    /// - Throws: the reason why it stands for none.
    static func decode(_ text: String) throws(IncorrectValue) -> Self

    /// The text that stands for this value.
    var remoteText: String { get }
}

extension RemoteValue where Self: CaseIterable {
    /// The first case. A type without cases has no values, so nothing can ask for its default.
    public static var `default`: Self { allCases[allCases.startIndex] }
}

extension RemoteValue {
    /// What follows from the protocols that the type conforms to.
    public static var schema: ValueSchema { derivedSchema }

    /// The value that the type's initializer makes of `text`.
    public static func decode(_ text: String) throws(IncorrectValue) -> Self {
        guard let value = make(from: text) else { throw refusal(of: text) }
        return value
    }

    /// The name, boolean, number or, where the value can be encoded, JSON that the value is made from.
    public var remoteText: String { derivedText }

    static func check(_ text: String) throws(IncorrectValue) {
        _ = try decode(text)
    }
}
