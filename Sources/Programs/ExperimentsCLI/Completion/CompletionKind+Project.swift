import ArgumentParser

/// The completions for words of the project.
extension CompletionKind {
    /// The keys that the project declares.
    static let keys = project(\.keys)
    /// The keys that are overridden.
    static let overriddenKeys = project(\.overrides)
    /// The project's sources.
    static let sources = project(\.sources)
    /// The profiles of overrides.
    static let profiles = project(\.profiles)
    /// The themes, built in and the user's own.
    static let themes = project(\.themes)

    private static func project(_ names: @escaping @Sendable (CompletedProject) -> [String]) -> CompletionKind {
        .custom { words, _, _ in names(CompletedProject(words)) }
    }
}
