/// The value of a key that only a catalogue declares: its text, checked by the key's own schema.
package struct CatalogValue: RemoteValue, Hashable {
    /// The text as the source sent it.
    package let remoteText: String

    /// A value with this text.
    package init(_ text: String) {
        remoteText = text
    }

    /// An empty text. Read through a service, a key without a value gets the default of its own schema instead.
    package static var `default`: CatalogValue { CatalogValue("") }

    /// Any text: what a key accepts, only the key knows.
    package static var schema: ValueSchema { ValueSchema(kind: .string) }

    /// Any text.
    package static func decode(_ text: String) throws(IncorrectValue) -> CatalogValue { CatalogValue(text) }
}
