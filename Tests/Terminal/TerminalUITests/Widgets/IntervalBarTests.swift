import TestSupport
import Testing

@testable import ExperimentsTerminalUI

@Suite("Intervals against a zero line", .inTurn)
struct IntervalBarTests {
    private func text(
        _ lower: Double, _ upper: Double, seen: Double? = nil, scale: ClosedRange<Double> = -10...10,
        columns: Int = 21
    ) -> String {
        Span.intervalBar(lower: lower, upper: upper, seen: seen, scale: scale, columns: columns, role: .text)
            .map(\.text).joined()
    }

    @Test("The ends, what was seen, and zero have signs of their own")
    func signs() {
        #expect(text(2, 8, seen: 5) == "          │ ├──●──┤  ")
        #expect(text(-8, -2, seen: -5) == "  ├──●──┤ │          ")
    }

    @Test("If zero is possible, the line crosses the interval")
    func crossing() {
        #expect(text(-4, 6, seen: 3) == "      ├───┼──●──┤    ")
    }

    @Test("An interval that continues beyond the scale has an arrow there")
    func beyond() {
        #expect(text(-.infinity, 4, seen: 0) == "◂─────────●───┤      ")
        #expect(text(-4, 40) == "      ├───┼─────────▸")
    }

    @Test("It is as wide as was asked for, whatever is drawn, and never traps")
    func hostile() {
        let numbers = [-Double.infinity, -1e308, -1, 0, 1e-300, 5, 1e308, .infinity, .nan]
        for lower in numbers {
            for upper in numbers {
                for columns in [0, 1, 2, 33] {
                    #expect(text(lower, upper, seen: upper, columns: columns).count == columns)
                    #expect(
                        text(lower, upper, seen: lower, scale: -1e308...1e308, columns: columns).count
                            == columns)
                }
            }
        }
    }

    @Test("In ASCII it reads the same")
    func ascii() {
        var frame = Frame(size: CellSize(columns: 21, rows: 1), style: CellStyle())
        frame.put(text(-4, 6, seen: 3), at: CellPoint(column: 0, row: 0), style: CellStyle())
        #expect(frame.text(ascii: true) == "      +---+--@--+")
    }
}

@Suite("Shares as bars", .inTurn)
struct ShareBarTests {
    private func text(_ size: Double, meant: Double = 50, largest: Double = 100, columns: Int = 10) -> String
    {
        Span.shareBar(size, meant: meant, largest: largest, columns: columns).map(\.text).joined()
    }

    @Test("A share has a mark where it should end")
    func share() {
        #expect(text(100) == "▆▆▆▆│▆▆▆▆▆")
        #expect(text(50) == "▆▆▆▆│·····")
        #expect(text(20) == "▆▆··│·····")
    }

    @Test("Bars do not fill their cells, so that those of neighbouring rows stay apart")
    func apart() {
        let line = Span.sparkline([0, 1, 5, 10], columns: 4).map(\.text).joined()
        #expect(!text(100).contains("█") && !line.contains("█"))
        #expect(line.last == "▇")
    }

    @Test("Hostile sizes never trap")
    func hostile() {
        let numbers = [-Double.infinity, -1, 0, 1e308, .infinity, .nan]
        for size in numbers {
            for meant in numbers {
                for columns in [0, 1, 7] {
                    #expect(text(size, meant: meant, largest: size, columns: columns).count == columns)
                }
            }
        }
    }
}

@Suite("Stretches with their names", .inTurn)
struct LaneBarTests {
    private func text(_ parts: [LaneBar.Part], columns: Int = 20) -> String {
        LaneBar(parts, columns: columns).spans.map(\.text).joined()
    }

    @Test("A name is written into the middle of its stretch, and a sign stands where it begins")
    func names() {
        let parts = [
            LaneBar.Part(0..<10, name: "old", fill: "═", .text),
            LaneBar.Part(10..<20, name: "new", fill: "═", ends: .sign("╪", .text), .text),
        ]
        #expect(text(parts) == "══ old ═══╪══ new ══")
    }

    @Test("A stretch between walls has its name without blanks if it is just as long")
    func walls() {
        #expect(
            text([LaneBar.Part(8..<11, name: "7", fill: "▅", ends: .walls, .text)]) == "        ▐7▌         ")
        #expect(
            text([LaneBar.Part(0..<9, name: "7", fill: "▅", ends: .walls, .text)]) == "▐▅▅ 7 ▅▅▌           ")
        #expect(
            text([LaneBar.Part(3..<4, name: "7", fill: "▅", ends: .walls, .text)]) == "   ▐                ")
    }

    @Test("A name that does not fit is cut, and left out where next to nothing of it would be seen")
    func cut() {
        #expect(
            text([LaneBar.Part(0..<10, name: "benefits_first", fill: "═", .text)], columns: 10)
                == " benefit… ")
        #expect(text([LaneBar.Part(0..<5, name: "benefits_first", fill: "═", .text)], columns: 5) == "═════")
    }

    @Test("Wide characters take their two columns, and nothing leaves the line")
    func hostile() {
        #expect(text([LaneBar.Part(0..<10, name: "値段", fill: "═", .text)], columns: 10) == "══ 値段 ══")
        for columns in 0..<12 {
            for end in 0..<15 {
                for ends in [LaneBar.Ends.none, .walls, .sign("╪", .text)] {
                    let line = text(
                        [LaneBar.Part(-2..<end, name: "値a段", fill: "═", ends: ends, .text)], columns: columns)
                    #expect(DisplayText(line).width == columns)
                }
            }
        }
    }
}

@Suite("Names along an axis", .inTurn)
struct AxisTicksTests {
    private func text(_ scale: ClosedRange<Double>, columns: Int) -> String {
        Axis.ticks(scale, columns: columns) { "\($0 > 0 ? "+" : "")\(Int(($0 * 100).rounded()))%" }
    }

    @Test("Each name is centred on its place, and zero is among them")
    func names() {
        #expect(text(-0.5...2, columns: 30) == "      0        +100%     +200%")
        let line = Array(text(-1...1, columns: 41))
        #expect(line[20] == "0")
        #expect(String(line).hasPrefix("-100%") && String(line).hasSuffix("+100%"))
    }

    @Test("Names never touch each other and never leave the axis")
    func room() {
        for columns in 0..<90 {
            let line = text(-0.3...1.7, columns: columns)
            #expect(line.count <= columns)
            #expect(columns == 0 || line.split(separator: " ").contains("0"))
        }
    }

    @Test(
        "A scale that is none has no names but zero",
        arguments: [0.0...0, -.infinity ... .infinity, 0...1e308])
    func hostile(_ scale: ClosedRange<Double>) {
        #expect(Axis.ticks(scale, columns: 20) { "\($0)" }.count <= 20)
    }
}

@Suite("Ranges that close over time", .inTurn)
struct FunnelChartTests {
    private let points = (1...10).map { time in
        FunnelChart.Point(
            time: Double(time), lower: 5 - 20 / Double(time), upper: 5 + 20 / Double(time), seen: 5)
    }

    private func rows(_ points: [FunnelChart.Point], _ size: CellSize, last: String? = "today") -> [String] {
        FunnelChart(points, until: 10, size: size, role: .text, name: { "\(Int($0))" }, last: last)
            .rows.map { $0.map(\.text).joined() }
    }

    /// The rows of braille dots in a column.
    private func dotted(_ rows: [String], column: Int) -> [Int] {
        rows.indices.filter { row in
            let cells = Array(rows[row].unicodeScalars)
            return cells.indices.contains(column) && (0x2801...0x28ff).contains(cells[column].value)
        }
    }

    @Test("The two ends come nearer to each other from the left to the right")
    func closes() throws {
        let rows = rows(points, CellSize(columns: 60, rows: 12))
        let (early, late) = (dotted(rows, column: 24), dotted(rows, column: 40))
        let (first, last) = (try #require(early.first), try #require(early.last))
        #expect(first < (late.first ?? 0) && last > (late.last ?? .max - 1))
    }

    @Test("Words say what the lines are, numbers how much, and days when")
    func words() {
        let rows = rows(points, CellSize(columns: 60, rows: 12))
        #expect(rows.contains { $0.hasPrefix(" 7 ") && $0.hasSuffix("upper end") })
        #expect(rows.contains { $0.hasPrefix(" 5 ") && $0.contains("•") && $0.hasSuffix("estimate") })
        #expect(rows.contains { $0.hasPrefix(" 3 ") && $0.hasSuffix("lower end") })
        #expect(rows.contains { $0.hasPrefix(" 0 ") && $0.contains("─") && $0.hasSuffix("no effect") })
        #expect(rows.last?.contains("day 1 ") == true && rows.last?.hasSuffix("today") == true)
    }

    @Test("Of an experiment that is over, the last day has its number")
    func over() {
        #expect(rows(points, CellSize(columns: 60, rows: 12), last: nil).last?.hasSuffix("day 10") == true)
    }

    @Test("It never exceeds the room, whatever is drawn, and never traps")
    func hostile() {
        let numbers = [-Double.infinity, -1, 0, 1e308, .infinity, .nan]
        for lower in numbers {
            for upper in numbers {
                let points = [1.0, 2.0, .nan, .infinity].map {
                    FunnelChart.Point(time: $0, lower: lower, upper: upper, seen: upper)
                }
                for (columns, rows) in [(0, 0), (1, 1), (7, 3), (50, 6)] {
                    let chart = FunnelChart(
                        points, until: upper, size: CellSize(columns: columns, rows: rows), role: .text,
                        name: { _ in "1" }, last: "today")
                    #expect(chart.rows.count <= rows)
                    #expect(chart.rows.allSatisfy { $0.map(\.text).joined().count <= columns })
                }
            }
        }
        #expect(rows([], CellSize(columns: 50, rows: 6)).isEmpty)
    }

    @Test("In ASCII the lines are dots at the height where they are")
    func ascii() {
        var frame = Frame(size: CellSize(columns: 60, rows: 12), style: CellStyle())
        for (row, text) in rows(points, frame.size).enumerated() {
            frame.put(text, at: CellPoint(column: 0, row: row), style: CellStyle())
        }
        let text = frame.text(ascii: true)
        #expect(!text.contains("?") && text.contains("."))
    }
}
