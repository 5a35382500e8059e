import ExperimentsCore
import TestSupport
import Testing
import Variants

@Suite("Lint", .inTurn)
struct LintTests {
    private func findings(_ text: String) throws -> [String] {
        try VariantsDocument(text: text).lint().map(\.description)
    }

    private func rules(flags: String = #"{"flag": "f", "base_value": 0}"#, _ variants: String) throws
        -> [String]
    {
        try VariantsDocument(text: #"{"flag_defs": [\#(flags)], "variants": [\#(variants)]}"#).lint()
            .map { "\($0.problem.path) \($0.rule.rawValue)" }
    }

    private static let mods = #""mods": [{"flag": "f", "value": 1}]"#

    private static func variant(_ id: String, _ conditions: String, _ joining: String? = nil) -> String {
        let joining = joining.map { #""condition_operator": "\#($0)","# } ?? ""
        return #"{"id": "\#(id)", \#(joining) "conditions": [\#(conditions)], \#(mods)}"#
    }

    private static func range(_ low: Int, _ high: Int) -> String {
        #"{"type": "MOD_RANGE", "values": ["u", \#(low), \#(high)]}"#
    }

    private static func rollout(_ percentage: Int, start: Int = 0) -> String {
        #"{"type": "ROLLOUT", "value": {"percentage": \#(percentage), "start": \#(start), "salt": "s"}}"#
    }

    @Test("a good document has no findings")
    func clean() throws {
        #expect(try rules(Self.variant("V", Self.range(0, 9))).isEmpty)
    }

    @Test("a finding has its place")
    func place() throws {
        let text = "{\"flag_defs\": [\n  {\"flag\": \"f\", \"base_value\": 0}]}"
        #expect(try findings(text) == [#"2:3: flag_defs[0]: no variant changes flag "f" [unused-flag]"#])
    }

    @Test("a variant whose conditions no one can meet is found")
    func neverActive() throws {
        let impossible =
            [
                #"{"type": "RANDOM", "value": 0}"#, Self.rollout(0), #"{"type": "USER_ID", "values": []}"#,
            ].map { Self.variant("V", $0) } + [
                Self.variant("V", Self.range(0, 9) + "," + Self.range(10, 19), "AND"),
                Self.variant("V", Self.rollout(10) + "," + Self.rollout(10, start: 10), "AND"),
                Self.variant("V", #"{"type": "RANDOM", "value": 0}, {"type": "RANDOM", "value": 0}"#, "OR"),
            ]
        for variant in impossible {
            #expect(try rules(variant) == ["variants[0] never-active"], "\(variant)")
        }
    }

    @Test("a range beyond 99 is found where its bounds stand, and with its variant")
    func beyond() throws {
        #expect(
            try rules(Self.variant("V", Self.range(100, 120))) == [
                "variants[0] never-active", "variants[0].conditions[0].values[1] accepted",
                "variants[0].conditions[0].values[2] accepted",
            ])
    }

    @Test("ranges that only negative or fractional numbers reach are not called impossible")
    func negative() throws {
        #expect(try rules(Self.variant("V", Self.range(-9, -1))).isEmpty)
        #expect(try rules(Self.variant("V", #"{"type": "MOD_RANGE", "values": ["u", 3.2, 3.4]}"#)).isEmpty)
    }

    @Test("a variant that later ones always overrule is found")
    func shadowed() throws {
        let shadowed = ["variants[0] shadowed"]
        #expect(try rules(Self.variant("V", Self.range(0, 9)) + "," + Self.variant("W", "")) == shadowed)
        #expect(
            try rules(Self.variant("V", Self.range(0, 9)) + "," + Self.variant("W", Self.range(0, 20)))
                == shadowed)
        #expect(
            try rules(Self.variant("V", Self.rollout(50)) + "," + Self.variant("W", Self.rollout(60)))
                == shadowed)
        // Two later variants together.
        #expect(
            try rules(
                [(0, 30), (0, 10), (11, 40)].enumerated()
                    .map { Self.variant("V\($0)", Self.range($1.0, $1.1)) }.joined(separator: ","))
                == shadowed)
    }

    @Test("a variant that sometimes wins is not called shadowed")
    func notShadowed() throws {
        #expect(
            try rules(Self.variant("V", Self.range(0, 9)) + "," + Self.variant("W", Self.range(0, 8))).isEmpty
        )
        let random = #"{"type": "RANDOM", "value": 0.9}"#
        #expect(try rules(Self.variant("V", random) + "," + Self.variant("W", random)).isEmpty)
    }

    @Test(
        "mods that change a flag's type are found",
        arguments: [
            ("true", "1"), ("true", #""true""#), ("1", "1.5"), ("1.5", #""1""#), (#""a""#, "null"),
            ("[]", "{}"),
        ])
    func typeChange(_ base: String, _ value: String) throws {
        let found = try rules(
            flags: #"{"flag": "f", "base_value": \#(base)}"#,
            #"{"id": "V", "mods": [{"flag": "f", "value": \#(value)}]}"#)
        #expect(found == ["variants[0].mods[0].value type-change"])
    }

    @Test(
        "mods that a typed read takes are not called changes",
        arguments: [
            ("1.5", "2"), ("null", "1"), ("1", "2"), ("false", "true"),
        ])
    func noTypeChange(_ base: String, _ value: String) throws {
        #expect(
            try rules(
                flags: #"{"flag": "f", "base_value": \#(base)}"#,
                #"{"id": "V", "mods": [{"flag": "f", "value": \#(value)}]}"#
            ).isEmpty)
    }

    @Test("a variant without mods, and a mod that does not count, are found")
    func mods() throws {
        let found = try rules(
            #"{"id": "V", "mods": []}, {"id": "W", "mods": [{"flag": "f", "value": 1}, {"flag": "f", "value": 2}]}"#
        )
        #expect(found == ["variants[0] no-mods", "variants[1].mods[1] repeated-mod"])
    }

    @Test("a document that cannot be loaded is not linted")
    func refused() {
        #expect(throws: DocumentProblems.self) { try VariantsDocument(text: "[]").lint() }
    }

    @Test("a variant that lint says no one can meet never wins for anybody")
    func sound() throws {
        var random = SeededGenerator(seed: 21)
        for _ in 0..<200 {
            let document = RandomDocument(using: &random).document
            let silent = Set(
                try document.lint().filter { $0.rule == .neverActive }.compactMap { finding -> Int? in
                    if case .element(let index)? = finding.problem.path.steps.dropFirst().first {
                        index
                    } else {
                        nil
                    }
                })
            let registry = VariantRegistry()
            try registry.load(document)
            for user in -120...120 {
                let persona = Persona(context: ["user_id": .number(String(user))], seed: random.next())
                for reading in registry.readings(for: persona) {
                    let winner = registry.variants.firstIndex { $0.id == reading.variant }
                    #expect(winner.map { !silent.contains($0) } ?? true)
                }
            }
        }
    }
}
