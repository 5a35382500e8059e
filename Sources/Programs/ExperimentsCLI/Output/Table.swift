import ExperimentsCore
import ExperimentsTerminalUI

/// Rows of text under headings. Each column is as wide as its content, measured as a terminal shows it.
struct Table {
    struct Column {
        let title: String
        /// The maximum width; longer text is cut.
        let limit: Int
    }

    /// The text of one row in one column.
    struct Cell {
        let text: String
        let ink: Ink

        init(_ text: String, _ ink: Ink = .plain) {
            // Store the text as it is printed, because its width counts.
            self.text = VisibleText.of(text)
            self.ink = ink
        }
    }

    private static let gap = 2
    /// The width that a column has at least, as long as others are wider.
    private static let comfortable = 16
    /// The indentation of a last column below its row.
    private static let indent = 2
    private let columns: [Column]
    /// The number of last columns that may be below their row, in as many lines as necessary, if there is not enough
    /// room.
    private let foldable: Int
    private var rows: [[Cell]] = []
    /// The headings, each with the number of rows before it.
    private var headings: [(row: Int, text: Cell)] = []

    init(_ columns: [Column], foldingLast foldable: Int = 0) {
        self.columns = columns
        self.foldable = foldable
    }

    /// Creates a table of columns, each with its title and maximum width: `["KEY": 60, "STATUS": 10]`.
    init(_ columns: KeyValuePairs<String, Int>, foldingLast foldable: Int = 0) {
        self.init(columns.map { Column(title: $0.key, limit: $0.value) }, foldingLast: foldable)
    }

    /// Creates a table with a row for each element.
    init<Rows: Sequence>(
        _ columns: [Column], foldingLast foldable: Int = 0, of rows: Rows, _ cells: (Rows.Element) -> [Cell]
    ) {
        self.init(columns, foldingLast: foldable)
        self.rows = rows.map(cells)
    }

    init<Rows: Sequence>(
        _ columns: KeyValuePairs<String, Int>, foldingLast foldable: Int = 0, of rows: Rows,
        _ cells: (Rows.Element) -> [Cell]
    ) {
        self.init(columns, foldingLast: foldable)
        self.rows = rows.map(cells)
    }

    var isEmpty: Bool { rows.isEmpty }

    mutating func append(_ row: [Cell]) {
        rows.append(row)
    }

    /// Adds a heading for the rows that follow.
    mutating func appendHeading(_ text: String, _ ink: Ink = .bold) {
        headings.append((rows.count, Cell(text, ink)))
    }

    /// Returns the table, with a line feed after each line.
    ///
    /// - Parameters:
    ///   - width: the columns of the terminal, which the table does not exceed if possible; nil if there is no
    ///     terminal.
    func text(_ style: PlainText, width: Int? = Console.columns) -> StyledText {
        let beside = columnsBeside(width)
        let widths = self.widths(of: beside, within: width)
        var text = line(columns.map { Cell($0.title, .bold) }, widths: widths, style)
        var headings = headings[...]
        for (index, row) in rows.enumerated() {
            while let heading = headings.first, heading.row == index {
                headings.removeFirst()
                let words = style.shown(heading.text.text, columns: width ?? .max, ink: heading.text.ink)
                text += "\(lines: index > 0 ? "\n" : "")\(words)\n"
            }
            text += line(row, widths: widths, style)
            for cell in row.dropFirst(beside) { text += below(cell, style, width: width ?? .max) }
        }
        return text
    }

    /// Returns the number of columns side by side: all, or as many as fit, without those that may be below.
    private func columnsBeside(_ width: Int?) -> Int {
        guard let width else { return columns.count }
        let widths = self.widths(of: columns.count, within: nil)
        let least = max(1, columns.count - foldable)
        return (least...columns.count).last {
            widths.prefix($0).reduce(0) { $0 + $1 + Self.gap } - Self.gap <= width
        }
            ?? least
    }

    /// Returns a cell below its row, with the name of its column.
    private func below(_ cell: Cell, _ style: PlainText, width: Int) -> StyledText {
        guard !cell.text.isEmpty else { return "" }
        return DisplayText(cell.text).wrapped(to: max(1, width - Self.indent)).reduce("") { text, line in
            let words = line.last == " " ? String(line.dropLast()) : line
            return text + StyledText(String(repeating: " ", count: Self.indent))
                + style.shown(words, ink: cell.ink)
                + "\n"
        }
    }

    /// Returns the widths of the columns. If there is not enough room, the last columns become narrower first, and the
    /// first, which has the names, last.
    private func widths(of count: Int, within width: Int?) -> [Int] {
        var widths = columns.indices.prefix(count).map { index in
            let used = rows.map { DisplayText($0[index].text).width(upTo: columns[index].limit) }.max() ?? 0
            return max(columns[index].title.count, min(used, columns[index].limit))
        }
        guard let width else { return widths }
        var excess = widths.reduce(0) { $0 + $1 + Self.gap } - Self.gap - width
        for least in [Self.comfortable, 0] {
            for index in widths.indices.reversed() where excess > 0 {
                let given = max(0, min(excess, widths[index] - max(columns[index].title.count, least)))
                widths[index] -= given
                excess -= given
            }
        }
        return widths
    }

    private func line(_ cells: [Cell], widths: [Int], _ style: PlainText) -> StyledText {
        var line = StyledText()
        var padding = 0
        for (cell, width) in zip(cells, widths) {
            let used = min(DisplayText(cell.text).width(upTo: width), width)
            if used > 0 {
                if padding > 0 { line += StyledText(String(repeating: " ", count: padding)) }
                line += style.shown(cell.text, columns: width, ink: cell.ink)
                padding = 0
            }
            padding += width - used + Self.gap
        }
        return line + "\n"
    }
}

extension Settings {
    /// Prints a document if `--json` is given, else text.
    func print(_ document: @autoclosure () throws -> Document, else text: (PlainText) throws -> StyledText)
        throws
    {
        if json { return try StandardOutput.document(document()) }
        try StandardOutput.write(text(PlainText(self)))
    }

    /// Prints a document if `--json` is given, else a sentence.
    func print(_ document: @autoclosure () throws -> Document, else sentence: @autoclosure () -> String)
        throws
    {
        try print(document()) { $0.shown(sentence()) + "\n" }
    }

    /// Prints the result of a change that was made. If it cannot be printed, the error says that the change was made.
    func printChange(_ document: @autoclosure () throws -> Document, else sentence: @autoclosure () -> String)
        throws
    {
        StandardOutput.noteChange()
        try print(document(), else: sentence())
    }

    /// Prints a document if `--json` is given, else a table, or a sentence if the table has no rows.
    func print(
        _ document: @autoclosure () throws -> Document, else table: Table, ifEmpty sentence: String? = nil
    ) throws {
        try print(document()) { style in
            if let sentence, table.isEmpty { style.shown(sentence) + "\n" } else { table.text(style) }
        }
    }
}
