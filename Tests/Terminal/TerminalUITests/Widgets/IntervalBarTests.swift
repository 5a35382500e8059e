import Testing

@testable import TerminalUI

@Suite("Intervals against a zero line")
struct IntervalBarTests {
    private func text(
        _ lower: Double, _ upper: Double, seen: Double? = nil, scale: ClosedRange<Double> = -10...10, columns: Int = 21
    ) -> String {
        IntervalBar(lower: lower, upper: upper, seen: seen, scale: scale, columns: columns, role: .text)
            .spans.map(\.text).joined()
    }

    @Test("The ends, what was seen, and zero have signs of their own")
    func signs() {
        #expect(text(2, 8, seen: 5) == "          │ ├──●──┤  ")
        #expect(text(-8, -2, seen: -5) == "  ├──●──┤ │          ")
    }

    @Test("Where zero is possible, the line crosses the interval")
    func crossing() {
        #expect(text(-4, 6, seen: 3) == "      ├───┼──●──┤    ")
    }

    @Test("An interval that goes on beyond the scale has an arrow there")
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
                    #expect(text(lower, upper, seen: lower, scale: -1e308...1e308, columns: columns).count == columns)
                }
            }
        }
    }

    @Test("In ASCII it reads the same")
    func ascii() {
        var frame = Frame(size: CellSize(columns: 21, rows: 1), style: CellStyle())
        frame.put(text(-4, 6, seen: 3), at: CellPoint(column: 0, row: 0), style: CellStyle())
        #expect(frame.text(ascii: true) == "      +---+--*--+")
    }
}

@Suite("Splits and shares as bars")
struct SplitBarTests {
    private func split(_ parts: [Double], meant: [Double], columns: Int = 12) -> String {
        SplitBar(parts, meant: meant, columns: columns).spans.map(\.text).joined()
    }

    @Test("Parts stand beside each other, with a mark where each should end")
    func parts() {
        #expect(split([50, 50], meant: [1, 1]) == "██████│▄▄▄▄▄")
        #expect(split([75, 25], meant: [1, 1]) == "██████│██▄▄▄")
        #expect(split([1, 1, 1], meant: []) == "████▄▄▄▄▂▂▂▂")
    }

    @Test("Nothing is divided into nothing, and hostile sizes never trap")
    func hostile() {
        #expect(split([0, 0], meant: [1, 1]) == "············")
        let numbers = [-Double.infinity, -1, 0, 1e308, .infinity, .nan]
        for first in numbers {
            for second in numbers {
                for columns in [0, 1, 7] {
                    #expect(split([first, second], meant: [second, first], columns: columns).count == columns)
                    let bar = ShareBar(first, meant: second, largest: first, columns: columns)
                    #expect(bar.spans.map(\.text).joined().count == columns)
                }
            }
        }
    }

    @Test("A share has a mark where it should end")
    func share() {
        func text(_ size: Double) -> String {
            ShareBar(size, meant: 50, largest: 100, columns: 10).spans.map(\.text).joined()
        }
        #expect(text(100) == "████│█████")
        #expect(text(50) == "████│·····")
        #expect(text(20) == "██··│·····")
    }
}

@Suite("Ranges that close over time")
struct FunnelChartTests {
    private let points = (1...10).map { time in
        FunnelChart.Point(
            time: Double(time), lower: 5 - 20 / Double(time), upper: 5 + 20 / Double(time), seen: 5)
    }

    @Test("A range gets narrower from the left to the right, against a zero line")
    func closes() {
        let chart = FunnelChart(points, until: 10, columns: 20, rows: 9, role: .text)
        let rows = chart.rows.map { $0.map(\.text).joined() }
        #expect(rows.allSatisfy { $0.count == 20 })
        #expect(rows[chart.zeroRow].allSatisfy { $0 == "─" || $0 == "•" })
        func height(_ column: Int) -> Int {
            rows.count { row in
                let cell = Array(row)[column]
                return cell == "▒" || cell == "•"
            }
        }
        #expect(height(0) > height(10) && height(10) >= height(19))
        #expect(height(19) >= 1)
    }

    @Test("It is as large as was asked for, whatever is drawn, and never traps")
    func hostile() {
        let numbers = [-Double.infinity, -1, 0, 1e308, .infinity, .nan]
        for lower in numbers {
            for upper in numbers {
                let points = [1.0, 2.0, .nan, .infinity].map {
                    FunnelChart.Point(time: $0, lower: lower, upper: upper, seen: upper)
                }
                for (columns, rows) in [(0, 0), (1, 1), (7, 3)] {
                    let chart = FunnelChart(points, until: upper, columns: columns, rows: rows, role: .text)
                    #expect(chart.rows.allSatisfy { $0.map(\.text).joined().count == columns })
                }
            }
        }
        #expect(FunnelChart([], until: 1, columns: 5, rows: 5, role: .text).rows.isEmpty)
    }
}
