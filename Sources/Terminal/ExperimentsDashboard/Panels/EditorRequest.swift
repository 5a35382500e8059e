import ExperimentsCore

/// A text to be edited in `$EDITOR`.
public struct EditorRequest: Sendable, Hashable {
    /// The key whose override it will be.
    public let key: CatalogKey
    /// The text to start from.
    public let text: String
    /// The ending of the temporary file's name, so that the editor knows the language.
    public let fileExtension: String

    /// Creates a request.
    public init(key: CatalogKey, text: String, fileExtension: String) {
        self.key = key
        self.text = text
        self.fileExtension = fileExtension
    }
}

/// Why `$EDITOR` brought no text.
public struct EditorFailure: Error, Sendable, Hashable, OperatorError {
    /// The reason, in words for people.
    public let reason: String

    package var message: String { reason }

    /// Creates a failure.
    public init(_ reason: String) {
        self.reason = reason
    }
}
