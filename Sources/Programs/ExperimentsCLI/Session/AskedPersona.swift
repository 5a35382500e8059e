import ExperimentsCore
import ExperimentsOperator

/// The persona that a command asks a source as, in the place of the configured one.
struct AskedPersona: Sendable {
    /// As whom the source is asked where the command does not say.
    let configured: SourcePersona
    private let names: [String]
    private let keeper: any PersonaKeeper
    private let sourceName: String

    /// Asks a source as the settings say from now on; nil where they say nothing.
    ///
    /// - Throws: `CommandProblem` where the source answers everybody alike.
    init?(_ settings: Settings, _ keeper: any RemoteConfigKeeper, of sourceName: String) throws(CommandProblem) {
        guard !settings.persona.isEmpty else { return nil }
        guard let keeper = keeper as? any PersonaKeeper else {
            throw CommandProblem(
                "source \(sourceName) answers everybody alike, so that it cannot be asked --as somebody else",
                advice: "Sources of the kinds variants, firebase-template and active-config can.")
        }
        self.keeper = keeper
        self.sourceName = sourceName
        configured = keeper.persona
        names = settings.persona.keys.sorted()
        var fields = configured.fields
        for (name, value) in settings.persona { fields[name] = value }
        keeper.setPersona(SourcePersona(fields: fields))
    }

    /// Who it is, in a few words: `as country=NO user_id=7`. Nil for the configured one.
    var words: String? { PersonaState(keeper, configured: configured)?.words }

    /// Everything that is said of the persona.
    var json: JSONValue {
        let fields = keeper.persona.fields.sorted { $0.key < $1.key }
        return .object(JSONObject(distinct: fields.map { JSONObject.Member(name: $0.key, value: $0.value) }))
    }

    /// Whether the source looks at what was said. To be asked once it was fetched: before, it does not know.
    ///
    /// - Throws: `CommandProblem` with the nearest name, and those that there are.
    func check() throws(CommandProblem) {
        let known = keeper.personaFieldNames
        let others = configured.fields.keys.filter { !known.contains($0) }.sorted()
        let all = known + others
        // Of what is asked for by a key, such as app.customSignal['tier'], all may be said at once.
        guard let unknown = names.first(where: { name in !all.contains { $0 == name || $0.hasPrefix(name + "[") } })
        else { return }
        let near = SpellingSuggestion.nearest(to: unknown, in: all).map { "Did you mean \($0)?\n" } ?? ""
        throw CommandProblem(
            "nothing in source \(sourceName) looks at \"\(unknown)\"",
            advice: near + (all.isEmpty ? "It looks at nothing." : "It looks at \(all.joined(separator: ", "))."))
    }
}
