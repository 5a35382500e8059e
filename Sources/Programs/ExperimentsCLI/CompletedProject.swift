import ArgumentParser
import ExperimentsCore
import ExperimentsProject
import TerminalUI

/// The completions that a shell can offer, from the project that the line refers to. Nothing is fetched. If something
/// cannot be read, there are no completions, because a shell that waits for a word cannot show errors.
struct CompletedProject {
    private let settings: Settings
    private let located: LocatedProject?

    /// - Parameter words: the line so far, the program's name first.
    init(_ words: [String]) {
        var settings = Settings(vocabulary: { try .ofDashboard })
        settings.config = Self.value(of: "--config", in: words)
        settings.overrides = Self.value(of: "--overrides", in: words)
        self.settings = settings
        located = try? LocatedProject(settings)
    }

    var keys: [String] { located?.project.keys.map(\.name) ?? [] }

    var sources: [String] { located?.project.sources.map(\.name).filter { !$0.isEmpty } ?? [] }

    /// The names of the keys that are overridden.
    var overrides: [String] { OverrideFiles(settings, located, watcher: nil).store.overrides.names.sorted() }

    var profiles: [String] {
        let path = OverrideFiles(settings, located, watcher: nil).path
        return (try? OverrideProfileStore(besideOverridesAt: path).names()) ?? []
    }

    var themes: [String] {
        (try? Dashboard.themes(ThemeFiles(nil, folder: Environment.themesFolder)).names) ?? []
    }

    private static func value(of option: String, in words: [String]) -> String? {
        for (index, word) in words.enumerated().reversed() {
            if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
            if word == option, words.indices.contains(index + 1) { return words[index + 1] }
        }
        return nil
    }
}

/// The completions for words of the project.
extension CompletionKind {
    /// The keys that the project declares.
    static let keys = project(\.keys)
    static let overriddenKeys = project(\.overrides)
    static let sources = project(\.sources)
    static let profiles = project(\.profiles)
    /// The themes, built in and the user's own.
    static let themes = project(\.themes)

    private static func project(_ names: @escaping @Sendable (CompletedProject) -> [String]) -> CompletionKind {
        .custom { words, _, _ in names(CompletedProject(words)) }
    }
}
