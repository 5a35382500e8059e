import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Writing the rows to a file", .inTurn)
struct ExportTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Asks for a file, and carries it out as the program does.
    private func export(_ fixture: inout ShopFixture, to path: String) throws {
        try fixture.press("E", "ctrl-u")
        fixture.type("export \(path)")
        try run(fixture.press("Enter"), &fixture)
    }

    private func run(_ effects: [Effect], _ fixture: inout ShopFixture) throws {
        for case .export(let request) in effects {
            _ = fixture.state.update(.exported(request, request.written()), at: ShopFixture.start)
        }
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try FileBytes.read(folder.path(name), limit: 1 << 20), as: UTF8.self)
    }

    @Test("JSON has an object for each row that is shown, in their order, with whole values")
    func json() throws {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        _ = fixture.state.update(.to(\.list, .filter("type:int,json")))
        fixture.state.list.sort = KeyOrder(.key, isReversed: true)
        fixture.state.rebuildListing()
        try export(&fixture, to: folder.path("keys.json"))
        let rows = try #require(JSONValue(parsing: try text("keys.json")).array)
        #expect(rows.map { $0.object?["key"]?.string } == ["max_items", "login_screen"])
        #expect(rows[0].object?["value"]?.string == "9")
        #expect(rows[0].object?["status"]?.string == "override")
        #expect(fixture.state.notices.notice?.text == "wrote 2 rows to \(folder.path("keys.json"))")
    }

    @Test("CSV puts into quotes what needs them")
    func csv() throws {
        var fixture = ShopFixture()
        let text = "a,\"b\"\nc"
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["checkout_button_color": text])))
        _ = fixture.state.update(.to(\.list, .filter("key:checkout")))
        try export(&fixture, to: folder.path("keys.CSV"))
        let lines = try self.text("keys.CSV")
        #expect(lines.hasPrefix("status,key,value,source,type,changed\r\n"))
        #expect(lines.contains("ok,checkout_button_color,\"a,\"\"b\"\"\nc\",source,string,"))
    }

    @Test("a text has the columns under their names, and nothing that a terminal obeys")
    func plain() throws {
        var fixture = ShopFixture()
        try export(&fixture, to: folder.path("keys.txt"))
        let lines = try text("keys.txt").split(separator: "\n")
        #expect(lines.count == 9)
        #expect(lines[0].hasPrefix("status      key"))
        #expect(lines.last?.contains("こんにちは␛[31m") == true)
    }

    @Test("the other screens are written, too", arguments: ["5", "6", "4", "3", "2"])
    func screens(_ screen: String) throws {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
        try fixture.press(screen)
        try export(&fixture, to: folder.path("rows.json"))
        #expect(try JSONValue(parsing: text("rows.json")).array?.count == fixture.state.rowCount)
        #expect(fixture.state.rowCount > 0)
    }

    @Test("a file that exists is replaced only after a yes")
    func existing() throws {
        try folder.write("old", to: "keys.json")
        var fixture = ShopFixture()
        try export(&fixture, to: folder.path("keys.json"))
        #expect(fixture.screen.contains("Replace it?"))
        try fixture.press("n")
        #expect(try text("keys.json") == "old")
        try export(&fixture, to: folder.path("keys.json"))
        try run(fixture.press("y"), &fixture)
        #expect(try text("keys.json").hasPrefix("["))
    }

    @Test("a picture is of what the screen shows, in its theme, without the palette that asked for its name")
    func picture() throws {
        var fixture = ShopFixture()
        let shown = DashboardView.svg(of: fixture.state)
        try save(&fixture, to: folder.path("keys.svg"))
        #expect(try text("keys.svg") == shown)
        #expect(shown.hasPrefix("<svg ") && shown.contains("checkout_button_color"))
        #expect(fixture.state.notices.notice?.text == "saved the picture \(folder.path("keys.svg"))")
    }

    @Test("a key that is bound to it takes a picture of a panel, too")
    func pictureOfPanel() throws {
        var fixture = ShopFixture()
        fixture.state.project.keyMap = KeyMap.standard(changing: ["shot": ["F9"]]).map
        try fixture.press("?", "F9", "ctrl-u")
        fixture.type("shot \(folder.path("help.svg"))")
        try run(fixture.press("Enter"), &fixture)
        #expect(try text("help.svg").contains("Navigation"))
    }

    @Test("a picture is never written over a file without a yes, nor under a name of something else")
    func existingPicture() throws {
        try folder.write("old", to: "keys.svg")
        var fixture = ShopFixture()
        try save(&fixture, to: folder.path("keys.svg"))
        #expect(try text("keys.svg") == "old")
        #expect(fixture.screen.contains("Replace it?"))
        try run(fixture.press("y"), &fixture)
        #expect(try text("keys.svg").hasPrefix("<svg "))
        try save(&fixture, to: folder.path("keys.png"))
        #expect(fixture.state.notices.notice?.text.contains("ends in .svg") == true)
        #expect(!FileManager.default.fileExists(atPath: folder.path("keys.png")))
    }

    /// Asks for a picture in the palette, and carries it out as the program does.
    private func save(_ fixture: inout ShopFixture, to path: String) throws {
        try fixture.press(":")
        fixture.type("shot")
        try fixture.press("Enter")
        #expect(fixture.screen.contains("shot keys.svg"))
        try fixture.press("ctrl-u")
        fixture.type("shot \(path)")
        try run(fixture.press("Enter"), &fixture)
    }

    @Test("what cannot be written is reported")
    func refused() throws {
        var fixture = ShopFixture()
        try export(&fixture, to: folder.path("keys.xml"))
        #expect(fixture.state.notices.notice?.text.contains("ends in .json, .csv, .txt") == true)
        try folder.write("a file", to: "inside")
        try export(&fixture, to: folder.path("inside/keys.json"))
        #expect(fixture.state.notices.notice?.text.hasPrefix("cannot write ") == true)
        try fixture.press("E")
        #expect(fixture.screen.contains("export keys.json"))
    }
}
