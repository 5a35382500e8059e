import ExperimentsCore
import TestSupport
import Testing
import Variants

@Suite("Loading", .inTurn)
struct LoadingTests {
    @Test("every problem is reported, in the order of the document, with its path, line and column")
    func allProblems() {
        let text = """
            {
              "flag_defs": [
                {"flag": "a"},
                {"flag": 7, "base_value": 1},
                "b"
              ],
              "variants": [
                {"id": "V", "conditions": [{"type": "RANDOM", "value": 2}], "mods": [{"flag": "zz", "value": 1}]},
                {"id": "W", "condition_operator": "XOR", "conditions": {}, "mods": [{"flag": "a"}]},
                {"mods": 3}
              ]
            }
            """
        let problems = VariantsDocument(text: text, name: "v.json").problems().map(\.description)
        #expect(
            problems == [
                #"v.json:3:5: flag_defs[0]: "base_value" is missing"#,
                "v.json:4:6: flag_defs[1].flag: expected a string, found 7",
                "v.json:5:5: flag_defs[2]: expected an object, found \"b\"",
                "v.json:8:51: variants[0].conditions[0].value: RANDOM needs a number from 0 to 1, found 2; "
                    + "a share of one in two is 0.5",
                #"v.json:8:75: variants[0].mods[0].flag: no flag "zz"; define it in flag_defs"#,
                #"v.json:9:17: variants[1].condition_operator: expected "AND" or "OR", found "XOR""#,
                "v.json:9:46: variants[1].conditions: expected an array, found {}",
                #"v.json:9:73: variants[1].mods[0]: "value" is missing"#,
                #"v.json:10:5: variants[2]: "id" is missing"#,
                "v.json:10:6: variants[2].mods: expected an array, found 3",
            ])
    }

    @Test("a document that is not JSON is refused with its place")
    func notJSON() {
        let problems = VariantsDocument(text: "{\n  \"flag_defs\": [}\n", name: "v.json").problems()
        #expect(problems.count == 1)
        #expect(problems.first?.line == 2)
        #expect(problems.first?.column == 17)
    }

    @Test("a root that is not an object is refused", arguments: ["[]", "null", "1", "\"x\""])
    func roots(_ text: String) {
        #expect(VariantsDocument(text: text).problems().first?.message.contains("expected an object") == true)
    }

    @Test("a document with a problem changes nothing, not even condition types")
    func atomic() throws {
        let registry = try VariantRegistry.holding(.document(conditions: ""))
        let bad = VariantsDocument(
            text: #"{"flag_defs": [{"flag": "g", "base_value": 1}], "variants": [{"id": "W"}]}"#)
        for load in [
            { try registry.load(bad, conditionTypes: [ConditionType("MINE") { _ in { _ in true } }]) },
            { try registry.reload(bad) }, { try registry.replaceDocuments(with: bad) },
        ] {
            #expect(throws: DocumentProblems.self) { try load() }
            #expect(registry.flags.map(\.name) == ["f"])
            #expect(registry.variants.map(\.id) == ["V"])
            #expect(registry.customConditionTypes.isEmpty)
            #expect(try registry.bool("f"))
        }
    }

    @Test("a name that is defined twice is refused, with the place of the first")
    func duplicates() {
        let text = """
            {"flag_defs": [{"flag": "a", "base_value": 1}, {"flag": "a", "base_value": 2}],
             "variants": [{"id": "V", "mods": []}, {"id": "V", "mods": []}]}
            """
        #expect(
            VariantsDocument(text: text).problems().map(\.message) == [
                #"flag "a" is already defined by flag_defs[0]"#,
                #"variant "V" is already defined by variants[0]"#,
            ])
    }

    @Test("what the registry has already is refused by a load")
    func alreadyRegistered() throws {
        let registry = try VariantRegistry.holding(.document(conditions: ""))
        #expect(throws: DocumentProblems.self) {
            try registry.load(VariantsDocument(text: .document(conditions: "")))
        }
    }

    @Test("conditional_operator is read, with a warning")
    func conditionalOperator() throws {
        let registry = VariantRegistry()
        let text = String.document(
            conditions: #"{"type": "RANDOM", "value": 0}, {"type": "RANDOM", "value": 1}"#, operator: "OR"
        ).replacing("condition_operator", with: "conditional_operator")
        let summary = try registry.load(VariantsDocument(text: text))
        #expect(summary.warnings.count == 1)
        #expect(summary.warnings.first?.path.description == "variants[0].conditional_operator")
        #expect(try registry.bool("f"))
    }

    @Test("an unknown field is remarked on and ignored")
    func unknownFields() throws {
        let text = #"{"flags": [], "flag_defs": [{"flag": "a", "base_value": null, "type": "bool"}]}"#
        let summary = try VariantRegistry().load(VariantsDocument(text: text))
        #expect(summary.warnings.map(\.path.description) == ["flags", "flag_defs[0].type"])
    }

    @Test("a value and values together are refused; null is neither")
    func valueAndValues() throws {
        let both = VariantsDocument(
            text: .document(conditions: #"{"type": "RANDOM", "value": 1, "values": [1]}"#))
        #expect(both.problems().map(\.message) == ["RANDOM has both a value and values"])
        let null = VariantsDocument(
            text: .document(conditions: #"{"type": "RANDOM", "value": 1, "values": null}"#))
        #expect(null.problems().isEmpty)
    }

    @Test("a place is found behind names with escapes, in a document with a byte order mark")
    func places() {
        let text = "\u{FEFF}{\"fl\\u0061g_defs\":\n[ {\"flag\": \"a\",\n \"base_value\": 1}, 5]}"
        let problem = VariantsDocument(text: text).problems().first
        #expect(problem?.line == 3)
        #expect(problem?.column == 20)
    }

    @Test("a file that is not there is reported as that")
    func missingFile() throws {
        let folder = try TemporaryFolder()
        #expect(throws: FileProblem.self) { try VariantsDocument(contentsOfFile: folder.path("none.json")) }
    }
}
