import ExperimentsCore
import Foundation

/// What the details say of the row under the cursor, line by line.
struct DetailLines {
    private(set) var lines: [[Span]] = []
    private let state: DashboardState
    private let width: Int
    private static let labelWidth = 11

    init(_ state: DashboardState, width: Int) {
        self.state = state
        self.width = max(4, width)
        if let record = state.selectedRecord {
            describe(record)
        } else if state.screen == .experiments {
            describeExperiment()
        } else if let name = state.selectedName {
            describe(name)
        } else {
            lines = [[Span("nothing under the cursor", .dim)]]
            describeNotes()
        }
    }

    private mutating func describe(_ name: String) {
        let row = state.selectedRow
        let override = state.report.overrides[name]
        lines.append([Span(name, .title)])
        if let title = row?.key.declaredTitle { add("title", title) }
        if let group = row?.key.group { add("group", group, .group) }
        if let summary = row?.key.summary { add("about", summary, .dim) }
        if let row { describe(row) } else { add("status", "orphan: no key of this name is declared", .warning) }
        if let override { describe(override, row) }
        if let date = state.changedAt[name] {
            add("changed", TimeText.timeOfDay(date, offset: state.utcOffset), .age)
        }
        describeExperiments(of: name)
        explain(name)
        describeNotes()
    }

    private mutating func describe(_ row: ReportRow) {
        add("status", statusWords(row), KeyCell.role(of: row.status))
        if let value = row.valueText {
            addValue(row.usesDefault ? "app gets" : "value", value, row.usesDefault ? .default : .value)
        } else {
            add("app gets", "its own default", .default)
        }
        if let problem = row.problem { describe(problem) }
        if row.overrideText != nil || row.status == .incorrect, let text = row.remoteText, row.problem?.found != text {
            addValue("source has", text, .value)
        } else if row.overrideText != nil, row.entry == nil {
            add("source has", "nothing", .missing)
        }
        add("type", row.key.schema.kind.rawValue, .type)
        if row.status != .undeclared { add("expected", row.key.schema.expectation) }
        if let text = row.key.schema.defaultText, !row.usesDefault { addValue("default", text, .default) }
        if let supplier = row.entry?.supplier { add("supplier", supplier) }
    }

    private func statusWords(_ row: ReportRow) -> String {
        switch row.status {
        case .ok: "ok"
        case .missing: row.entry == nil ? "missing: the source has no value" : "missing: the source's value is empty"
        case .incorrect: "incorrect: \(row.problem?.reason ?? "")"
        case .override: "override: an override is in force"
        case .default: "default: the source says to use the app's own"
        case .undeclared: "undeclared: the source has it, no key declares it"
        }
    }

    /// The text with a caret under the place where it goes wrong.
    private mutating func describe(_ problem: IncorrectValue) {
        add("found", "")
        let text = String(decoding: problem.found.utf8.prefix(2000), as: UTF8.self)
        guard let offset = problem.offset, offset < text.utf8.count else {
            lines[lines.count - 1] += [Span(String(text.prefix(width)), .incorrect)]
            return
        }
        // A window of the text around the fault, on one line.
        let before = String(decoding: text.utf8.prefix(offset), as: UTF8.self)
        let room = max(1, width - Self.labelWidth)
        let column = DisplayText(before).width
        let start = max(0, column - room * 2 / 3)
        lines[lines.count - 1] += [Span(DisplayText(text).slice(from: start, columns: room), .incorrect)]
        lines.append([Span(String(repeating: " ", count: Self.labelWidth + column - start) + "^", .caret)])
    }

    private mutating func describe(_ override: ExperimentsCore.Override, _ row: ReportRow?) {
        lines.append([])
        var words = override.isExpired(at: state.now) ? "expired" : override.isEnabled ? "on" : "off"
        if row?.remoteText == override.value { words += ", the same as the source's value" }
        add("override", words, override.isActive(at: state.now) ? .override : .dim)
        if row?.overrideText == nil { addValue("its value", override.value, .value) }
        if let author = override.author { add("by", author) }
        if let date = override.setAt { add("set", TimeText.dateAndTime(date, offset: state.utcOffset), .age) }
        if let note = override.note { add("note", note) }
        if let date = override.expiresAt {
            let wait = date <= state.now ? "" : " (in \(TimeText.age(from: state.now, to: date)))"
            add("until", TimeText.dateAndTime(date, offset: state.utcOffset) + wait, .age)
        }
    }

    private mutating func describeExperiments(of name: String) {
        for assignment in state.report.snapshot.experiments where assignment.keys.contains(name) {
            add("experiment", "\(assignment.id), group \(assignment.variant)", .group)
        }
    }

    private mutating func explain(_ name: String) {
        lines += ExplanationLines(state.explanation.lines(for: name), width: width).lines
    }

    /// What the source says about its content as a whole.
    private mutating func describeNotes() {
        let notes = state.report.snapshot.notes
        guard !notes.isEmpty else { return }
        lines += [[], [Span("the source says", .title)]]
        for note in notes.prefix(50) { add(note.title, note.text) }
    }

    private mutating func describeExperiment() {
        guard state.experimentListing.indices.contains(state.position.cursor) else { return }
        let row = state.experimentListing[state.position.cursor]
        lines.append([Span(row.experiment ?? row.key ?? "", .title)])
        add("group", row.group, .group)
        if let key = row.key { add("key", key, .key) }
        if let value = row.value { addValue("value", value, .value) }
        add("tracked", row.isTracked ? "yes" : "no: a baseline, an override or the default", row.isTracked ? .ok : .dim)
        let assignment = state.report.snapshot.experiments.first { $0.id == row.experiment }
        if let date = assignment?.startedAt {
            add("since", TimeText.dateAndTime(date, offset: state.utcOffset), .age)
        }
        if let key = row.key { explain(key) }
        describeNotes()
    }

    private mutating func describe(_ record: FetchRecord) {
        lines.append([Span("fetch \(record.id)", .title)])
        add("at", TimeText.dateAndTime(record.startedAt, offset: state.utcOffset))
        add("took", TimeText.duration(record.duration), .age)
        let status = record.httpStatus.map { ", HTTP \($0)" } ?? ""
        add("result", record.statusWord + status, record.failure == nil ? .ok : .error)
        if let failure = record.failure { add("why", failure.summary, .error) }
        if record.bytes > 0 { add("size", TimeText.size(record.bytes)) }
        if let version = record.version { add("version", version) }
        lines.append([])
        let changes = record.difference.changes
        add("changed", changes.isEmpty ? "nothing" : changes.count == 1 ? "1 key" : "\(changes.count) keys")
        for name in record.difference.names.prefix(200) {
            guard let change = changes[name] else { continue }
            describe(change, of: name)
        }
    }

    private mutating func describe(_ change: SnapshotDifference.Change, of name: String) {
        func text(_ value: String?) -> String { value.map { String($0.prefix(400)) } ?? "the app's default" }
        switch change {
        case .added(let new):
            lines.append([Span("+ ", .added), Span(name, .key)])
            lines.append([Span("  " + text(new), .diffNew)])
        case .removed(let old):
            lines.append([Span("- ", .removed), Span(name, .key)])
            lines.append([Span("  " + text(old), .diffOld)])
        case .changed(let old, let new):
            lines.append([Span("~ ", .changed), Span(name, .key)])
            lines.append([Span("  " + text(old), .diffOld)])
            lines.append([Span("  " + text(new), .diffNew)])
        }
    }

    private mutating func add(_ label: String, _ text: String, _ role: Role = .text) {
        let room = max(1, width - Self.labelWidth)
        let parts = DisplayText(text).wrapped(to: room, limit: 40)
        let padded = label + String(repeating: " ", count: max(1, Self.labelWidth - label.count))
        lines.append([Span(padded, .dim), Span(parts.first ?? "", role)])
        for part in parts.dropFirst() {
            lines.append([Span(String(repeating: " ", count: Self.labelWidth), .dim), Span(part, role)])
        }
    }

    /// A value on its own lines where it is JSON of some size, beside its label otherwise.
    private mutating func addValue(_ label: String, _ text: String, _ role: Role) {
        if text.isEmpty {
            add(label, "(empty)", .dim)
            return
        }
        let looksLikeJSON = text.first == "{" || text.first == "["
        if looksLikeJSON, text.utf8.count < 100_000, let pretty = (try? JSONValue(parsing: text))?.prettyText {
            lines.append([Span(label, .dim)])
            for line in pretty.split(separator: "\n").prefix(500) { lines.append([Span("  " + line, role)]) }
        } else {
            add(label, text, role)
        }
    }
}
