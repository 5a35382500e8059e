import ExperimentsCore
import TestSupport
import Testing
import Variants

@Suite("Reading flags", .inTurn)
struct ReadingTests {
    private static let document = """
        {"flag_defs": [{"flag": "bool", "base_value": true}, {"flag": "text", "base_value": "x"},
                       {"flag": "int", "base_value": 3}, {"flag": "double", "base_value": 3.0},
                       {"flag": "list", "base_value": [1, 2.50]}, {"flag": "null", "base_value": null}],
         "variants": [{"id": "Words", "mods": [{"flag": "int", "value": "three"}]}]}
        """

    @Test("a typed read gives a value of its kind")
    func typed() throws {
        let registry = try VariantRegistry.holding(Self.document)
        #expect(try registry.bool("bool"))
        #expect(try registry.string("text") == "x")
        #expect(try registry.int("int", forced: ["Words": false]) == 3)
        #expect(try registry.double("int", forced: ["Words": false]) == 3)
        #expect(try registry.double("double") == 3)
        #expect(try registry.flagValue("null") == .null)
    }

    @Test("a number keeps its kind and its digits")
    func numbersKeepKind() throws {
        let registry = try VariantRegistry.holding(Self.document)
        #expect(try registry.flagValue("list").compactText == "[1,2.50]")
        #expect(try registry.flagValue("double") == .number("3.0"))
        #expect(throws: FlagProblem.self) { try registry.int("double") }
    }

    @Test("a value of another kind is an error that names flag, expected, found and who supplied it")
    func mismatch() throws {
        let registry = try VariantRegistry.holding(Self.document)
        let fromVariant = #expect(throws: FlagProblem.self) { try registry.int("int") }
        #expect(
            fromVariant?.description
                == #"flag "int": expected a whole number, found "three" from variant "Words""#)
        let fromBase = #expect(throws: FlagProblem.self) { try registry.bool("text") }
        #expect(
            fromBase?.description == #"flag "text": expected true or false, found "x" from its base value"#)
    }

    @Test("a flag that is not there is an error")
    func unknown() {
        let problem = #expect(throws: FlagProblem.self) { try VariantRegistry().bool("nope") }
        #expect(problem == .unknownFlag("nope"))
    }

    private static let ordered = """
        {"flag_defs": [{"flag": "a", "base_value": 0}],
         "variants": [{"id": "9", "mods": [{"flag": "a", "value": 9}]},
                      {"id": "1", "mods": [{"flag": "a", "value": 1}, {"flag": "a", "value": 2}]}]}
        """

    @Test("the last active variant of the file wins, whatever the ids look like")
    func lastWins() throws {
        let registry = try VariantRegistry.holding(Self.ordered)
        #expect(registry.variants.map(\.id) == ["9", "1"])
        #expect(try registry.int("a") == 1)
        #expect(try registry.int("a", forced: ["1": false]) == 9)
        #expect(try registry.int("a", forced: ["1": false, "9": false]) == 0)
    }

    @Test("of two mods of one flag, the first counts")
    func firstModCounts() throws {
        #expect(try VariantRegistry.holding(Self.ordered).int("a", forced: ["9": false]) == 1)
    }

    @Test("forcing a variant that is not there changes nothing")
    func forcingUnknown() throws {
        #expect(try VariantRegistry.holding(Self.ordered).int("a", forced: ["nobody": true]) == 1)
    }
}
