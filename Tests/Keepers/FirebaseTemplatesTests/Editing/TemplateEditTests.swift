import ExperimentsCore
import FirebaseTemplates
import TestSupport
import Testing

@Suite("An edit of a template", .inTurn)
struct TemplateEditTests {
    private func edited(_ edits: TemplateEdit...) throws -> RemoteConfigTemplate {
        var template = try SampleTemplate.published().template
        for edit in edits { template = try template.applying(edit) }
        return template
    }

    private func problem(_ edit: TemplateEdit) throws -> TemplateEditProblem {
        let template = try SampleTemplate.published().template
        return try #require(throws: TemplateEditProblem.self) { try template.applying(edit) }
    }

    @Test("sets a default, and keeps unknown parts of the old one")
    func setDefault() throws {
        let template = try edited(.setValue(key: "color", condition: nil, .text("green")))
        #expect(template.parameter("color")?.json["defaultValue"] == ["value": "green", "later": 1])
        #expect(template.json["later"] == ["a": 1])
    }

    @Test("sets a value under a condition at its place in the order that decides")
    func setConditional() throws {
        let template = try edited(
            .setValue(key: "limit", condition: "beta", .text("5")),
            .setValue(key: "limit", condition: "uk", .text("9"))
        )
        #expect(template.parameter("limit")?.conditionalValues.map(\.condition) == ["uk", "beta"])
    }

    @Test("of what is not there is refused, with the nearest name")
    func notThere() throws {
        #expect(try problem(.removeParameter(key: "colour")).advice == "did you mean \"color\"?")
        #expect(try problem(.setExpression(condition: "bete", "true")).advice == "did you mean \"beta\"?")
        #expect(try problem(.setValue(key: "color", condition: "UK", .text("x"))).message.contains("\"UK\""))
        #expect(try problem(.removeValue(key: "limit", condition: "uk")).message.contains("has no value"))
        #expect(try problem(.removeGroup(name: "Shopp")).advice == "did you mean \"Shop\"?")
    }

    @Test("that adds what is there already is refused")
    func twice() throws {
        #expect(
            try problem(.addParameter(key: "sale", .text("x"), type: .string, group: nil)).message.contains(
                "already"))
        #expect(try problem(.renameParameter(key: "color", to: "sale")).message.contains("already"))
        #expect(
            try problem(.addCondition(name: "uk", expression: "true", index: nil)).message.contains("already")
        )
        #expect(try problem(.addGroup(name: "Shop", description: nil)).message.contains("already"))
    }

    @Test("renames a parameter and a condition where they stand, with all that refers to them")
    func rename() throws {
        let template = try edited(
            .renameParameter(key: "color", to: "paint"), .renameCondition(name: "uk", to: "britain"))
        #expect(template.parameters.map(\.key) == ["paint", "limit", "sale"])
        #expect(template.conditions.map(\.name) == ["britain", "beta"])
        #expect(template.parameter("paint")?.conditionalValues.map(\.condition) == ["britain", "beta"])
        #expect(template.parameter("paint")?.json["later"] == [1])
    }

    @Test("moves a parameter to a group and out of it; removing the group keeps its parameters")
    func groups() throws {
        let moved = try edited(.moveParameter(key: "limit", group: "New"))
        #expect(moved.parameter("limit")?.group == "New")
        #expect(try edited(.moveParameter(key: "sale", group: nil)).parameter("sale")?.group == nil)
        let removed = try edited(.removeGroup(name: "Shop"))
        #expect(removed.groups.isEmpty)
        #expect(removed.parameter("sale")?.defaultValue == .text("false"))
    }

    @Test("moves a condition, and the values under it along with it")
    func order() throws {
        let template = try edited(.moveCondition(name: "beta", index: 0))
        #expect(template.conditions.map(\.name) == ["beta", "uk"])
        #expect(template.parameter("color")?.conditionalValues.map(\.condition) == ["beta", "uk"])
        #expect(TemplateValidator().problems(of: template).isEmpty)
        #expect(template.condition("beta")?.json["later"] == 1)
    }

    @Test("removes a condition with every value under it")
    func removeCondition() throws {
        let template = try edited(.removeCondition(name: "uk"))
        #expect(template.parameter("color")?.conditionalValues.map(\.condition) == ["beta"])
        #expect(template.conditions.map(\.name) == ["beta"])
    }

    @Test(
        "of a percentage changes only that part of the expression",
        arguments: [
            ("percent <= 5", "10", "percent <= 10"),
            ("percent('a b')<=5 && true", "12.5", "percent('a b') <= 12.5 && true"),
            ("device.os == 'ios'  &&  percent > 90", "25", "device.os == 'ios'  &&  percent > 75"),
            ("percent between 20 and 30", "50.5", "percent between 20 and 70.5"),
            ("device.os == 'ios'", "1", "device.os == 'ios' && percent <= 1"),
            ("true", "30", "percent <= 30"),
        ])
    func percent(_ expression: String, _ share: String, _ expected: String) throws {
        let template = try edited(
            .setExpression(condition: "uk", expression), .setPercent(condition: "uk", share))
        #expect(template.condition("uk")?.expression == expected)
        let clause = try #require(PercentClause(expected))
        #expect(clause.share == Double(share))
    }

    @Test("of a percentage is refused if it is invalid, or has no single place")
    func badPercent() throws {
        for text in ["-1", "100.5", "x", "", "1e1", "5.", ".5", "1.1234567", "inf"] {
            #expect(
                try problem(.setPercent(condition: "uk", text)).message.contains("is not a percentage"),
                "\(text)")
        }
        let two = try edited(.setExpression(condition: "uk", "percent <= 5 && percent('a') > 3"))
        #expect(throws: TemplateEditProblem.self) { try two.applying(.setPercent(condition: "uk", "5")) }
        let late = try edited(.setExpression(condition: "uk", "percent between 80 and 90"))
        let problem = try #require(throws: TemplateEditProblem.self) {
            try late.applying(.setPercent(condition: "uk", "21"))
        }
        #expect(problem.message.contains("no more than 20% are left"))
    }

    @Test("of a percentage in an expression that cannot be read shows where")
    func unreadable() throws {
        let template = try edited(.setExpression(condition: "uk", "device.os = 'ios'"))
        let problem = try #require(throws: TemplateEditProblem.self) {
            try template.applying(.setPercent(condition: "uk", "5"))
        }
        #expect(problem.excerpt?.hasSuffix("^") == true)
    }
}
