import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("What dashboards remember", .inTurn)
struct DashboardMemoryTests {
    private let folder: TemporaryFolder
    private let memory: DashboardMemory

    init() throws {
        folder = try TemporaryFolder()
        memory = DashboardMemory(
            folder: folder.path("state/dashboard"), project: "/home/ann/shop/experiments.yaml")
    }

    private var view: RememberedView {
        var view = RememberedView()
        view.screen = .overrides
        view.sort = KeyOrder(.status, isReversed: true)
        view.filter = "check !free"
        view.recentFilters = ["check", "type:bool"]
        view.keyColumnShift = -8
        view.detailsShift = 20
        view.isGrouped = true
        view.theme = "nord"
        view.usesMouse = false
        view.dismissedHints = [.welcome]
        return view
    }

    @Test("a view comes back as it was left")
    func roundTrip() throws {
        try memory.remember(view)
        let recalled = memory.recall()
        #expect(recalled.view == view && recalled.warnings.isEmpty)
    }

    @Test("a project that was never opened begins afresh, without a word; hints are for all projects")
    func others() throws {
        try memory.remember(view)
        let other = DashboardMemory(
            folder: folder.path("state/dashboard"), project: "/home/ben/shop/experiments.yaml")
        var expected = RememberedView()
        expected.dismissedHints = [.welcome]
        #expect(other.viewPath != memory.viewPath)
        #expect(other.recall().view == expected && other.recall().warnings.isEmpty)
    }

    @Test("hints that two dashboards put away are both remembered")
    func hints() throws {
        var other = view
        other.dismissedHints = [.history]
        try memory.remember(view)
        try memory.remember(other)
        #expect(memory.recall().view.dismissedHints == [.welcome, .history])
    }

    @Test("unknown members and members of another kind are passed over")
    func tolerance() throws {
        try memory.remember(RememberedView())
        try Data(
            #"{"version": 2, "screen": "galaxy", "sort": 7, "filter": "x", "keyColumnShift": 99999, "new": {}}"#
                .utf8
        ).write(to: URL(filePath: memory.viewPath))
        var expected = RememberedView()
        expected.filter = "x"
        expected.keyColumnShift = 500
        #expect(memory.recall().view == expected)
    }

    @Test(
        "a file that is not readable is set aside, and said so once", arguments: ["{\"screen\": ", "[]", ""])
    func corrupt(text: String) throws {
        try memory.remember(view)
        try Data(text.utf8).write(to: URL(filePath: memory.viewPath))
        let recalled = memory.recall()
        #expect(recalled.view.screen == .keys)
        #expect(recalled.warnings.count == 1)
        #expect(recalled.warnings.first?.contains(".json.broken") == true)
        #expect(try String(contentsOfFile: memory.viewPath + ".broken", encoding: .utf8) == text)
        #expect(memory.recall().warnings.isEmpty)
    }

    @Test("an unchanged view does not write the file")
    func unchanged() throws {
        try memory.remember(view)
        let before =
            try FileManager.default.attributesOfItem(atPath: memory.viewPath)[.systemFileNumber] as? Int
        try memory.remember(view)
        let after =
            try FileManager.default.attributesOfItem(atPath: memory.viewPath)[.systemFileNumber] as? Int
        #expect(before == after && before != nil)
    }
}

@Suite("Beginning where a dashboard was left", .inTurn)
struct RememberedViewTests {
    @Test("screen, order, filter, widths and hints are those of the last time")
    func recall() throws {
        var first = ShopFixture()
        try first.press("s", "S", ">", ">", "/")
        first.type("e")
        try first.press("Enter", "2")
        var options = DashboardOptions()
        options.remembered = RememberedView(of: first.state)
        let second = ShopFixture(options: options)
        #expect(second.screen == first.screen)
        #expect(RememberedView(of: second.state) == RememberedView(of: first.state))
        #expect(second.state.screen == .missing && second.state.list.keyColumnShift == 8)
    }

    @Test("a theme is remembered once it was chosen, not while it is tried on")
    func theme() throws {
        var fixture = ShopFixture()
        try fixture.press("t", "j")
        #expect(RememberedView(of: fixture.state).theme == nil)
        try fixture.press("Enter")
        #expect(RememberedView(of: fixture.state).theme == fixture.state.theme.name)
    }

    @Test("the mouse is remembered once it was switched")
    func mouse() throws {
        var fixture = ShopFixture()
        #expect(RememberedView(of: fixture.state).usesMouse == nil)
        try fixture.press(":")
        fixture.type("mouse")
        let effects = try fixture.press("Enter")
        guard case .setMouse(false) = effects.first else {
            Issue.record("the mouse was not switched off")
            return
        }
        #expect(RememberedView(of: fixture.state).usesMouse == false)
    }
}
