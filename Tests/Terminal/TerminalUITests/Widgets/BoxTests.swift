import Testing

@testable import TerminalUI

@Suite("Boxes over the screen")
struct BoxTests {
    private static let shade = CellStyle(foreground: .ansi(1), background: .ansi(2))
    private static let popup = CellStyle(foreground: .ansi(3), background: .ansi(4))

    private func drawn() -> Frame {
        let theme = Theme(
            name: "test", title: "Test", isDark: true,
            styles: [.shadow: Self.shade, .popup: Self.popup, .popupBorder: CellStyle(foreground: .ansi(5))])
        var canvas = Canvas(frame: Frame(size: CellSize(columns: 20, rows: 9)), theme: theme)
        canvas.fill(canvas.frame.bounds, .text, character: "x")
        _ = Box.draw("Title", size: CellSize(columns: 6, rows: 2), on: &canvas)
        return canvas.frame
    }

    @Test("throw a shadow to the right and below, in which the text is still there")
    func shadow() {
        let frame = drawn()
        // The box has columns 5 to 14 and rows 2 to 5.
        for (column, row) in [(15, 3), (16, 3), (15, 6), (7, 6), (16, 6)] {
            #expect(frame[column: column, row: row].style == Self.shade, "\(column), \(row)")
            #expect(frame[column: column, row: row].character == "x")
        }
        for (column, row) in [(15, 2), (17, 3), (5, 6), (6, 6), (4, 3), (15, 7)] {
            #expect(frame[column: column, row: row].style == .terminal, "\(column), \(row)")
        }
    }

    @Test("have a border on their own ground")
    func border() {
        let frame = drawn()
        for (column, row) in [(5, 2), (8, 5), (5, 3), (14, 4)] {
            #expect(frame[column: column, row: row].style == CellStyle(foreground: .ansi(5), background: .ansi(4)))
        }
    }

    @Test("leave the last line of the screen bright")
    func lastLine() {
        let theme = Theme(name: "test", title: "Test", isDark: true, styles: [.shadow: Self.shade])
        var canvas = Canvas(frame: Frame(size: CellSize(columns: 20, rows: 6)), theme: theme)
        _ = Box.draw("Title", size: CellSize(columns: 6, rows: 20), on: &canvas)
        for column in 0..<20 { #expect(canvas.frame[column: column, row: 5].style == .terminal) }
    }
}
