import ExperimentsTerminalUI
import TestSupport
import Testing

@Suite("Differences between frames", .inTurn)
struct FrameDifferencesTests {
    private func frame(_ lines: String...) -> Frame {
        var frame = Frame(size: CellSize(columns: 8, rows: lines.count))
        for (row, line) in lines.enumerated() { frame.put(line, at: CellPoint(column: 0, row: row)) }
        return frame
    }

    @Test("Equal frames do not differ, whether they share their storage or not")
    func equal() {
        let first = frame("abc", "def")
        let copy = first
        #expect(first.differences(from: copy).isEmpty)
        #expect(first.differences(from: frame("abc", "def")).isEmpty)
    }

    @Test("One stretch for each row covers all that differs in it")
    func stretches() {
        let old = frame("abcdefgh", "same", "xyz")
        let new = frame("aXcdeXgh", "same", "xyZ")
        #expect(
            new.differences(from: old) == [
                Frame.Stretch(row: 0, columns: 1..<6), Frame.Stretch(row: 2, columns: 2..<3),
            ])
    }

    @Test("A difference of only the style counts")
    func style() {
        let old = frame("abc")
        var new = old
        new.layer(CellStyle(attributes: .bold), over: CellRect(column: 1, row: 0, columns: 1, rows: 1))
        #expect(new.differences(from: old) == [Frame.Stretch(row: 0, columns: 1..<2)])
    }

    @Test("Wide characters are in a stretch whole")
    func wide() {
        let old = frame("日日")
        var new = old
        new.layer(CellStyle(attributes: .bold), over: CellRect(column: 1, row: 0, columns: 2, rows: 1))
        #expect(new.differences(from: old) == [Frame.Stretch(row: 0, columns: 0..<4)])
    }

    @Test("Frames of different sizes differ everywhere")
    func sizes() {
        #expect(frame("a", "b").differences(from: frame("a")).map(\.columns) == [0..<8, 0..<8])
        #expect(frame("a").differences(from: nil).count == 1)
    }
}
