/// The names that only the dashboard knows, so that a project file can be checked against them in the same pass.
public struct ProjectVocabulary: Sendable {
    /// The names of actions that keys can be bound to; nil to accept any.
    public var actions: [String]?
    /// The names of the built-in themes; nil to accept any. A path of a theme's file is always accepted.
    public var themes: [String]?
    /// Whether a text names a key of the keyboard.
    public var isKey: @Sendable (String) -> Bool

    /// A vocabulary.
    public init(actions: [String]?, themes: [String]?, isKey: @escaping @Sendable (String) -> Bool = { _ in true }) {
        self.actions = actions
        self.themes = themes
        self.isKey = isKey
    }

    /// Accepts any action, theme and key.
    public static let open = ProjectVocabulary(actions: nil, themes: nil)
}
