import ExperimentsCore
import Foundation

/// The lines above the history: how long fetches took and how much they changed, and what failures lead to.
enum HistorySummaryView {
    static func draw(_ state: DashboardState, in rect: CellRect, _ canvas: inout Canvas) {
        guard !rect.isEmpty else { return }
        let records = state.history.fetches.records
        let durations = records.map { $0.failure == nil ? $0.duration.inSeconds : nil }
        let changes = records.map { $0.failure == nil ? Double($0.difference.count) : nil }
        // Both have the same number of bars, so that the two of one fetch stand one above the other.
        let words = [durationWords(records), changeWords(records)]
        let widest = words.map { DisplayText($0).width }.max() ?? 0
        draw("took", durations, words: words[0], room: rect.columns - widest, in: rect.line(0), on: &canvas)
        draw("changes", changes, words: words[1], room: rect.columns - widest, in: rect.line(1), on: &canvas)
        if rect.rows > 2, let words = RetryWords.text(state) {
            let line = rect.line(2)
            canvas.put(
                words, at: CellPoint(column: line.column + 1, row: line.row), .warning, maxColumns: line.columns - 2)
        }
    }

    private static func draw(
        _ label: String, _ numbers: [Double?], words: String, room: Int, in rect: CellRect, on canvas: inout Canvas
    ) {
        let label = label.padding(toLength: 9, withPad: " ", startingAt: 0)
        let room = room - 2 - label.count - 2
        let bars = Sparkline(numbers, columns: max(8, min(room, rect.columns - 2 - label.count))).spans
        let spans = [Span(label, .dim)] + bars + (room >= 8 ? [Span("  " + words, .age)] : [])
        canvas.put(spans, at: CellPoint(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - 2)
    }

    private static func durationWords(_ records: [FetchRecord]) -> String {
        let good = records.filter { $0.failure == nil }.map(\.duration)
        guard let last = good.last, let least = good.min(), let most = good.max() else { return "no fetch succeeded" }
        let text = TimeText.duration(last)
        return least == most ? text : "\(text), from \(TimeText.duration(least)) to \(TimeText.duration(most))"
    }

    private static func changeWords(_ records: [FetchRecord]) -> String {
        let changing = records.filter { !$0.difference.isEmpty }.count
        return "\(changing) of \(records.count == 1 ? "1 fetch" : "\(records.count) fetches") changed something"
    }
}
