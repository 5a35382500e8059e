import ExperimentsCore
import FirebaseTemplates
import TestSupport
import Testing

@Suite("Taking over a key whose condition also decides others", .inTurn)
struct SharedConditionTests {
    private static func template(_ countries: String, _ parameters: String) throws -> RemoteConfigTemplate {
        let text = #"""
            {"conditions": [{"name": "nordic", "expression": "device.country in [\#(countries)]", "tagColor": "BLUE"}],
             "parameters": {"paywall": {"defaultValue": {"value": "hard"}, "conditionalValues": {
               "nordic": {"value": "soft"}}}\#(parameters)},
             "parameterGroups": {"Search": {"description": "\#(countries.count)", "parameters": {
               "limit": {"defaultValue": {"value": "1"}}}}}}
            """#
        return try RemoteConfigTemplate(parsing: Array(text.utf8))
    }

    private static let decided =
        #", "trial": {"conditionalValues": {"nordic": {"value": "14"}}}, "#
        + #""url": {"conditionalValues": {"nordic": {"value": "n"}}}"#

    private func promotion(
        only: Set<String>? = nil, keeping kept: Set<String> = [], changingShared: Bool = false
    ) throws -> TemplatePromotion {
        try TemplatePromotion(
            from: Self.template("'NO'", ""), to: Self.template("'NO', 'SE'", Self.decided), only: only,
            keeping: kept,
            changingShared: changingShared)
    }

    @Test(
        "copies nothing if a key would change that was not asked for, and names it",
        arguments: [(["paywall"], []), (nil, ["url"]), (["paywall"], ["url"])]
            as [(Set<String>?, Set<String>)])
    func refused(_ only: Set<String>?, _ kept: Set<String>) throws {
        let problem = try #require(throws: TemplateEditProblem.self) {
            try promotion(only: only, keeping: kept)
        }
        #expect(
            problem.message.hasPrefix(
                #"the condition "nordic" also decides trial, url, which are not copied"#))
        #expect(problem.advice?.contains("--shared-conditions") == true)
    }

    @Test("changes the condition if that is allowed, and says what changes with it")
    func allowed() throws {
        let promotion = try promotion(only: ["paywall"], changingShared: true)
        #expect(promotion.edits.contains(.setExpression(condition: "nordic", "device.country in ['NO']")))
        #expect(
            promotion.notes.contains {
                $0.contains("also decides trial, url") && $0.hasSuffix("change with it")
            })
    }

    @Test("copies descriptions of groups and colors of conditions with everything, and names them otherwise")
    func people() throws {
        let all = try TemplatePromotion(
            from: Self.template("'NO'", ""),
            to: Self.template("'SE'", "").applying(.setColor(condition: "nordic", nil))
        )
        #expect(all.edits.contains(.setColor(condition: "nordic", .blue)))
        let described = try TemplatePromotion(
            from: Self.template("'NO'", ""),
            to: Self.template("'NO'", "").applying(.describeGroup(name: "Search", "other")))
        #expect(described.edits == [.describeGroup(name: "Search", "4")])
        let partial = try TemplatePromotion(
            from: Self.template("'NO'", ""),
            to: Self.template("'NO'", "").applying(.describeGroup(name: "Search", "other")), only: ["limit"])
        #expect(partial.edits.isEmpty)
        #expect(partial.notes == [#"the description of the group "Search" differs and is not copied"#])
    }

    @Test("gives a new parameter no type that the source does not have")
    func type() throws {
        let promotion = try TemplatePromotion(
            from: Self.template("'NO'", #", "new": {"defaultValue": {"value": "1"}}"#),
            to: Self.template("'NO'", ""))
        #expect(promotion.edits == [.addParameter(key: "new", .text("1"), type: nil, group: nil)])
    }
}
