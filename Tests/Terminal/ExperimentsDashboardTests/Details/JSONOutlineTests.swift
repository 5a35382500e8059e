import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("JSON in the details", .inTurn)
struct JSONOutlineTests {
    private func outline(_ text: String, width: Int = 30, folds: Bool? = nil) throws -> (
        lines: [String], folded: Bool
    ) {
        let outline = JSONOutline(try JSONValue(parsing: text), width: width, folds: folds, role: .value)
        return (outline.lines.map { $0.map(\.text).joined() }, outline.isFolded)
    }

    @Test("what fits on a line stays on it")
    func fitting() throws {
        #expect(try outline(#"{"a":[1,2,{}],"b":null}"#).lines == [#"{"a": [1, 2, {}], "b": null}"#])
    }

    @Test("what doesn't is opened, its parts as far as they need it")
    func opened() throws {
        #expect(
            try outline(#"{"limits":{"from":1,"to":20},"b":2}"#, width: 24).lines == [
                "{", #"  "limits": {"#, #"    "from": 1,"#, #"    "to": 20"#, "  },", #"  "b": 2"#, "}",
            ])
    }

    @Test("folded, what lies deeper and does not fit is counted")
    func folded() throws {
        let (lines, isFolded) = try outline(
            #"{"limits":{"from":1,"to":20},"list":[100,200,300,400,500],"b":2}"#, width: 24, folds: true)
        #expect(
            lines == ["{", #"  "limits": {… 2 members},"#, #"  "list": [… 5 elements],"#, #"  "b": 2"#, "}"])
        #expect(isFolded)
    }

    @Test("long JSON is folded unless asked for otherwise, and z asks")
    func long() throws {
        let members = (0..<6).map { #""part_\#($0)":{"first":"some text","second":"more text"}"# }
        let text = "{" + members.joined(separator: ",") + "}"
        #expect(try outline(text).folded)
        #expect(try !outline(text, folds: false).folded)
        var fixture = ShopFixture(
            size: CellSize(columns: 120, rows: 50),
            snapshot: ShopFixture.snapshot.changing(["login_screen": text]))
        try fixture.press("3", "4", "1", "j", "j", "j", "j", "j")
        #expect(fixture.screen.contains("folded, z unfolds"))
        #expect(!fixture.screen.contains(#""second": "more text""#))
        try fixture.press("z")
        #expect(fixture.screen.contains(#""second": "more text""#))
        try fixture.press("z")
        #expect(fixture.screen.contains("folded, z unfolds"))
    }

    @Test("controls and brackets in texts do no harm, and a long text continues below")
    func texts() throws {
        #expect(try outline(#"["\u001b[31m","}"]"#).lines == [#"["\u001b[31m", "}"]"#])
        let lines = try outline(#"{"text":"one two three four five six seven eight nine"}"#, width: 20).lines
        #expect(lines.count > 4 && lines.allSatisfy { $0.count <= 20 })
    }
}
