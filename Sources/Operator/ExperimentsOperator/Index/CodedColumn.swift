/// A text of every row of a list where many rows have the same: each text once, and its number for each row.
struct CodedColumn: Sendable {
    private(set) var texts: TextColumn
    private var numbers: [String: Int32] = [:]
    private(set) var codes: [Int32]

    /// No text yet, for so many rows.
    init(rowCount: Int) {
        texts = TextColumn(rowCount: 0)
        codes = []
        codes.reserveCapacity(rowCount)
    }

    /// Rows that have these texts by number.
    init(texts: [String], codes: [Int32]) {
        self.texts = TextColumn(texts)
        self.codes = codes
    }

    /// Adds the text of the next row.
    mutating func append(_ text: String) {
        codes.append(number(of: text))
    }

    mutating func replace(_ row: Int, _ text: String) {
        codes[row] = number(of: text)
    }

    private mutating func number(of text: String) -> Int32 {
        if let number = numbers[text] { return number }
        let number = Int32(texts.rowCount)
        texts.append(text)
        numbers[text] = number
        return number
    }

    /// The rows, of some, whose text contains another one.
    func rows(containing needle: Needle, among candidates: RowSet) -> RowSet {
        rows(withTexts: texts.rows(containing: needle, among: .all(texts.rowCount)), among: candidates)
    }

    /// The rows, of some, whose text is one of some of the texts.
    func rows(withTexts found: RowSet, among candidates: RowSet) -> RowSet {
        guard !found.isEmpty else { return RowSet(rowCount: candidates.rowCount) }
        var rows = candidates
        if found.count < texts.rowCount {
            rows.formIntersection(RowSet(rowCount: codes.count) { found.contains(Int(codes[$0])) })
        }
        return rows
    }
}
