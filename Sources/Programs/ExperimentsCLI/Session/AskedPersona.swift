import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsTeam
import OpenFeatureRemote

/// The persona that a command asks a source as, instead of the configured one.
struct AskedPersona: Sendable {
    /// The persona for which the source is fetched by default.
    let configured: SourcePersona
    private let names: [String]
    /// The fields of named personas, with which misspelled fields in the project file are noticed.
    private let namesOfPersonas: [String]
    private let keeper: any PersonaKeeper
    private let sourceName: String

    /// Asks a source as the settings say from now on; nil if they say nothing.
    ///
    /// - Throws: `CommandProblem` if the source has the same values for all users, or if there is no persona with a
    ///   name.
    init?(
        _ settings: Settings, _ keeper: any RemoteConfigKeeper, of sourceName: String, from library: PersonaLibrary
    ) throws {
        guard !settings.personaArguments.isEmpty else { return nil }
        guard let keeper = keeper as? any PersonaKeeper else {
            throw CommandProblem(
                "source \(sourceName) has no per-user values, so --as has no effect",
                advice: "Sources of kind \(SourceKeeper.thoseThatTellUsersApart) have per-user values.")
        }
        self.keeper = keeper
        self.sourceName = sourceName
        configured = keeper.persona
        // A persona may be for several sources, which do not all look at everything.
        names = settings.personaArguments.compactMap { if case .field(let name, _) = $0 { name } else { nil } }.sorted()
        namesOfPersonas = try settings.personaArguments
            .flatMap { argument throws -> [String] in
                guard case .named = argument else { return [] }
                return try argument.applied(to: SourcePersona(), from: library).fields.map(\.key)
            }
            .sorted()
        var persona = configured
        for argument in settings.personaArguments { persona = try argument.applied(to: persona, from: library) }
        keeper.setPersona(persona)
    }

    /// The persona in a few words: `as country=NO user_id=7`. Nil for the configured one.
    var words: String? { PersonaState(keeper, configured: configured)?.words }

    /// All attributes of the persona.
    var json: JSONValue {
        let fields = keeper.persona.fields.sorted { $0.key < $1.key }
        return .object(JSONObject(distinct: fields.map { JSONObject.Member(name: $0.key, value: $0.value) }))
    }

    /// Checks whether the source uses the given attributes. Call it after a fetch, because the source does not know
    /// before.
    ///
    /// - Throws: `CommandProblem` with the nearest name, and the available ones.
    func check() throws(CommandProblem) {
        try Self.check(names, for: keeper, configured, of: sourceName)
        let known = keeper.personaFieldNames
        for name in namesOfPersonas where !known.contains(name) && configured.fields[name] == nil {
            // Only if it looks like a typing mistake: the persona may be for another source, which checks it.
            guard let near = SpellingSuggestion.nearest(to: name, in: known) else { continue }
            StandardError.line(
                "note: source \(sourceName) does not use the attribute \(Quotation.of(name)) of the persona; "
                    + "did you mean \(Quotation.of(near))?")
        }
    }

    /// Whether a source that was fetched looks at fields of these names.
    static func check(
        _ names: [String], for keeper: any PersonaKeeper, _ configured: SourcePersona, of sourceName: String
    ) throws(CommandProblem) {
        // What a server looks at that evaluates the flags itself, only that server knows.
        guard !(keeper is OpenFeatureRemoteConfigKeeper) else { return }
        let known = keeper.personaFieldNames
        let others = configured.fields.keys.filter { !known.contains($0) }.sorted()
        let all = known + others
        // If a field takes a key, such as app.customSignal['tier'], all its members may be given together.
        guard let unknown = names.first(where: { name in !all.contains { $0 == name || $0.hasPrefix(name + "[") } })
        else { return }
        let near = SpellingSuggestion.nearest(to: unknown, in: all).map { "Did you mean \($0)?\n" } ?? ""
        throw CommandProblem(
            "source \(sourceName) does not use the attribute \(Quotation.of(unknown))",
            advice: near + (all.isEmpty ? "It uses no attributes." : "It uses: \(all.joined(separator: ", "))"))
    }
}

extension PersonaLibrary {
    /// The personas that a project file declares, and those that were saved beside a file of overrides.
    init(_ declared: [ProjectPersona], besideOverridesAt path: String) {
        self.init(
            declared.map { NamedPersona(name: $0.name, fields: $0.fields, origin: .project) }, besideOverridesAt: path)
    }

    /// The personas of the project that the settings name, or that is found from here.
    static func opened(_ settings: Settings) throws -> PersonaLibrary {
        let located = try LocatedProject(settings)
        let team = try TeamConnection.store(settings, located)
        try team?.readOnce(within: settings.waits)
        let overrides = OverrideFiles(settings, located, watcher: nil)
        return PersonaLibrary(located?.project.personas ?? [], besideOverridesAt: overrides.path)
            .sharing(team?.view.library.personas ?? [])
    }

    /// Saves a persona for the team, or removes one.
    ///
    /// - Throws: `CommandProblem` if there is no team, and the errors of ``TeamStore/make(_:)``.
    static func makeTeams(_ request: TeamLibraryRequest, _ settings: Settings) throws {
        guard let team = try TeamConnection.store(settings, try LocatedProject(settings)) else {
            throw CommandProblem.noTeam
        }
        try team.readToChange(within: settings.waits)
        try Progress.wait(
            "Changing the team's store", within: settings.waits.ofStoreChanges(), changing: "persona list"
        ) {
            try await team.make(request)
        }
    }
}
