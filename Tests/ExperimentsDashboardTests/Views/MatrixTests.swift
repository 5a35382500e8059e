import ExperimentsCore
import Testing

@testable import ExperimentsDashboard

@Suite("Screens in every size and depth of colours")
struct MatrixTests {
    static let sizes = [
        ("wide", Size(columns: 160, rows: 45)), ("narrow", Size(columns: 60, rows: 20)),
        ("tiny", Size(columns: 20, rows: 5)),
    ]
    static let depths: [(name: String, depth: ColorDepth)] = [
        ("truecolor", .truecolor), ("16 colours", .ansi16), ("no colours", .none),
    ]

    @Test("each screen is as kept, to the last cell", arguments: Screen.allCases, sizes)
    func screen(_ screen: Screen, _ size: (name: String, size: Size)) throws {
        var fixture = ShopFixture(size: size.size, overrides: ShopFixture.overrides, environment: "production")
        fixture.finishFetch(.success(ShopFixture.snapshot))
        fixture.pass(4)
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8", "price_factor": nil])))
        fixture.pass(2)
        try fixture.press("\(screen.number)", "j")
        let theme = try ThemeLibrary().theme(named: "dark")
        var text = fixture.screen
        for (name, depth) in Self.depths {
            let frame = DashboardView.frame(of: fixture.state, theme: theme.adapted(to: depth))
            #expect(frame.text == fixture.screen, "\(name) changes the words")
            text += "\n\n--- \(name)\n" + StyleDump(frame).text
        }
        try Golden.expect(text, named: "matrix/\(screen.name)-\(size.name)")
    }
}

/// The styles of a frame, cell by cell in few bytes: each row as lengths and letters, `12a5b`, and what the letters
/// mean. Rows that are alike are written once.
private struct StyleDump {
    let text: String

    init(_ frame: Frame) {
        var letters: [Style: Character] = [:]
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
        let lines = rows.map { ($0.first == $0.last ? "\($0.first)" : "\($0.first)-\($0.last)") + ": " + $0.runs }
        text = (legend + lines).joined(separator: "\n")
    }

    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
}
