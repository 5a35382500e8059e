import TestSupport
import Testing

@testable import ExperimentsTerminalUI

/// A word that stands in a line as it was typed; one with a `?` cannot be read.
private struct Word: TextQuery {
    let text: String

    init(_ text: String) { self.text = text }

    var isEmpty: Bool { text.isEmpty }
    var complaint: String? { text.contains("?") ? "no word has a ?" : nil }

    func isFound(in line: String) -> Bool { line.contains(text) }

    func columns(in line: String) -> [Range<Int>] {
        line.firstRange(of: text).map { range in
            let start = line.distance(from: line.startIndex, to: range.lowerBound)
            return [start..<start + text.count]
        } ?? []
    }
}

@Suite("Texts that are scrolled and looked through", .inTurn)
struct ScrolledTextTests {
    private let lines = (0..<40).map { [Span("line \($0)")] }

    private func typed(_ text: String) -> ScrolledText<Word> {
        var view = ScrolledText<Word>()
        view.take(.find, in: lines, rows: 10, page: 5)
        for letter in text { view.type(KeyPress(letter), in: lines, rows: 10) }
        return view
    }

    @Test("they scroll no further than there is something to see")
    func scrolling() {
        var text = ScrolledText<Word>()
        text.take(.up, in: lines, rows: 10, page: 5)
        #expect(text.scroll == 0)
        text.take(.pageDown, in: lines, rows: 10, page: 5)
        #expect(text.scroll == 5)
        text.take(.bottom, in: lines, rows: 10, page: 5)
        text.take(.down, in: lines, rows: 10, page: 5)
        #expect(text.scroll == 30)
    }

    @Test("the found line is shown with its surroundings")
    func finding() {
        let text = typed("line 25")
        #expect(text.line == 25)
        #expect(text.scroll == 25 - 10 + 1 + 2)
    }

    @Test("going on goes round")
    func goingOn() {
        var text = typed("line 1")
        text.type(KeyPress(.enter), in: lines, rows: 10)
        #expect(text.line == 1)
        text.take(.findPrevious, in: lines, rows: 10, page: 5)
        #expect(text.line == 19)
        text.take(.findNext, in: lines, rows: 10, page: 5)
        #expect(text.line == 1)
    }

    @Test("what cannot be read is not kept, and Esc goes back to where looking began")
    func refused() {
        var text = typed("line 30?")
        text.type(KeyPress(.enter), in: lines, rows: 10)
        #expect(text.search.field != nil)
        text.type(KeyPress(.escape), in: lines, rows: 10)
        #expect(!text.search.isActive && text.scroll == 0 && text.line == nil)
    }

    @Test("what is found is marked where it stands")
    func marks() {
        var canvas = Canvas(
            frame: Frame(size: CellSize(columns: 12, rows: 1)),
            theme: Theme(
                name: "", title: "", isDark: true, styles: [.filterMatch: CellStyle(attributes: .underline)]))
        canvas.mark(
            Word("7"), in: [Span("line "), Span("17")], at: CellPoint(column: 2, row: 0), maxColumns: 10)
        let marked = (0..<12).filter {
            canvas.frame[column: $0, row: 0].style.attributes.contains(.underline)
        }
        #expect(marked == [8])
    }
}
