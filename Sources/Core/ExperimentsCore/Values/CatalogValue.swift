/// The value of a key that only a project file declares: its text, which the schema of the key checks.
package struct CatalogValue: RemoteValue, Hashable {
    /// The text as the source sent it.
    package let remoteText: String

    /// Creates a value with this text.
    package init(_ text: String) {
        remoteText = text
    }

    /// An empty text. A service uses the default of the key's schema instead.
    package static var `default`: CatalogValue { CatalogValue("") }

    /// Accepts any text: only the key knows which texts are valid.
    package static var schema: ValueSchema { ValueSchema(kind: .string) }

    /// Makes a value from any text.
    package static func decode(_ text: String) throws(IncorrectValue) -> CatalogValue { CatalogValue(text) }
}
