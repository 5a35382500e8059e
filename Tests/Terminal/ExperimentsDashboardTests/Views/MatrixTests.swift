import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Screens in every size and depth of colors", .inTurn)
struct MatrixTests {
    static let sizes = [
        ("wide", CellSize(columns: 160, rows: 45)), ("narrow", CellSize(columns: 60, rows: 20)),
        ("tiny", CellSize(columns: 20, rows: 5)),
    ]
    static let depths: [(name: String, depth: ColorDepth)] = [
        ("truecolor", .truecolor), ("16 colors", .ansi16), ("no colors", .none),
    ]

    @Test("each screen is as recorded, to the last cell", arguments: Screen.allCases, sizes)
    func screen(_ screen: Screen, _ size: (name: String, size: CellSize)) throws {
        var fixture = ShopFixture(
            size: size.size, overrides: ShopFixture.overrides, environment: "production")
        fixture.finishFetch(.success(ShopFixture.snapshot))
        fixture.pass(4)
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8", "price_factor": nil])))
        fixture.pass(2)
        try fixture.press("\(screen.number)", "j")
        try expect(fixture, named: "\(screen.name)-\(size.name)")
    }

    /// What lies over the screens, and the keys that bring it there.
    static let overlays: [(name: String, keys: [String])] = [
        ("details", ["j", "j", "j", "Enter"]), ("help", ["?"]), ("palette", [":", "h", "i", "s"]),
        ("themes", ["t", "j"]),
        ("messages", ["Q", "!"]), ("log-entry", ["Q", "L", "k", "Enter"]), ("editor-cases", ["o"]),
        ("editor-number", ["j", "j", "j", "o"]),
        ("confirmation", ["4", "M", "u"]), ("profiles", ["P"]), ("sources", ["b"]), ("comparison", ["="]),
        ("filter", ["/", "e"]),
    ]

    @Test("each overlay is as recorded, to the last cell", arguments: overlays, sizes)
    func overlay(_ overlay: (name: String, keys: [String]), _ size: (name: String, size: CellSize)) throws {
        var fixture = ShopFixture(
            size: size.size, overrides: ShopFixture.overrides, environment: "production",
            sources: SourceTests.sources)
        fixture.finishFetch(.success(ShopFixture.snapshot))
        // The details are open at the start where there is room; the key is to open them everywhere.
        fixture.state.details.isShown = false
        for key in overlay.keys { try fixture.press(key) }
        let profile = try OverrideProfile(
            name: "QA checkout", overrides: OverrideSet(["max_items": Override(value: "2")]), author: "ana",
            savedAt: ShopFixture.start - 3600)
        _ = fixture.state.update(
            .profilesAnswered(.list, LibraryAnswer<OverrideProfile>(items: [profile], isDone: true)),
            at: ShopFixture.start)
        let other = ShopFixture.snapshot.changing(["max_items": "2", "paywall_type": nil])
        _ = fixture.state.update(
            .to(\.comparison, .read(name: "staging", other, problem: nil)), at: ShopFixture.start)
        try expect(fixture, named: "overlay-\(overlay.name)-\(size.name)")
    }

    /// The words, and the styles in each depth of colors, as kept.
    private func expect(_ fixture: ShopFixture, named kept: String) throws {
        // Themes are told by their own colors: the chosen one lies over all of them.
        let theme = kept.contains("themes") ? fixture.state.theme : try ThemeLibrary().theme(named: "dark")
        var text = fixture.screen
        for (name, depth) in Self.depths {
            let frame = DashboardView.frame(of: fixture.state, theme: theme.adapted(to: depth))
            #expect(frame.text == fixture.screen, "\(name) changes the words")
            text += "\n\n--- \(name)\n" + StyleDump(frame).text
        }
        try Golden.expect(text, named: "matrix/\(kept)")
    }
}

/// The styles of a frame, cell by cell in few bytes: each row as lengths and letters, `12a5b`, and what the letters
/// mean. Rows that are alike are written once.
private struct StyleDump {
    let text: String

    init(_ frame: Frame) {
        var letters: [CellStyle: Character] = [:]
        var legend: [String] = []
        var rows: [(first: Int, last: Int, runs: String)] = []
        for row in 0..<frame.size.rows {
            var runs = ""
            var cells = frame.row(row)
            while let style = cells.first?.style {
                let count = cells.prefix { $0.style == style }.count
                if letters[style] == nil {
                    letters[style] = Self.alphabet[letters.count % Self.alphabet.count]
                    legend.append("\(letters[style] ?? "?") \(style)")
                }
                runs += "\(count)\(letters[style] ?? "?")"
                cells = cells.dropFirst(count)
            }
            if let last = rows.indices.last, rows[last].runs == runs {
                rows[last].last = row
            } else {
                rows.append((row, row, runs))
            }
        }
        let lines = rows.map {
            ($0.first == $0.last ? "\($0.first)" : "\($0.first)-\($0.last)") + ": " + $0.runs
        }
        text = (legend + lines).joined(separator: "\n")
    }

    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
}
