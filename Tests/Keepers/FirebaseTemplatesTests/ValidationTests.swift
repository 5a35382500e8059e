import ExperimentsCore
import FirebaseTemplates
import TestSupport
import Testing

@Suite("The rules of the service", .inTurn)
struct ValidationTests {
    private func problems(_ text: String, _ namespace: TemplateNamespace = .client) -> [TemplateProblem] {
        TemplateValidator(namespace: namespace).read(Array(text.utf8)).problems
    }

    @Test("a good template breaks none")
    func good() {
        let text = #"""
            {"conditions": [{"name": "ios beta 1.5%!", "expression": "device.os == 'ios'", "tagColor": "DEEP_ORANGE"}],
             "parameters": {
               "_a1": {"defaultValue": {"value": "-1.5"}, "valueType": "NUMBER", "description": "d",
                       "conditionalValues": {"ios beta 1.5%!": {"rolloutValue":
                         {"rolloutId": "r", "value": "2", "percent": 1}}}},
               "b": {"defaultValue": {"useInAppDefault": true}, "valueType": "BOOLEAN"},
               "c": {"defaultValue": {"value": "{\"x\": [1]}"}, "valueType": "JSON"},
               "d": {"defaultValue": {"value": "TRUE"}, "valueType": "BOOLEAN"}},
             "parameterGroups": {"G 1": {"parameters": {"e": {"defaultValue": {"value": ""}}}}}}
            """#
        #expect(problems(text).isEmpty, "\(problems(text))")
    }

    @Test(
        "each broken rule is named with its place",
        arguments: [
            (#"{"parameters": {"1a": {"defaultValue": {"value": ""}}}}"#, "parameter-key", "parameters.1a"),
            (#"{"parameters": {"a-b": {"defaultValue": {"value": ""}}}}"#, "parameter-key", "parameters.a-b"),
            (
                #"{"parameters": {"toString": {"defaultValue": {"value": ""}}}}"#, "parameter-key",
                "parameters.toString"
            ),
            (
                #"{"parameters": {"a": {}}, "parameterGroups": {"G": {"parameters": {"a": {}}}}}"#,
                "duplicate-key",
                "parameterGroups.G.parameters.a"
            ),
            (
                #"{"parameters": {"a": {}}, "parameterGroups": {"a": {}}}"#, "duplicate-key",
                "parameterGroups.a"
            ),
            (
                #"{"parameters": {"a": {"defaultValue": {"value": true}}}}"#, "value-is-text",
                "parameters.a.defaultValue.value"
            ),
            (#"{"parameters": {"a": {"defaultValue": {}}}}"#, "value-kind", "parameters.a.defaultValue"),
            (
                #"{"parameters": {"a": {"defaultValue": {"value": "", "useInAppDefault": true}}}}"#,
                "value-kind",
                "parameters.a.defaultValue"
            ),
            (
                #"{"parameters": {"a": {"defaultValue": {"useInAppDefault": false}}}}"#, "in-app-default",
                "parameters.a.defaultValue.useInAppDefault"
            ),
            (
                #"{"parameters": {"a": {"defaultValue": {"personalizationValue": {}}}}}"#,
                "default-value-kind",
                "parameters.a.defaultValue.personalizationValue"
            ),
            (
                #"{"parameters": {"a": {"defaultValue": {"value": "yes"}, "valueType": "BOOLEAN"}}}"#,
                "value-type",
                "parameters.a.defaultValue.value"
            ),
            (
                #"{"parameters": {"a": {"defaultValue": {"value": "1."}, "valueType": "NUMBER"}}}"#,
                "value-type",
                "parameters.a.defaultValue.value"
            ),
            (
                #"{"parameters": {"a": {"defaultValue": {"value": "{'x': 1}"}, "valueType": "JSON"}}}"#,
                "value-type",
                "parameters.a.defaultValue.value"
            ),
            (#"{"parameters": {"a": {"valueType": "FLOAT"}}}"#, "value-type", "parameters.a.valueType"),
            (
                #"{"parameters": {"a": {"conditionalValues": {"x": {"value": ""}}}}}"#, "unknown-condition",
                "parameters.a.conditionalValues.x"
            ),
            (
                #"""
                {"conditions": [{"name": "a", "expression": "true"}],
                 "parameters": {"p": {"conditionalValues": {"a": {"rolloutValue": {"value": "1", "percent": 0}}}}}}
                """#, "percentage", "parameters.p.conditionalValues.a.rolloutValue.percent"
            ),
            (
                #"{"conditions": [{"name": "a/b", "expression": "true"}]}"#, "condition-name",
                "conditions[0].name"
            ),
            (
                #"{"conditions": [{"name": "a ", "expression": "true"}]}"#, "condition-name",
                "conditions[0].name"
            ),
            (
                #"{"conditions": [{"name": "a", "expression": "true"}, {"name": "a", "expression": "true"}]}"#,
                "duplicate-condition", "conditions[1].name"
            ),
            (#"{"conditions": [{"name": "a"}]}"#, "expression", "conditions[0]"),
            (
                #"{"conditions": [{"name": "a", "expression": "x"}]}"#, "expression",
                "conditions[0].expression"
            ),
            (
                #"{"conditions": [{"name": "a", "expression": "true", "tagColor": "RED"}]}"#, "tag-color",
                "conditions[0].tagColor"
            ),
            (#"{"conditions": {}}"#, "shape", "conditions"),
            (#"{"parameters": {"prototype": {}}}"#, "parameter-key", "parameters.prototype"),
        ])
    func rules(text: String, rule: String, path: String) {
        let found = problems(text).filter { $0.severity == .error }
        #expect(found.contains { $0.rule?.rawValue == rule && $0.path.description == path }, "\(found)")
        #expect(found.allSatisfy { $0.line != nil })
    }

    @Test(
        "a value for a condition that is nearly that of the template names it",
        arguments: [("Beta", "beta"), ("beta ", "beta"), ("my  beta", "my beta")])
    func nearCondition(written: String, meant: String) {
        let found = problems(
            """
            {"conditions": [{"name": "\(meant)", "expression": "true"}],
             "parameters": {"p": {"conditionalValues": {"\(written)": {"value": "1"}}}}}
            """)
        #expect(found.first { $0.rule == .unknownCondition }?.advice == "did you mean \"\(meant)\"?")
    }

    @Test("a rollout or a personalized value without its ID is a warning")
    func missingIDs() {
        let found = problems(
            #"""
            {"conditions": [{"name": "a", "expression": "true"}, {"name": "b", "expression": "true"}],
             "parameters": {"p": {"defaultValue": {"value": ""}, "conditionalValues": {
               "a": {"rolloutValue": {"value": "1"}}, "b": {"personalizationValue": {}}}}}}
            """#)
        #expect(found.map(\.message) == ["has no rolloutId", "has no percent", "has no personalizationId"])
        #expect(found.allSatisfy { $0.severity == .warning })
    }

    @Test("the order of conditional values means nothing, and is a warning at most")
    func conditionOrder() {
        let found = problems(
            #"""
            {"conditions": [{"name": "zeta", "expression": "true"}, {"name": "alpha", "expression": "true"}],
             "parameters": {"p": {"conditionalValues": {"alpha": {"value": ""}, "zeta": {"value": ""}}}}}
            """#)
        #expect(found.map(\.rule) == [.conditionOrder])
        #expect(found.map(\.severity) == [.warning])
    }

    @Test(
        "an expression that the console would not take is refused",
        arguments: [
            "version(app.customSignal['v']) >= '1.2.3.4.5.6'", "version(app.customSignal['v']) >= '-1.2'",
            "app.version.>=(['-1.2'])", "app.version.>=(['+1'])", "app.version.>=(['1..2'])",
            "app.build.<(['1. 2'])",
            "percent between 20 and 20", "percent between 20 and 20.0", "percent('a seed with blanks') <= 10",
            "percent('\(String(repeating: "s", count: 33))') <= 10",
        ])
    func console(expression: String) {
        let text = JSONValue.string(expression).compactText
        let found = problems(
            #"""
            {"conditions": [{"name": "a", "expression": \#(text)}],
             "parameters": {"p": {"conditionalValues": {"a": {"value": ""}}}}}
            """#)
        #expect(found.map(\.rule) == [.expression], "\(found)")
        #expect(found.map(\.severity) == [.error])
    }

    @Test(
        "an expression at the limit is fine",
        arguments: [
            "version(app.customSignal['v']) >= '1.2.3.4.5'", "app.version.>=(['1.2.3.4.5.6'])",
            "app.build.==(['204'])",
            "percent between 20 and 20.1", "percent('a-Seed_1.0') <= 10",
            "percent('\(String(repeating: "s", count: 32))') <= 10",
        ])
    func consoleLimit(expression: String) {
        let text = JSONValue.string(expression).compactText
        let found = problems(
            #"""
            {"conditions": [{"name": "a", "expression": \#(text)}],
             "parameters": {"p": {"conditionalValues": {"a": {"value": ""}}}}}
            """#)
        #expect(found.isEmpty, "\(found)")
    }

    @Test("a text that is longer than allowed is reported with its length")
    func lengths() {
        let long = String(repeating: "x", count: 300)
        let text = #"""
            {"conditions": [{"name": "\#(long)", "expression": "true"}],
             "parameters": {"\#(long)": {"description": "\#(long)", "defaultValue": {"value": ""}}},
             "parameterGroups": {"\#(long)y": {"description": "\#(long)"}},
             "version": {"description": "\#(long)\#(long)\#(long)\#(long)"}}
            """#
        let rules = problems(text).filter { $0.severity == .error }.map(\.rule)
        #expect(
            rules == [.conditionName, .parameterKey, .description, .groupName, .description, .description],
            "\(rules)")
    }

    @Test("the limits are data")
    func limits() throws {
        var limits = TemplateLimits()
        (limits.parameters, limits.conditions, limits.totalCharacters) = (1, 0, 3)
        let text = #"""
            {"conditions": [{"name": "a", "expression": "true"}],
             "parameters": {"p": {"defaultValue": {"value": "ab"}}, "q": {"defaultValue": {"value": "cd"}}}}
            """#
        let problems = TemplateValidator(limits: limits).problems(
            of: try RemoteConfigTemplate(parsing: Array(text.utf8)))
        #expect(
            problems.filter { $0.severity == .error }.map(\.rule) == [
                .conditionCount, .parameterCount, .totalSize,
            ])
    }

    @Test("a server template knows percent and custom signals only")
    func serverNamespace() {
        let text = #"""
            {"conditions": [{"name": "a", "expression": "percent <= 5 && app.customSignal['k'] == 1"},
                            {"name": "b", "expression": "device.os == 'ios'"}]}
            """#
        #expect(problems(text).filter { $0.severity == .error }.isEmpty)
        #expect(
            problems(text, .server).filter { $0.severity == .error }.map(\.path.description) == [
                "conditions[1].expression"
            ])
    }

    @Test(
        "a server template that asks for the name that one SDK has for the randomization ID is warned of",
        arguments: [("randomization_id", "Python"), ("randomizationID", "Go"), ("randomizationId", nil)])
    func randomizationID(name: String, language: String?) {
        let text = #"""
            {"conditions": [{"name": "a", "expression": "app.customSignal['\#(name)'].contains(['a'])"}],
             "parameters": {"p": {"conditionalValues": {"a": {"value": ""}}}}}
            """#
        let found = problems(text, .server)
        #expect(found.map(\.severity) == (language == nil ? [] : [.warning]))
        if let language {
            #expect(found.first?.message.hasSuffix("in the SDK for \(language) only") == true, "\(found)")
        }
        #expect(problems(text).isEmpty)
    }

    @Test("an expression comes with a caret, and a condition that decides nothing with a warning")
    func caret() {
        let found = problems(#"{"conditions": [{"name": "a", "expression": "device.os = 'ios'"}]}"#)
        #expect(found.map(\.severity) == [.warning, .error] || found.map(\.severity) == [.error, .warning])
        #expect(found.first { $0.rule == .expression }?.excerpt == "device.os = 'ios'\n          ^")
    }

    @Test("what a running experiment uses must stay")
    func experiments() throws {
        let running = #"""
            {"conditions": [{"name": "exp", "expression": "true"}],
             "parameters": {"p": {"conditionalValues": {"exp": {"experimentValue": {"experimentId": "1"}}}}}}
            """#
        let published = try RemoteConfigTemplate(parsing: Array(running.utf8))
        let validator = TemplateValidator()
        #expect(validator.problems(of: published, replacing: published).isEmpty)
        let without = try RemoteConfigTemplate(parsing: Array(#"{"parameters": {"p": {}}}"#.utf8))
        #expect(validator.problems(of: without, replacing: published).map(\.rule) == [.runningExperiment])
    }

    @Test("a regular expression of a server template means the same to every SDK")
    func serverPatterns() {
        func text(_ pattern: String) -> String {
            #"{"conditions": [{"name": "c", "expression": "app.customSignal['k'].matches(['"# + pattern
                + #"'])"}]}"#
        }
        #expect(!problems(text("[[:alpha:]]"), .client).contains { $0.rule == .expression })
        let found = problems(text("[[:alpha:]]"), .server).filter { $0.rule == .expression }
        #expect(found.count == 1 && found[0].message.contains("a set of letters only in Go"), "\(found)")
    }

    /// The text of a template with one value for a condition.
    private func conditional(_ value: String) -> String {
        #"{"conditions": [{"name": "c", "expression": "true"}], "parameters": {"a": {"conditionalValues": {"c": \#(value)}}}}"#
    }

    @Test(
        "parts of managed values have their types",
        arguments: [
            (#"{"rolloutValue": "r"}"#, "rolloutValue: expected an object, found \"r\""),
            (
                #"{"rolloutValue": {"rolloutId": 5, "value": "1", "percent": 5}}"#,
                "rolloutValue.rolloutId: expected a string, found 5"
            ),
            (
                #"{"rolloutValue": {"rolloutId": "r", "value": true, "percent": 5}}"#,
                "rolloutValue.value: expected a string, found true"
            ),
            (#"{"personalizationValue": "p"}"#, "personalizationValue: expected an object, found \"p\""),
            (
                #"{"experimentValue": {"variantValue": {}}}"#,
                "experimentValue.variantValue: expected an array, found {}"
            ),
            (
                #"{"experimentValue": {"variantValue": [{"variantId": 0, "value": "x"}]}}"#,
                "experimentValue.variantValue[0].variantId: expected a string, found 0"
            ),
            (
                #"{"experimentValue": {"variantValue": [{"variantId": "0", "value": "x", "noChange": true}]}}"#,
                "experimentValue.variantValue[0] needs either value or noChange"
            ),
            (
                #"{"experimentValue": {"variantValue": [{"variantId": "0"}]}}"#,
                "variantValue[0] needs either value or noChange"
            ),
            (#"{"value": null}"#, "c has no value"),
        ])
    func managedValues(_ value: String, _ words: String) {
        let found = problems(conditional(value))
        #expect(found.count == 1 && found[0].description.contains(words), "\(found)")
    }

    @Test(
        "the version has its types",
        arguments: [
            ("5", "version: expected an object, found 5"),
            (#"{"versionNumber": "7x"}"#, "version.versionNumber: expected a whole number, found \"7x\""),
            (#"{"description": ["x"]}"#, "version.description: expected a string"),
        ])
    func version(_ version: String, _ words: String) {
        let found = problems(
            #"{"parameters": {"a": {"defaultValue": {"value": ""}}}, "version": \#(version)}"#)
        #expect(found.count == 1 && found[0].description.contains(words), "\(found)")
        for good in [
            #"{"versionNumber": "7", "updateUser": {"email": "x"}}"#, #"{"versionNumber": 7}"#, "null",
        ] {
            #expect(
                problems(#"{"parameters": {"a": {"defaultValue": {"value": ""}}}, "version": \#(good)}"#)
                    .isEmpty)
        }
    }

    @Test(
        "systems, countries and languages that no device has are named with what was meant",
        arguments: [
            ("device.os == 'iOS'", "\"iOS\"", "did you mean \"ios\"?"),
            ("device.os != 'windows'", "\"windows\"", "the operating systems are android, ios, web"),
            ("device.country in ['SE', 'Norway']", "\"Norway\"", "did you mean \"NO\"?"),
            ("device.country in ['no']", "\"no\"", "did you mean \"NO\"?"),
            ("device.country in ['UK']", "\"UK\"", "did you mean \"GB\"?"),
            ("device.country in ['NOR']", "\"NOR\"", "write the two letters of the country, such as NO"),
            ("device.language in ['French']", "\"French\"", "did you mean \"fr\"?"),
            (
                "device.language in ['fr FR']", "\"fr FR\"",
                "write the code of the language, such as nb or en-GB"
            ),
        ])
    func unknownValues(_ expression: String, _ text: String, _ advice: String) throws {
        func problems(_ expression: String) -> [TemplateProblem] {
            self.problems(conditional(#"{"value": "1"}"#).replacing("true", with: expression))
        }
        let found = problems(expression)
        let problem = try #require(found.first)
        #expect(found.count == 1 && problem.rule == .unknownValue && problem.severity == .warning, "\(found)")
        #expect(problem.message.contains(text) && problem.advice == advice, "\(problem)")
        #expect(
            problems(
                "device.os == 'ios' && device.country in ['NO'] && device.language in ['nb', 'zh-Hans_CN']"
            )
            .isEmpty)
    }

    @Test(
        "a file that is not a JSON object says what a template is",
        arguments: ["", "parameters:\n  a: {}\n", "<html>", "[]"])
    func notJSON(_ text: String) {
        #expect(problems(text).first?.advice?.contains("a template is JSON") == true)
        #expect(problems("{\"parameters\": ").first?.advice == nil)
    }

    @Test("a value that is an object is written as a text") func objectValue() {
        let advice = problems(conditional(#"{"value": {"x": 1}}"#)).compactMap(\.advice)
        #expect(advice.contains(#"write the JSON as text: "{\"key\": 1}""#), "\(advice)")
    }
}
