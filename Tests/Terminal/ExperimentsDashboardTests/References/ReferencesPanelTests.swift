import ExperimentsCore
import ExperimentsOperator
import ExperimentsTerminalUI
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("If sources are about a key, on screen", .inTurn)
struct ReferencesPanelTests {
    private static let found = KeyReferences(
        folder: "/shop",
        references: [
            KeyReference(
                kind: "declared", path: "Sources/Keys.swift", line: 4, column: 10,
                text: "case items = \"max_items\""),
            KeyReference(
                kind: "used", path: "Sources/Cart.swift", line: 21, column: 30,
                text: "service.value(for: .items)"),
        ])

    private func opened(
        _ result: Result<KeyReferences, MessageError>?, options: DashboardOptions = DashboardOptions()
    ) throws -> ShopFixture {
        var fixture = ShopFixture(findsReferences: true, options: options)
        fixture.finishFetch(.success(ShopFixture.snapshot))
        guard case .findReferences(let name)? = try fixture.press("j", "R").first else {
            Issue.record("no search yet")
            return fixture
        }
        #expect(name == fixture.state.source.report.rows[1].name)
        if let result { _ = fixture.state.update(.referencesFound(result, of: name)) }
        return fixture
    }

    @Test("They are listed with their lines, and Enter opens one in an editor")
    func listed() throws {
        #expect(try opened(nil).screen.contains("searching…"))
        var fixture = try opened(.success(Self.found))
        #expect(fixture.screen.contains("2 places") && fixture.screen.contains("Sources/Cart.swift:21"))
        let effects = try fixture.press("j", "Enter")
        guard case .openPlace(let place)? = effects.first else {
            return #expect(Bool(false), "nothing is opened")
        }
        #expect(place == FilePlace(path: "/shop/Sources/Cart.swift", line: 21, column: 30))
        _ = fixture.state.update(
            .placeClosed(place, MessageError("vi ended with status 1")), at: fixture.state.now)
        #expect(fixture.state.notices.notice?.text == "Cart.swift: vi ended with status 1")
        #expect(fixture.state.panels.top is ReferencesPanel)
    }

    @Test("Their places are links to the files, if the terminal shows links")
    func links() throws {
        func addresses(_ options: DashboardOptions) throws -> [String] {
            let state = try opened(.success(Self.found), options: options).state
            return DashboardView.frame(of: state, theme: .plain).links.map(\.target.address)
        }
        #expect(try addresses(DashboardOptions()).isEmpty)
        var options = DashboardOptions()
        options.linkHost = "laptop"
        #expect(
            try addresses(options) == [
                "file://laptop/shop/Sources/Keys.swift", "file://laptop/shop/Sources/Cart.swift",
            ])
    }

    @Test("A filter narrows them, y copies the place, r looks again, and R closes")
    func handling() throws {
        var fixture = try opened(.success(Self.found))
        try fixture.press("/")
        fixture.type("declared")
        try fixture.press("Enter")
        #expect((fixture.state.panels.top as? ReferencesPanel)?.count == 1)
        guard case .copy("Sources/Keys.swift:4:10")? = try fixture.press("y").first else {
            return #expect(Bool(false), "nothing is copied")
        }
        #expect(try fixture.press("r").count == 1)
        try fixture.press("R")
        #expect(fixture.state.panels.isEmpty)
    }

    @Test("Why there are none is reported, and what to do about it")
    func failures() throws {
        let failure = MessageError("experiments-code is not installed", advice: "put it into PATH")
        let screen = try opened(.failure(failure)).screen
        #expect(screen.contains("experiments-code is not installed") && screen.contains("put it into PATH"))
        #expect(
            try opened(.success(KeyReferences(folder: "/shop", references: []))).screen.contains(
                "no Swift file in /shop mentions"))
        var without = ShopFixture()
        without.finishFetch(.success(ShopFixture.snapshot))
        #expect(try without.press("R").isEmpty)
        #expect(without.state.reasonDisabled(.references)?.contains("no project file") == true)
    }

    @Test("What the tool prints is read, and nothing else")
    func parsing() {
        let printed = """
            {"schema": 1, "references": [{"key": "a", "kind": "used", "path": "./A.swift", "line": 3, "column": 7, "text": "x"}]}
            """
        #expect(
            KeyReference.references(parsing: Array(printed.utf8)) == [
                KeyReference(kind: "used", path: "A.swift", line: 3, column: 7, text: "x")
            ])
        for text in ["", "{}", "keys:\n", "{\"schema\": 2, \"references\": []}"] {
            #expect(KeyReference.references(parsing: Array(text.utf8)) == nil)
        }
    }
}
