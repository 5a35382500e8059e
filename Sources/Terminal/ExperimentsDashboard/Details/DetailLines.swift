import ExperimentsCore
import ExperimentsOperator
import Foundation

/// The lines of the details of the row under the cursor. The view draws them; updates scroll and search in them.
///
/// The state has no copy of the lines. They depend on nearly all of it, including the time, so a copy would be outdated
/// after nearly every message. An update computes them only when the details are scrolled, folded or searched.
struct DetailLines {
    var lines: [[Span]] = []
    /// Lines for the end, if there is room for all of them.
    var footing: [[Span]] = []
    /// The first line of each row of a table that has a cursor.
    var rowStarts: [Int] = []
    /// The lines with the answer that the box is read for, which stay if there is no room for all.
    var answer: Range<Int>?
    /// The title of the lines.
    var title = ""
    /// Whether some JSON is folded.
    var hasFolded = false
    let state: DashboardState
    let width: Int
    /// The number of rows for a section that adapts to its room; nil if not known yet.
    private(set) var rows: Int?
    static let labelWidth = 11

    /// Creates the whole text about the row.
    init(_ state: DashboardState, width: Int) {
        let sections = state.screen.list.sections(state)
        self.init(state, width: width, of: Array(sections.prefix(1)))
        for section in sections.dropFirst() where section.isAboutRow { add(section) }
    }

    /// Creates the lines of some sections.
    ///
    /// - Parameters:
    ///   - rows: the number of rows, if known.
    ///   - showsTitles: whether each section's title is above its lines.
    init(
        _ state: DashboardState, width: Int, rows: Int? = nil, of sections: [DetailSection],
        showsTitles: Bool = false
    ) {
        self.state = state
        self.rows = rows
        self.width = max(4, width)
        for section in sections {
            if showsTitles { add(section) } else { section.describe(&self) }
        }
    }

    /// Adds the lines of a section under its title.
    private mutating func add(_ section: DetailSection) {
        let before = lines
        lines = []
        section.describe(&self)
        guard !lines.isEmpty else {
            lines = before
            return
        }
        let notes = section.title.notes.flatMap { [Span("  "), $0] }
        // On a low screen, every line below a list is valuable.
        let isBelow =
            !state.layout.hasFrames && state.details.arrangement == .above && !state.layout.list.isEmpty
        lines = before + (isBelow ? [] : [[]]) + [[Span(section.title.title, .title)] + notes] + lines
    }

    /// Describes a key.
    mutating func describeKey(_ name: String) {
        let row = state.selectedRow
        let known = KeyFacts(
            of: name, row, in: state.source.report, layers: state.overriding.layers, at: state.now)
        for fact in Self.ordered(known.facts) where !fact.isRepetition { show(fact, row) }
        if let date = state.shown.dateOfChange(of: name) {
            add("changed", state.project.shortTime(date, at: state.now), .age)
        }
        describeAge(of: name, row?.key)
        describeRetirement(of: row)
        for fact in known.facts where fact.subject == .experiment { show(fact, row) }
        describeReach(of: name)
        describeAlert(of: name)
        pairFacts(from: min(2, lines.count))
        showKeys()
    }

    /// Returns the facts in order: those about the key's state first, and those about its declaration last.
    private static func ordered(_ facts: [KeyFact]) -> [KeyFact] {
        func rank(_ fact: KeyFact) -> Int? {
            switch fact.subject {
            case .experiment: nil
            case .name: 0
            case .status: 1
            case .title, .group, .about, .type: 3
            default: 2
            }
        }
        return (0...3).flatMap { wanted in facts.filter { rank($0) == wanted } }
    }

    /// Adds the most useful keys for the row, if there is room.
    private mutating func showKeys() {
        guard state.layout.hasFrames, !state.details.size.isZoomed else { return }
        let useful: [(Command, String)] = [
            (.setOverride, "override"), (.timeline, "timeline"), (.references, "code"), (.copyValue, "copy"),
        ]
        let hints = useful.filter { $0.0.whyNot(state) == nil }
            .flatMap { state.project.keyMap.hint([$0.0], $0.1) }
        var room = width
        let fitting = hints.prefix { hint in
            room -= hint.width + 3
            return room >= -3
        }
        guard !fitting.isEmpty else { return }
        footing = [[], fitting.flatMap { [Span($0.keys, .footerKey), Span(" \($0.word)   ", .dim)] }]
    }

    /// Whether labels are above their values because there is not enough room beside them.
    var isNarrow: Bool { width < 30 }
    /// The column where values begin.
    var indent: Int { isNarrow ? 1 : Self.labelWidth }

    mutating func add(_ label: String, _ text: String, _ role: Role = .text, textColumn: Int = labelWidth) {
        if isNarrow {
            addBelow(label, text, role)
            return
        }
        // Beside a long label, all lines of the text are indented more.
        let indent = max(textColumn, label.count + 1)
        let parts = DisplayText(text).wrapped(to: max(1, width - indent), limit: 40)
        for (row, part) in (parts.isEmpty ? [""] : parts).enumerated() {
            let before = row == 0 ? label : ""
            lines.append([
                Span(before + String(repeating: " ", count: indent - before.count), .dim), Span(part, role),
            ])
        }
    }

    private mutating func addBelow(_ label: String, _ text: String, _ role: Role) {
        guard DisplayText(text).width > width - label.count - 1 else {
            lines.append([Span(label + " ", .dim), Span(text, role)])
            return
        }
        lines.append([Span(label, .dim)])
        lines += DisplayText(text).wrapped(to: width - indent, limit: 40).map {
            [Span(" ", .dim), Span($0, role)]
        }
    }
}

// Facts side by side, if there is room for two.
extension DetailLines {
    /// The minimum width for short facts in two columns.
    private static let leastColumns = 90
    private static let gap = 2

    /// Arranges consecutive short facts in two columns, the left one first. Facts with several lines are not changed.
    ///
    /// - Parameter first: the first line that may be moved.
    mutating func pairFacts(from first: Int) {
        guard width >= Self.leastColumns else { return }
        let half = (width - Self.gap) / 2
        var result = Array(lines.prefix(first))
        var short: [[Span]] = []
        for index in lines.indices.dropFirst(first) {
            if isShortFact(index, columns: half) {
                short.append(lines[index])
            } else {
                result += Self.paired(short, columns: half + Self.gap)
                short = []
                result.append(lines[index])
            }
        }
        lines = result + Self.paired(short, columns: half + Self.gap)
    }

    /// Returns whether a line is the only one under its label.
    private func isShortFact(_ index: Int, columns: Int) -> Bool {
        func hasLabel(_ line: [Span]) -> Bool {
            line.first.map { $0.role == .dim && $0.text.first != " " } ?? false
        }
        let goesOn = lines.indices.contains(index + 1) && lines[index + 1].first?.text.first == " "
        return hasLabel(lines[index]) && !goesOn && Self.columns(of: lines[index]) <= columns
    }

    private static func paired(_ facts: [[Span]], columns: Int) -> [[Span]] {
        guard facts.count > 1 else { return facts }
        let rows = (facts.count + 1) / 2
        return (0..<rows).map { row in
            guard facts.indices.contains(row + rows) else { return facts[row] }
            let space = String(repeating: " ", count: max(1, columns - Self.columns(of: facts[row])))
            return facts[row] + [Span(space)] + facts[row + rows]
        }
    }

    private static func columns(of line: [Span]) -> Int { line.reduce(0) { $0 + $1.width } }
}

// The facts about a key, one by one.
extension DetailLines {
    /// - Parameter row: the row of the key.
    mutating func show(_ fact: KeyFact, _ row: ReportRow?) {
        let role = role(of: fact)
        // In full-screen details, the border shows these.
        if [.title, .group, .type].contains(fact.subject), state.details.size.isZoomed, state.layout.hasFrames
        {
            return
        }
        switch fact.content {
        case .text(let text):
            if case .status(let status) = fact.subject {
                let sign = KeySign(status).map { $0.text + " " } ?? ""
                lines += Span(sign + text, role).wrapped(to: width, limit: 6) + [[]]
                return
            }
            if fact.subject == .name {
                title = text
                return
            }
            if case .override = fact.subject { lines.append([]) }
            add(fact.label, text, role)
        case .value(let text):
            addValue(fact.label, text, role)
            if fact.subject == .value(isDefault: false) { addRaw(text) }
        case .problem(let problem): describe(problem)
        case .time(let date):
            let isAhead = fact.subject == .end && date > state.now
            let wait = isAhead ? " (in \(TimeText.wait(from: state.now, until: date)))" : ""
            add(fact.label, TimeText.dateAndTime(date, in: state.project.localTime) + wait, .age)
        }
    }

    private func role(of fact: KeyFact) -> Role {
        switch fact.subject {
        case .group, .experiment: .group
        case .about, .covered: .dim
        case .status(let status): status.role
        case .value(let isDefault): isDefault ? .default : .value
        case .source(let isKnown):
            if case .value = fact.content { .value } else { isKnown ? .missing : .unknown }
        case .type: .type
        case .defaultValue: .default
        case .override(let isInForce): isInForce ? .override : .dim
        case .overrideValue: .value
        case .warning: .warning
        case .set, .end: .age
        case .name, .title, .expected, .supplier, .problem, .layer, .author, .note: .text
        }
    }

    /// Describes a mistake: a window of the text around it, on one line, with a caret below.
    mutating func describe(_ problem: IncorrectValue) {
        add("found", "")
        if isNarrow { lines.append([Span(" ")]) }
        let room = max(1, width - indent)
        let bytes = Array(problem.found.utf8)
        guard let offset = problem.offset, offset <= bytes.count else {
            let found = VisibleText.ofValue(problem.found)
            let text = found.isEmpty ? "(empty)" : DisplayText(found).truncated(to: room)
            lines[lines.count - 1] += [Span(text, .incorrect)]
            return
        }
        var start = max(0, offset - 4 * room)
        while start < offset, bytes[start] & 0xc0 == 0x80 { start += 1 }
        func visible(_ bytes: ArraySlice<UInt8>) -> String {
            VisibleText.ofValue(String(decoding: bytes, as: UTF8.self))
        }
        let before = DisplayText(visible(bytes[start..<offset])).width
        let text = visible(bytes[start..<min(bytes.count, offset + 4 * room)])
        let hidden = max(0, before - room * 2 / 3)
        lines[lines.count - 1] += [Span(DisplayText(text).slice(from: hidden, columns: room), .incorrect)]
        let column = indent + before - hidden
        var caret = [Span(String(repeating: " ", count: column), .dim), Span("^", .caret)]
        if offset > 40 { caret.append(Span(" byte \(offset)", .dim)) }
        lines.append(caret)
    }
}

extension DetailLines {
    mutating func describe(_ record: FetchRecord) {
        if let picked = pickedRecord, picked.id != record.id {
            describe(record, comparedWith: picked)
            lines.append([])
            describeItself(record)
        } else {
            describeItself(record)
            lines.append([])
            let isFirst =
                record.failure == nil && record.id == state.history[0].id && record.difference.isEmpty
            add("changed", isFirst ? "unknown; this is the first fetch" : Self.count(record.difference.count))
            describe(completeDifference(of: record))
        }
    }

    private mutating func describeItself(_ record: FetchRecord) {
        let name = state.history.name(of: record, in: state.project.localTime)
        if title.isEmpty { title = name } else { lines.append([Span(name, .title)]) }
        add("at", TimeText.dateAndTime(record.startedAt, in: state.project.localTime))
        add("took", TimeText.duration(record.duration), .age)
        let status = record.httpStatus.map { ", HTTP \($0)" } ?? ""
        add("result", record.statusWord + status, record.failure == nil ? .ok : .error)
        if let failure = record.failure { add("why", failure.summary, .error) }
        if record.bytes > 0 { add("size", TimeText.size(record.bytes)) }
        if let version = record.version { add("version", version) }
        if let failure = record.failure, record.id == state.history.fetches.last?.id {
            if let retryAt = failure.retryAt {
                add("retry", "not before \(TimeText.timeOfDay(retryAt, in: state.project.localTime))", .age)
            }
            if let words = TimeText.retries(state) { add("then", words, .warning) }
        }
    }

    private var pickedRecord: FetchRecord? {
        state.history.pickedFetch.flatMap { state.history.fetch(id: $0) }
    }

    /// Describes the fetch before the selected one that changed something, if the selected one did not.
    mutating func describeLastChange() {
        let (rows, cursor, history) = (state.list.fetches, state.position.cursor, state.history)
        guard history.pickedFetch == nil, rows.indices.contains(cursor), rows[cursor].newest < history.count,
            history[rows[cursor].newest].difference.isEmpty,
            let place = (0..<max(0, rows[cursor].oldest)).last(where: { !history[$0].difference.isEmpty })
        else { return }
        let record = history[place]
        add("at", TimeText.dateAndTime(record.startedAt, in: state.project.localTime))
        add("changed", Self.count(record.difference.count))
        describe(completeDifference(of: record))
    }

    private static func count(_ count: Int) -> String {
        count == 0 ? "nothing" : count == 1 ? "1 key" : "\(count) keys"
    }

    /// Describes a fetch compared with another. The older one is always on the old side.
    private mutating func describe(_ record: FetchRecord, comparedWith picked: FetchRecord) {
        let (old, new) = picked.id < record.id ? (picked, record) : (record, picked)
        let names = [old, new].map { state.history.name(of: $0, in: state.project.localTime) }
        title = names.joined(separator: " → ")
        guard let first = state.history.generationIndex(of: old),
            let second = state.history.generationIndex(of: new)
        else {
            lines.append([Span(state.history.reasonNoValues, .warning)])
            return
        }
        let difference = state.history.timeline.difference(from: first, to: second)
        add("differs", Self.count(difference.count))
        describe(difference)
    }

    /// Returns all changes of a fetch. Its record has only the first changes, and an earlier one has cut values, but
    /// the timeline may still know the others.
    private func completeDifference(of record: FetchRecord) -> SnapshotDifference {
        guard let index = state.history.generationIndex(of: record), index > 0 else {
            return record.difference
        }
        let isCut = record.difference.count > record.difference.changes.count
        let brought = state.history.timeline.generations[index].since == record.startedAt
        guard isCut || state.history.isEarlier(record.id) && brought else { return record.difference }
        return state.history.timeline.difference(from: index - 1, to: index)
    }

    private mutating func describe(_ difference: SnapshotDifference) {
        let changes = difference.changes
        for name in difference.limited(to: Self.changeLimit).names {
            guard let change = changes[name] else { continue }
            describe(change, of: name)
        }
        let more = difference.count - min(changes.count, Self.changeLimit)
        if more > 0 { lines.append([Span("… and \(more) more", .dim)]) }
    }

    /// The maximum number of changes to describe.
    private static let changeLimit = 500

    mutating func describe(_ change: SnapshotDifference.Change, of name: String) {
        func text(_ value: String?) -> String {
            guard let value else { return Snapshot.Entry.appDefault }
            return value.isEmpty ? "(empty)" : DisplayText(value).truncated(to: max(1, width - 2), .middle)
        }
        switch change {
        case .added(let new):
            lines.append([Span("+ ", .added), Span(name, .key)])
            lines.append([Span("  " + text(new), .diffNew)])
        case .removed(let old):
            lines.append([Span("- ", .removed), Span(name, .key)])
            lines.append([Span("  " + text(old), .diffOld)])
        case .changed:
            let values = change.values
            let difference = ValueDifference(glancingAt: values.old, values.new)
            lines.append([Span("~ ", .changed), Span(name, .key), Span("  " + difference.word, .dim)])
            let columns = max(1, width - 2)
            let (old, new) = difference.excerpts(columns: columns)
            for (excerpt, role) in [(old, Role.diffOld), (new, .diffNew)] {
                // What matters is at the start.
                let shown = excerpt.isEmpty ? "(empty)" : DisplayText(excerpt).truncated(to: columns)
                lines.append([Span("  " + shown, role)])
            }
        }
    }
}
