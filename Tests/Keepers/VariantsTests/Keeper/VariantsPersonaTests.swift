import ExperimentsCore
import TestSupport
import Testing
import Variants

@Suite("Asking the keeper of variants why, and as another user", .inTurn)
struct VariantsPersonaTests {
    private static let document = """
        {"flag_defs": [{"flag": "color", "base_value": "grey"}],
         "variants": [
           {"id": "Ann", "conditions": [{"type": "USER_ID", "values": ["ann"]}], "mods": []},
           {"id": "Even", "conditions": [{"type": "USER_ID_MOD", "values": [0, 49]}],
            "mods": [{"flag": "color", "value": "blue"}]},
           {"id": "Team", "conditions": [{"type": "MOD_RANGE", "values": ["team", 0, 9]}],
            "mods": [{"flag": "color", "value": "red"}]},
           {"id": "Draw", "conditions": [{"type": "RANDOM", "value": 0.5}], "mods": []}]}
        """

    private let folder: TemporaryFolder
    private let keeper: VariantsRemoteConfigKeeper

    init() throws {
        folder = try TemporaryFolder()
        let path = try folder.write(Self.document, to: "variants.json")
        keeper = VariantsRemoteConfigKeeper(
            path: path, subject: Persona(context: ["user_id": 7], forced: ["Draw": true], seed: 3),
            watcher: nil)
        try keeper.fetchNow()
    }

    @Test("the persona is the subject's context")
    func persona() {
        #expect(keeper.persona == SourcePersona(fields: ["user_id": 7]))
    }

    @Test("another persona has its values when it is set, and keeps what is forced and the seed")
    func setPersona() {
        let told = Recorder<String?>()
        let observation = keeper.observe { notice in
            if case .snapshot(let snapshot) = notice { told.record(snapshot.entries["color"]?.text) }
        }
        keeper.setPersona(SourcePersona(fields: ["user_id": 7, "team": 4]))
        #expect(keeper.snapshot.entries["color"] == .init(text: "red", supplier: "Team"))
        #expect(told.elements == ["red"])
        #expect(keeper.subject.forced == ["Draw": true])
        #expect(keeper.subject.seed == 3)
        observation.cancel()
    }

    @Test("the values of someone else are reported without asking as them")
    func others() {
        let other = keeper.snapshot(for: SourcePersona(fields: ["user_id": 7, "team": 4]))
        #expect(other?.entries["color"] == .init(text: "red", supplier: "Team"))
        #expect(other?.version == keeper.snapshot.version)
        #expect(keeper.persona == SourcePersona(fields: ["user_id": 7]))
        #expect(keeper.snapshot(for: keeper.persona)?.entries == keeper.snapshot.entries)
    }

    @Test("the names that conditions look up are suggested, each once")
    func fieldNames() throws {
        #expect(keeper.personaFieldNames.sorted() == ["team", "user_id"])
        try folder.write("{}", to: "variants.json")
        try keeper.fetchNow()
        #expect(keeper.personaFieldNames.isEmpty)
    }

    @Test("an explanation describes the value in the snapshot, and each variant")
    func explanation() {
        #expect(
            keeper.explanation(of: "color").prefix(3) == [
                ExplanationLine(#"color = "blue", from variant Even"#),
                ExplanationLine(#"base value: "grey""#, .failed, depth: 1),
                ExplanationLine(#"variant Even sets "blue": wins (its condition)"#, .chosen, depth: 1),
            ])
        keeper.setPersona(SourcePersona())
        #expect(keeper.explanation(of: "color").first?.text == #"color = "grey", its base value"#)
    }

    @Test("there is nothing to explain about a name that is not a flag")
    func unknown() {
        #expect(keeper.explanation(of: "other").isEmpty)
    }
}
