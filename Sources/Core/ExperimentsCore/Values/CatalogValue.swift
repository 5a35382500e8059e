/// The value of a key that only a catalogue declares: its text, checked by the key's own schema.
public struct CatalogValue: RemoteValue, Hashable {
    /// The text as the source sent it.
    public let remoteText: String

    /// A value with this text.
    public init(_ text: String) {
        remoteText = text
    }

    /// An empty text. Read through a service, a key without a value gets the default of its own schema instead.
    public static var `default`: CatalogValue { CatalogValue("") }

    /// Any text: what a key accepts, only the key knows.
    public static var schema: ValueSchema { ValueSchema(kind: .string) }

    /// Any text.
    public static func decode(_ text: String) throws(IncorrectValue) -> CatalogValue { CatalogValue(text) }
}
