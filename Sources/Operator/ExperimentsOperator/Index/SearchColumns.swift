import ExperimentsCore

/// The data of a report's rows for filters, column by column.
struct SearchColumns: Sendable {
    /// The group of each row.
    let membership: KeyGroups.Membership
    /// The length of the longest name in bytes.
    let longestName: Int
    let names: TextColumn
    let titles: TextColumn
    let groups: CodedColumn
    /// The texts of rows that further fields ask about.
    private var texts: [FilterField: SearchedTexts] = [:]
    /// The fields in which words without a field are searched, too.
    let fieldsOfWords: [FilterField]
    /// The rows that changed.
    private var replaced: Set<Int> = []
    private var statuses: [KeyStatus] = []
    private let kinds: [ValueKind]

    init(_ report: Report) {
        let rows = report.rows
        var names = TextColumn(rowCount: rows.count, capacity: rows.count * 24)
        var titles = TextColumn(rowCount: rows.count)
        statuses.reserveCapacity(rows.count)
        var kinds: [ValueKind] = []
        kinds.reserveCapacity(rows.count)
        var longestName = 0
        for row in rows {
            let key = row.key
            longestName = max(longestName, key.name.utf8.count)
            names.append(key.name)
            titles.append(key.declaredTitle ?? "")
            statuses.append(row.status)
            kinds.append(key.schema.kind)
        }
        fieldsOfWords = FilterField.all.filter(\.isFoundByWords)
        for field in FilterField.all { texts[field] = SearchedTexts(field, of: rows) }
        membership = KeyGroups.Membership(report)
        groups = CodedColumn(texts: membership.texts, codes: membership.groups)
        self.names = names
        self.titles = titles
        self.kinds = kinds
        self.longestName = longestName
    }

    /// The number of rows that were replaced.
    var replacedCount: Int { replaced.count }

    mutating func replace(_ number: Int, _ row: ReportRow) {
        replaced.insert(number)
        for field in Array(texts.keys) { texts[field]?.replace(number, row) }
        statuses[number] = row.status
    }

    func rows(of wanted: Set<KeyStatus>) -> RowSet { Self.rows(of: wanted, in: statuses) }

    func rows(of wanted: Set<ValueKind>) -> RowSet { Self.rows(of: wanted, in: kinds) }

    private static func rows<Value: Hashable>(of wanted: Set<Value>, in column: [Value]) -> RowSet {
        var rows = RowSet(rowCount: column.count)
        for value in wanted { rows.formUnion(RowSet(rowCount: column.count) { column[$0] == value }) }
        return rows
    }

    /// Returns those of some rows that contain a text in any field that words are searched in: all but the source,
    /// which is the same for almost all rows.
    func rows(containing needle: Needle, among candidates: RowSet) -> RowSet {
        var found = names.rows(containing: needle, among: candidates)
        let words = Set(KeyStatus.allCases.filter { needle.occurs(in: $0.rawValue) })
        if !words.isEmpty { found.formUnion(rows(of: words).intersection(candidates)) }
        found.formUnion(groups.rows(containing: needle, among: candidates.subtracting(found)))
        found.formUnion(titles.rows(containing: needle, among: candidates.subtracting(found)))
        for field in fieldsOfWords {
            found.formUnion(rows(containing: needle, in: field, among: candidates.subtracting(found)))
        }
        return found
    }

    /// Returns those of some rows that contain a text in a field.
    func rows(containing needle: Needle, in field: FilterField, among candidates: RowSet) -> RowSet {
        switch field {
        case .key: names.rows(containing: needle, among: candidates)
        case .group: groups.rows(containing: needle, among: candidates)
        default:
            texts[field]?.rows(containing: needle, among: candidates) ?? RowSet(rowCount: candidates.rowCount)
        }
    }

    /// Returns the texts of a field that has one in each row.
    func texts(of field: FilterField) -> SearchedTexts? { texts[field] }

    /// Returns those of some rows whose name has these letters in this order, with anything in between.
    func rows(spelling needle: Needle, among candidates: RowSet) -> RowSet {
        names.rows(spelling: needle, among: candidates)
    }
}

// The matches of a regular expression. The search ends when it takes too much work.
extension SearchColumns {
    /// Returns those of some rows that match an expression: in one field, or in any field that is searched for words.
    func rows(
        matching automaton: inout PatternAutomaton, _ matchesCase: Bool, in field: FilterField?,
        among candidates: RowSet
    ) -> RowSet {
        switch field {
        case .key: return names.rows(matching: &automaton, matchesCase, among: candidates)
        case .group:
            return groups.rows(matching: &automaton, matchesCase, skipsEmpty: true, among: candidates)
        case let field?:
            return texts(of: field)?.rows(matching: &automaton, matchesCase, among: candidates)
                ?? RowSet(rowCount: candidates.rowCount)
        case nil: break
        }
        var found = names.rows(matching: &automaton, matchesCase, among: candidates)
        var words: Set<KeyStatus> = []
        for status in KeyStatus.allCases where automaton.isFound(in: status.rawValue.utf8) {
            words.insert(status)
        }
        if !words.isEmpty { found.formUnion(rows(of: words).intersection(candidates)) }
        found.formUnion(
            groups.rows(
                matching: &automaton, matchesCase, skipsEmpty: true, among: candidates.subtracting(found)))
        found.formUnion(
            titles.rows(
                matching: &automaton, matchesCase, skipsEmpty: true, among: candidates.subtracting(found)))
        for field in fieldsOfWords {
            let rest = candidates.subtracting(found)
            if let more = texts(of: field)?.rows(matching: &automaton, matchesCase, among: rest) {
                found.formUnion(more)
            }
        }
        return found
    }
}

extension CodedColumn {
    /// Returns those of some rows whose text matches an expression.
    func rows(
        matching automaton: inout PatternAutomaton, _ matchesCase: Bool, skipsEmpty: Bool = false,
        among candidates: RowSet
    ) -> RowSet {
        let found = texts.rows(
            matching: &automaton, matchesCase, skipsEmpty: skipsEmpty, among: .all(texts.rowCount))
        return rows(withTexts: found, among: candidates)
    }
}

extension TextColumn {
    /// Returns those of some rows whose text matches an expression.
    ///
    /// - Parameter skipsEmpty: whether an empty text means none, and never matches.
    func rows(
        matching automaton: inout PatternAutomaton, _ matchesCase: Bool, skipsEmpty: Bool = false,
        among candidates: RowSet
    ) -> RowSet {
        var found = RowSet(rowCount: candidates.rowCount)
        candidates.forEach { row in
            let text = Int(starts[row])..<Int(starts[row + 1]) - 1
            guard !automaton.gaveUp, !text.isEmpty || !skipsEmpty else { return }
            let isFound =
                matchesCase
                ? automaton.isFound(
                    in: text.lazy.map { place in
                        isCapital(place) && bytes[place] < 0x80 ? bytes[place] & 0xdf : bytes[place]
                    })
                : automaton.isFound(in: bytes[text])
            if isFound { found.insert(row) }
        }
        for (row, text) in replaced where candidates.contains(row) {
            found.set(row, to: automaton.isFound(in: text.bytes(matchingCase: matchesCase)))
        }
        return found
    }
}

/// The texts that a field of a filter has in the rows of a report: one for each row, or one for all rows that have the same.
struct SearchedTexts: Sendable {
    private var own: TextColumn?
    private var shared: CodedColumn?
    private let text: @Sendable (ReportRow) -> String

    /// Creates nil for a field without a text in each row.
    init?(_ field: FilterField, of rows: [ReportRow]) {
        guard case .textOfRow(let isShared, _, let text) = field.content else { return nil }
        self.text = text
        if isShared {
            var texts = CodedColumn(rowCount: rows.count)
            for row in rows { texts.append(text(row)) }
            shared = texts
        } else {
            var texts = TextColumn(
                rowCount: rows.count, capacity: rows.count * 24, longest: SearchIndex.longestValue)
            for row in rows { texts.append(text(row)) }
            own = texts
        }
    }

    /// Replaces a changed row.
    mutating func replace(_ number: Int, _ row: ReportRow) {
        own?.replace(number, text(row))
        shared?.replace(number, text(row))
    }

    /// Returns those of some rows whose text contains another text.
    func rows(containing needle: Needle, among candidates: RowSet) -> RowSet {
        own?.rows(containing: needle, among: candidates) ?? shared?.rows(
            containing: needle, among: candidates)
            ?? RowSet(rowCount: candidates.rowCount)
    }

    /// Returns those of some rows whose text matches an expression.
    func rows(matching automaton: inout PatternAutomaton, _ matchesCase: Bool, among candidates: RowSet)
        -> RowSet
    {
        own?.rows(matching: &automaton, matchesCase, among: candidates)
            ?? shared?.rows(matching: &automaton, matchesCase, among: candidates)
            ?? RowSet(rowCount: candidates.rowCount)
    }
}

/// A text for every row of a list in which many rows have the same text: each text once, and its number for each row.
struct CodedColumn: Sendable {
    private(set) var texts: TextColumn
    private var numbers: [String: Int32] = [:]
    private(set) var codes: [Int32]

    /// Creates a column without texts, for a number of rows.
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

    /// Returns those of some rows whose text contains another text.
    func rows(containing needle: Needle, among candidates: RowSet) -> RowSet {
        rows(withTexts: texts.rows(containing: needle, among: .all(texts.rowCount)), among: candidates)
    }

    /// Returns those of some rows whose text is one of some texts.
    func rows(withTexts found: RowSet, among candidates: RowSet) -> RowSet {
        guard !found.isEmpty else { return RowSet(rowCount: candidates.rowCount) }
        var rows = candidates
        if found.count < texts.rowCount {
            rows.formIntersection(RowSet(rowCount: codes.count) { found.contains(Int(codes[$0])) })
        }
        return rows
    }
}
