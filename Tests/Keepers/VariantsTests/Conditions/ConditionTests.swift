import ExperimentsCore
import ExperimentsLocks
import TestSupport
import Testing
import Variants

/// A generator that gives the bits it is told.
private struct FixedBits: RandomNumberGenerator, Sendable {
    var bits: [UInt64]

    mutating func next() -> UInt64 { bits.isEmpty ? 0 : bits.removeFirst() }
}

@Suite("Conditions", .inTurn)
struct ConditionTests {
    @Test("RANDOM is met where the number drawn is at most the one asked for")
    func randomThreshold() throws {
        let half = UInt64(1) << 63
        let random = RandomFractions(generator: FixedBits(bits: [half, half + 1 << 11, 0, .max]))
        let registry = try VariantRegistry.condition(#"{"type": "RANDOM", "value": 0.5}"#, random: random)
        #expect(try (0..<4).map { _ in try registry.bool("f") } == [true, false, true, false])
    }

    @Test("RANDOM of 0 is never met and of 1 always, without a draw")
    func randomEnds() throws {
        let random = RandomFractions(generator: FixedBits(bits: [0]))
        let never = try VariantRegistry.condition(#"{"type": "RANDOM", "value": 0}"#, random: random)
        #expect(try !never.bool("f"))
        let always = try VariantRegistry.condition(#"{"type": "RANDOM", "value": 1}"#, random: random)
        #expect(try always.bool("f"))
    }

    @Test(
        "RANDOM takes for a number what the original does",
        arguments: [
            (#""1""#, true), ("[1]", true), ("true", true), (#""foo""#, false), ("[1, 2]", false),
            ("{}", false),
        ])
    func randomCoercion(_ value: String, _ expected: Bool) throws {
        let registry = VariantRegistry()
        let summary = try registry.load(
            VariantsDocument(text: .document(conditions: #"{"type": "RANDOM", "value": \#(value)}"#)))
        #expect(summary.warnings.count == 1)
        #expect(try registry.bool("f") == expected)
    }

    @Test("RANDOM draws again for each read")
    func randomRerolls() throws {
        let registry = try VariantRegistry.condition(#"{"type": "RANDOM", "value": 0.5}"#)
        let values = try Set((0..<100).map { _ in try registry.bool("f") })
        #expect(values == [true, false])
    }

    @Test("MOD_RANGE keeps whole numbers exact beyond the reach of a double")
    func modRangeLarge() throws {
        let registry = try VariantRegistry.condition(#"{"type": "MOD_RANGE", "values": ["u", 7, 7]}"#)
        #expect(try registry.bool("f", context: ["u": .number("9223372036854775807")]))
        #expect(try registry.bool("f", context: ["u": .number("9007199254741007")]))
    }

    @Test("MOD_RANGE without three values, or with bounds that are not numbers, is refused")
    func modRangeRefused() {
        for values in [#"["u", 1]"#, #"["u", 1, 2, 3]"#, "[]", #"["u", "1", 2]"#, #"["u", 1, null]"#] {
            let document = VariantsDocument(
                text: .document(conditions: #"{"type": "MOD_RANGE", "values": \#(values)}"#))
            #expect(document.problems().count == 1, "\(values)")
        }
    }

    @Test("MOD_RANGE beyond 99 is accepted with a warning and never met")
    func modRangeBeyond() throws {
        let registry = VariantRegistry()
        let summary = try registry.load(
            VariantsDocument(
                text: .document(conditions: #"{"type": "MOD_RANGE", "values": ["u", 100, 150]}"#)))
        #expect(summary.warnings.count == 2)
        for user in 0..<200 { #expect(try !registry.bool("f", context: ["u": .number(String(user))])) }
    }

    @Test("USER_ID is met by the users named, as text or as number")
    func userID() throws {
        let registry = try VariantRegistry.condition(#"{"type": "USER_ID", "values": ["anna", 42]}"#)
        for (value, expected) in [
            ("anna" as JSONValue, true), (42, true), ("42", true), ("Anna", false), (43, false),
        ] {
            #expect(try registry.bool("f", context: ["user_id": value]) == expected)
        }
        #expect(try !registry.bool("f"))
    }

    @Test("USER_ID_MOD reads the user, or the cookie that it names")
    func userIDMod() throws {
        let user = try VariantRegistry.condition(#"{"type": "USER_ID_MOD", "values": [10, 19]}"#)
        #expect(try user.bool("f", context: ["user_id": 115]))
        #expect(try !user.bool("f", context: ["user_id": 120]))
        let cookie = try VariantRegistry.condition(
            #"{"type": "USER_ID_MOD", "values": [10, 19], "cookie_type": "NSID"}"#)
        #expect(try cookie.bool("f", context: ["NSID": 115]))
        #expect(try !cookie.bool("f", context: ["user_id": 115]))
    }

    @Test("AND stops at the first condition that is not met, OR at the first that is")
    func shortCircuit() throws {
        let asked = Recorder<String>()
        let types = ["YES": true, "NO": false].map { name, answer in
            ConditionType(name) { _ in
                { _ in
                    asked.record(name)
                    return answer
                }
            }
        }
        func read(_ conditions: [String], _ joining: String) throws -> Bool {
            asked.clear()
            let registry = VariantRegistry()
            let list = conditions.map { #"{"type": "\#($0)"}"# }.joined(separator: ", ")
            let document = VariantsDocument(text: .document(conditions: list, operator: joining))
            try registry.load(document, conditionTypes: types)
            return try registry.bool("f")
        }
        #expect(try !read(["YES", "NO", "YES"], "AND"))
        #expect(asked.elements == ["YES", "NO"])
        #expect(try read(["NO", "YES", "NO"], "OR"))
        #expect(asked.elements == ["NO", "YES"])
    }

    @Test("what a generator throws is a problem at the condition's arguments")
    func generatorThrows() {
        struct TooShort: Error, CustomStringConvertible { let description = "too short" }
        let registry = VariantRegistry()
        let document = VariantsDocument(text: .document(conditions: #"{"type": "WORD", "value": "x"}"#))
        let problems = #expect(throws: DocumentProblems.self) {
            try registry.load(document, conditionTypes: [ConditionType("WORD") { _ in throw TooShort() }])
        }
        #expect(problems?.problems.first?.path.description == "variants[0].conditions[0].value")
        #expect(problems?.description.contains("too short") == true)
    }

    @Test("what a predicate throws fails the read, unless the variant is forced off")
    func predicateThrows() throws {
        struct Offline: Error {}
        let registry = VariantRegistry()
        try registry.registerConditionType("NET") { _ in { _ in throw Offline() } }
        try registry.load(VariantsDocument(text: .document(conditions: #"{"type": "NET"}"#)))
        let problem = #expect(throws: FlagProblem.self) { try registry.bool("f") }
        #expect(problem == .conditionFailed(variant: "V", type: "NET", reason: "Offline()"))
        #expect(try !registry.bool("f", forced: ["V": false]))
    }

    @Test("a condition type cannot be registered twice, nor take a built-in one's name")
    func typesOnce() throws {
        let registry = VariantRegistry()
        try registry.registerConditionType("Mine") { _ in { _ in true } }
        for name in ["MINE", "mine", "random", "ROLLOUT"] {
            #expect(throws: DocumentProblems.self) {
                try registry.registerConditionType(name) { _ in { _ in true } }
            }
        }
        #expect(registry.customConditionTypes == ["MINE"])
    }

    @Test("a predicate may read the registry")
    func reentrantPredicate() throws {
        let registry = VariantRegistry()
        try registry.register(FlagDefinition("gate", baseValue: true))
        try registry.registerConditionType("GATE") { [weak registry] _ in
            { [weak registry] _ in try registry?.bool("gate") ?? false }
        }
        try registry.load(VariantsDocument(text: .document(conditions: #"{"type": "GATE"}"#)))
        #expect(try registry.bool("f"))
    }
}
