import ExperimentsCore
import TestSupport
import Testing
import Variants

@Suite("Explaining", .inTurn)
struct ExplanationTests {
    private static let document = """
        {"flag_defs": [{"flag": "color", "base_value": "grey"}],
         "variants": [
           {"id": "Base", "mods": [{"flag": "color", "value": "blue"}]},
           {"id": "Mod", "condition_operator": "AND",
            "conditions": [{"type": "MOD_RANGE", "values": ["user_id", 0, 49]}, {"type": "USER_ID", "values": [42]}],
            "mods": [{"flag": "color", "value": "red"}]},
           {"id": "Roll", "conditions": [{"type": "ROLLOUT", "value": {"percentage": 25, "salt": "checkout"}}],
            "mods": [{"flag": "color", "value": "green"}]}]}
        """

    private func texts(_ context: VariantContext, forced: [String: Bool] = [:]) throws -> [String] {
        let registry = try VariantRegistry.holding(Self.document)
        return try registry.explain("color", context: context, forced: forced).lines
            .map { String(repeating: "  ", count: $0.depth) + $0.text }
    }

    @Test("an explanation lists each variant, each condition with its inputs, and the winner")
    func whole() throws {
        #expect(
            try texts(["user_id": 142]) == [
                #"color = "blue", from variant Base"#,
                #"  base value: "grey""#,
                #"  variant Base sets "blue": wins (has no conditions)"#,
                #"  variant Mod sets "red": not active (all conditions)"#,
                "    MOD_RANGE met: user_id = 142, mod 100 = 42; needs user_id mod 100 from 0 to 49",
                "    USER_ID not met: user_id = 142; needs user_id to be one of 42",
                #"  variant Roll sets "green": not active (its condition)"#,
                "    ROLLOUT not met: user_id = 142, bucket 715452; needs a bucket of 0–249999 (25%), "
                    + #"salt "checkout""#,
            ])
    }

    @Test(
        "a variant that is overruled, one that is forced, and conditions that are not asked are reported as such"
    )
    func forced() throws {
        let lines = try texts(["user_id": 7], forced: ["Roll": true])
        #expect(lines.first == #"color = "green", from variant Roll"#)
        #expect(
            lines.contains(
                #"  variant Base sets "blue": active, and a later variant wins (has no conditions)"#))
        #expect(lines.contains(#"  variant Roll sets "green": wins (forced on)"#))
        #expect(lines.contains { $0.hasPrefix("    ROLLOUT not checked") })
    }

    @Test("what the context lacks is reported")
    func missing() throws {
        let lines = try texts([:])
        #expect(lines.contains { $0.contains("MOD_RANGE not met: user_id is not in the context") })
        #expect(lines.contains { $0.contains("USER_ID not checked") })
        #expect(try texts(["user_id": true]).contains { $0.contains("user_id = true is not a number") })
    }

    @Test("a condition that fails is reported, and fails the value")
    func failed() throws {
        struct Offline: Error {}
        let registry = VariantRegistry()
        try registry.registerConditionType("NET") { _ in { _ in throw Offline() } }
        try registry.load(VariantsDocument(text: .document(conditions: #"{"type": "NET"}"#)))
        let explanation = try registry.explain("f")
        #expect(
            explanation.value == .failure(.conditionFailed(variant: "V", type: "NET", reason: "Offline()")))
        #expect(explanation.variants.first?.outcome == .failed)
        #expect(explanation.lines.first?.verdict == .problem)
    }

    @Test("an explanation gives the value that is read, for any document, persona and seed")
    func agreement() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            let registry = VariantRegistry()
            try registry.load(RandomDocument(using: &random).document)
            let persona = Persona(
                context: ["user_id": .number(String(Int.random(in: -200...200, using: &random)))],
                forced: Bool.random(using: &random) ? ["V1": Bool.random(using: &random)] : [:],
                seed: random.next())
            for reading in registry.readings(for: persona) {
                let explanation = try registry.explain(reading.flag, for: persona)
                #expect(explanation.value == reading.value)
                #expect(explanation.winner == reading.variant)
                #expect(try registry.reading(reading.flag, for: persona) == reading)
            }
        }
    }

    @Test("what changes from one persona to another is reported")
    func changes() throws {
        let registry = try VariantRegistry.holding(Self.document)
        let before = registry.readings(for: Persona(context: ["user_id": 142]))
        let after = registry.readings(for: Persona(context: ["user_id": 42]))
        let changes = FlagChange.changes(from: before, to: after)
        #expect(changes.map(\.flag) == ["color"])
        #expect(changes.first?.after?.variant == "Roll")
        #expect(FlagChange.changes(from: after, to: after).isEmpty)
    }
}
