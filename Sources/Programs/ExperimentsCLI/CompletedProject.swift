import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsSupport
import ExperimentsTerminalUI
import Foundation

/// The completions that a shell can offer, from the project of the command line. Nothing is fetched. If something
/// cannot be read, there are no completions, because a shell cannot show errors there.
struct CompletedProject {
    /// The words so far, beginning with the name of the program.
    private let words: [String]
    private let settings: Settings
    private let located: LocatedProject?

    /// - Parameter words: the words so far, beginning with the name of the program.
    init(_ words: [String]) {
        self.words = words
        var settings = Settings(vocabulary: { try .ofDashboard })
        settings.config = Self.value(of: "--config", in: words)
        settings.overrides = Self.value(of: "--overrides", in: words)
        self.settings = settings
        located = try? LocatedProject(settings)
    }

    var keys: [String] { located?.project.keys.map(\.name) ?? [] }

    /// The keys, or, after a key whose values are known, those values.
    var keysAndValues: [String] {
        let declared = located?.project.keys.last { words.dropLast().contains($0.name) }
        guard let schema = declared?.schema else { return keys }
        let values = schema.kind == .bool ? ["true", "false"] : schema.cases
        let all = values.isEmpty ? [schema.defaultText].compactMap(\.self) : values
        return all.isEmpty ? keys.filter { !words.contains($0) } : all
    }

    var personas: [String] {
        let path = OverrideFiles(settings, located, watcher: nil).path
        let library = PersonaLibrary(located?.project.personas ?? [], besideOverridesAt: path)
        return (try? library.list().personas.map(\.name)) ?? []
    }

    /// The experiments that the project declares.
    var experiments: [String] { located?.project.experiments.map(\.name) ?? [] }

    /// The rollouts that the project declares.
    var rollouts: [String] { located?.project.rollouts.map(\.name) ?? [] }

    /// The apps known to the project's server: `shop/4f2a91`.
    var apps: [String] { appIDs.map(\.description) }

    /// The names of these apps: `shop`.
    var appNames: [String] { Set(appIDs.map(\.app)).sorted() }

    private var appIDs: [AppID] {
        let file = AppsFile(besideOverridesAt: OverrideFiles(settings, located, watcher: nil).path)
        guard let document = try? file.read() else { return [] }
        return KnownApps(document, at: Date()).apps.keys.sorted()
    }

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

/// The completions from the project.
extension CompletionKind {
    /// The declared keys.
    static let keys = project(\.keys)
    static let overriddenKeys = project(\.overrides)
    static let sources = project(\.sources)
    static let profiles = project(\.profiles)
    /// The built-in themes and the user's own.
    static let themes = project(\.themes)
    static let keysAndValues = project(\.keysAndValues)
    static let personas = project(\.personas)
    static let experiments = project(\.experiments)
    static let rollouts = project(\.rollouts)
    static let apps = project(\.apps)
    static let appNames = project(\.appNames)
    /// The usual ends of an override.
    static let expiries = CompletionKind.list(
        ["30m", "1h", "2h", "8h", "1d", "18:00", "next fetch", "upstream changes", "never"])
    /// The fields of a filter, each with the words that can follow it.
    static let filters = CompletionKind.list(
        FilterField.all.flatMap { field -> [String] in
            let values = field.isText ? [""] : field.expectation.components(separatedBy: ", ")
            return values.filter { !$0.contains(scalar: " ") }.map { "\(field.name):\($0)" }
        })

    private static func project(_ names: @escaping @Sendable (CompletedProject) -> [String]) -> CompletionKind
    {
        .custom { words, _, _ in names(CompletedProject(words)) }
    }
}
