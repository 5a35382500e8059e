/// A project's API key. It prints as `(hidden)`; only the `x-goog-api-key` header ever carries its text.
public struct APIKey: Sendable, Hashable {
    /// The key itself.
    let text: String

    /// A key, for example from `GoogleService-Info.plist`.
    public init(_ text: String) {
        self.text = text
    }

    /// The text with every occurrence of the key replaced: servers like to quote it in their errors.
    func hidden(in text: String) -> String {
        self.text.isEmpty ? text : text.replacing(self.text, with: "(hidden)")
    }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `(hidden)`.
    public var description: String { "(hidden)" }
    /// `(hidden)`.
    public var debugDescription: String { description }
    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
