/// A value that a source can have and an app can use.
///
/// **To declare a value type**, use a macro, which writes the conformance: `@StringRemoteValue` for an enum of texts,
/// `@BoolRemoteValue`, `@IntRemoteValue`, `@DoubleRemoteValue` or `@JSONRemoteValue`.
///
/// **To conform without a macro**, conform to the protocol that says how a value is made from text:
/// `StringInitializableRemoteValue`, `BoolInitializableRemoteValue`, `IntInitializableRemoteValue`,
/// `DoubleInitializableRemoteValue` or `JSONInitializableRemoteValue`. Everything else follows from it:
///
/// ```swift
/// struct AccentColor: StringInitializableRemoteValue {
///     static let `default` = AccentColor(red: 0, green: 0, blue: 255)
///     let red, green, blue: UInt8
///
///     init(red: UInt8, green: UInt8, blue: UInt8) {
///         (self.red, self.green, self.blue) = (red, green, blue)
///     }
///
///     init?(name: String) {  // for example "0,0,255"
///         let parts = name.split(separator: ",").compactMap { UInt8($0) }
///         guard parts.count == 3 else { return nil }
///         self.init(red: parts[0], green: parts[1], blue: parts[2])
///     }
///
///     var name: String { "\(red),\(green),\(blue)" }
/// }
/// ```
///
/// A text of which no value can be made is reported as incorrect, and the app uses the default.
public protocol RemoteValue: Sendable {
    /// The value that the app uses if the source has no value, or an incorrect one.
    static var `default`: Self { get }

    /// The texts that are valid for the type. By default, derived from the protocols that the type conforms to.
    static var schema: ValueSchema { get }

    /// Makes a value from a text. By default, with the initializer of the protocol that the type conforms to.
    ///
    /// - Throws: `IncorrectValue` with the reason why the text is not valid.
    static func decode(_ text: String) throws(IncorrectValue) -> Self

    /// The text of the value, from which `decode(_:)` makes it again.
    var remoteText: String { get }
}

extension RemoteValue where Self: CaseIterable {
    /// The first case. A type without cases has no values, so its default is never asked for.
    public static var `default`: Self { allCases[allCases.startIndex] }
}

extension RemoteValue {
    /// The schema that follows from the protocols to which the type conforms.
    public static var schema: ValueSchema { derivedSchema }

    /// Makes a value with the initializer of the type.
    public static func decode(_ text: String) throws(IncorrectValue) -> Self {
        guard let value = make(from: text) else { throw refusal(of: text) }
        return value
    }

    /// The name, boolean or number from which the value is made, or its JSON if it can be encoded.
    public var remoteText: String { derivedText }

    static func check(_ text: String) throws(IncorrectValue) {
        _ = try decode(text)
    }
}
