import ExperimentsCore
import TestSupport
import Testing

@testable import Variants

@Suite("Shadows", .inTurn)
struct ShadowTests {
    @Test(
        "exactly those variants are called shadowed that win nowhere when everything that can come is gone through"
    )
    func exhaustive() throws {
        var random = SeededGenerator(seed: 7)
        var shadows = 0
        for _ in 0..<400 {
            let text = Self.document(using: &random)
            let registry = VariantRegistry()
            try registry.load(
                VariantsDocument(text: text), conditionTypes: [ConditionType("APP") { _ in { _ in true } }])
            let program = registry.program
            let later = program.candidates[0].map(\.variant)
            let expected = try later.indices.filter { place in
                let model = try #require(
                    OutcomeModel(program, variants: [later[place]] + later[..<place], population: .anyone))
                var wins = false
                model.forEachOutcome { active, _ in
                    wins = wins || (active[0] && !(0..<place).contains { active[$0 + 1] })
                }
                return !wins
            }
            let found = program.shadowedFlags
            #expect(Set(found.keys) == Set(expected.map { later[$0] }), "\(text)")
            shadows += found.count
        }
        #expect(shadows > 200)
    }

    @Test("a shadow is found however many variants of the flag there are")
    func many() throws {
        let draws = (0..<2000).map { #"{"id": "D\#($0)", "conditions": [{"type": "RANDOM", "value": 0.5}]"# }
        let mods = (0..<2000).map { number in
            let bounds = "[\(number % 90), \(number % 90 + 5)]"
            return #"{"id": "M\#(number)", "conditions": [{"type": "USER_ID_MOD", "values": \#(bounds)}]"#
        }
        let users = (0..<2000).map {
            #"{"id": "U\#($0)", "conditions": [{"type": "USER_ID", "values": ["\#($0 % 1500)"]}]"#
        }
        let variants = (mods + users + draws).map { $0 + #", "mods": [{"flag": "f", "value": 1}]}"# }
        let document = VariantsDocument(
            text: """
                {"flag_defs": [{"flag": "f", "base_value": 0}], "variants": [\(variants.joined(separator: ",\n"))]}
                """)
        let shadowed = try document.lint().filter { $0.rule == .shadowed }.map(\.problem.path)
        // The last ninety ranges are all there are, in the order 20 to 89 and 0 to 19, so that the last five of those take
        // the beginnings of the first five. Of the users, those come last who come again.
        #expect(shadowed == (Array(0..<1915) + Array(2000..<2500)).map { DocumentPath()["variants"][$0] })
    }

    /// A flag, and variants of few bounds, users and salts, so that many cover each other.
    private static func document(using random: inout SeededGenerator) -> String {
        let variants = (0..<Int.random(in: 2...6, using: &random)).map { number in
            let conditions = (0..<Int.random(in: 0...3, using: &random)).map { _ in condition(using: &random)
            }
            let joining = Bool.random(using: &random) ? "AND" : "OR"
            let operation = conditions.count > 1 ? #""condition_operator": "\#(joining)", "# : ""
            return """
                {"id": "V\(number)", \(operation)"conditions": [\(conditions.joined(separator: ", "))],
                 "mods": [{"flag": "f", "value": \(number)}]}
                """
        }
        return
            #"{"flag_defs": [{"flag": "f", "base_value": -1}], "variants": [\#(variants.joined(separator: ",\n"))]}"#
    }

    private static func condition(using random: inout SeededGenerator) -> String {
        let low = Int.random(in: -1...2, using: &random)
        let high = Int.random(in: low...2, using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0: return #"{"type": "RANDOM", "value": \#(Double(Int.random(in: 0...2, using: &random)) / 2)}"#
        case 1: return #"{"type": "APP"}"#
        case 2..<6: return #"{"type": "USER_ID", "values": [\#(low), \#(high)]}"#
        case 6..<14: return #"{"type": "USER_ID_MOD", "values": [\#(low * 50), \#(high * 50)]}"#
        default:
            let (start, share) = (max(low, 0) * 25, max(high, 0) * 25)
            let salt = Bool.random(using: &random) ? "a" : "b"
            return
                #"{"type": "ROLLOUT", "value": {"percentage": \#(share), "start": \#(start), "salt": "\#(salt)"}}"#
        }
    }
}
