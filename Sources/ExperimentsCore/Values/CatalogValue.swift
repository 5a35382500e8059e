/// The value of a key that only a catalogue declares: its text, checked by the key's own schema.
public struct CatalogValue: RemoteValue, Hashable {
    /// The text as the source sent it.
    public let remoteText: String

    /// A value with this text.
    public init(_ text: String) {
        remoteText = text
    }

    public static var `default`: CatalogValue { CatalogValue("") }
    public static var schema: ValueSchema { ValueSchema(kind: .string) }
    public static func decode(_ text: String) throws(IncorrectValue) -> CatalogValue { CatalogValue(text) }
}
