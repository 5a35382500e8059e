import ExperimentsCore
import Foundation

/// All facts about a key from a report, in reading order.
package struct KeyFacts: Sendable {
    /// The facts.
    package private(set) var facts: [KeyFact] = []
    private let report: Report
    private let layers: [OverrideLayer]
    private let now: Date

    /// - Parameters:
    ///   - row: the row of the key; nil if only an override has its name.
    ///   - layers: the layers of overrides, the lowest first; empty for a single store.
    package init(of name: String, _ row: ReportRow?, in report: Report, layers: [OverrideLayer], at now: Date)
    {
        (self.report, self.layers, self.now) = (report, layers, now)
        add(.name, label: "key", text: name)
        add(.title, label: "title", text: row?.key.declaredTitle)
        add(.group, label: "group", text: row?.key.group)
        add(.about, label: "about", text: row?.key.summary)
        if let row {
            describe(row)
        } else {
            add(.warning, label: "status", text: "orphan: no key with this name is declared")
        }
        if let override = report.overrides[name] { describe(override, of: name, row) }
        for assignment in report.snapshot.experiments where assignment.keys.contains(name) {
            add(.experiment, label: "experiment", text: "\(assignment.id), group \(assignment.variant)")
        }
    }

    /// Returns the warnings about the key's override.
    package static func warnings(on row: ReportRow, in report: Report, at now: Date) -> [OverrideWarning] {
        report.overrides[row.name].map { report.warnings(on: $0, of: row.name, row: row, at: now) } ?? []
    }

    private mutating func add(
        _ subject: KeyFact.Subject, label: String, text: String?, isRepetition: Bool = false
    ) {
        guard let text else { return }
        facts.append(KeyFact(subject, label: label, content: .text(text), isRepetition: isRepetition))
    }

    private mutating func addValue(
        _ subject: KeyFact.Subject, label: String, text: String?, isRepetition: Bool = false
    ) {
        guard let text else { return }
        facts.append(KeyFact(subject, label: label, content: .value(text), isRepetition: isRepetition))
    }

    private mutating func describe(_ row: ReportRow) {
        add(
            .status(row.status), label: "status",
            text: row.status == .override
                ? "overridden"
                : [row.status.rawValue, row.statusReason].compactMap(\.self).joined(separator: ": "))
        let isDefault = row.usesDefault
        if let value = row.valueText {
            addValue(.value(isDefault: isDefault), label: isDefault ? "app gets" : "value", text: value)
        } else {
            add(.value(isDefault: true), label: "app gets", text: "its own default")
        }
        if let problem = row.problem {
            facts.append(KeyFact(.problem, label: "problem", content: .problem(problem)))
        }
        describeSource(of: row)
        let schema = row.key.schema
        add(.type, label: "type", text: schema.kind.rawValue)
        add(.expected, label: "expected", text: schema.expectation, isRepetition: row.status == .undeclared)
        addValue(.defaultValue, label: "default", text: schema.defaultText, isRepetition: isDefault)
        add(.supplier, label: "set by", text: row.entry?.supplier)
    }

    /// Adds the value of the source, marked as a repetition if it is the effective value.
    private mutating func describeSource(of row: ReportRow) {
        let isOverridden = row.overrideText != nil
        guard let entry = row.entry else {
            let isKnown = report.snapshot.fetchedAt != nil
            add(
                .source(known: isKnown), label: "source has", text: isKnown ? "nothing" : "unknown yet",
                isRepetition: !isOverridden)
            return
        }
        guard let text = entry.text else {
            add(
                .source(known: true), label: "source has", text: Snapshot.Entry.appDefault, isRepetition: true
            )
            return
        }
        let isInQuestion = isOverridden || row.status == .incorrect
        addValue(
            .source(known: true), label: "source has", text: text,
            isRepetition: !isInQuestion || row.problem?.found == text)
    }

    private mutating func describe(_ override: Override, of name: String, _ row: ReportRow?) {
        let circumstances = report.circumstances(at: now)
        let state =
            override.hasEnded(for: name, in: circumstances) ? "expired" : override.isEnabled ? "on" : "off"
        add(
            .override(isInForce: override.isActive(for: name, in: circumstances)), label: "override",
            text: state)
        for warning in report.warnings(on: override, of: name, row: row, at: now) {
            add(.warning, label: "warning", text: "\(warning.word): \(warning.explanation)")
        }
        if layers.count > 1, let layer = layers.supplier(of: name) {
            add(.layer, label: "layer", text: layer.name)
            if layer == layers.last, let under = layers.covered(name) {
                addValue(.covered, label: "covers", text: under.value + (under.isEnabled ? "" : " (off)"))
            }
        }
        addValue(
            .overrideValue, label: "its value", text: override.value, isRepetition: row?.overrideText != nil)
        add(.author, label: "by", text: override.author)
        if let date = override.setAt { facts.append(KeyFact(.set, label: "set", content: .time(date))) }
        add(.note, label: "note", text: override.note)
        add(.end, label: "until", text: override.until?.words)
        if let date = override.expiresAt { facts.append(KeyFact(.end, label: "until", content: .time(date))) }
    }
}

/// A fact about a key, which the dashboard's details and `get --details` show, each in its own form.
package struct KeyFact: Sendable, Hashable {
    /// The subject, which may also determine the color.
    package enum Subject: Sendable, Hashable {
        case name, title, group, about, type, expected, supplier, experiment
        case status(KeyStatus)
        /// The value, and whether it is the default.
        case value(isDefault: Bool)
        case problem
        /// The value of the source, if it needs mention. `known` is false if nothing has been fetched yet.
        case source(known: Bool)
        /// The declared default.
        case defaultValue
        /// The override, if there is one, and whether it is active.
        case override(isInForce: Bool)
        case overrideValue
        case warning, layer, covered, author, set, note, end
    }

    /// The content of the fact.
    package enum Content: Sendable, Hashable {
        case text(String)
        /// A text of the source or of an override, which may be long or empty.
        case value(String)
        case problem(IncorrectValue)
        case time(Date)
    }

    package let subject: Subject
    /// The label before it.
    package let label: String
    package let content: Content
    /// Whether other facts contain the same information, so that it can be left out if there is little room.
    package let isRepetition: Bool

    init(_ subject: Subject, label: String, content: Content, isRepetition: Bool = false) {
        self.subject = subject
        self.label = label
        self.content = content
        self.isRepetition = isRepetition
    }
}

extension Snapshot.Entry {
    /// The text for a value with which a source tells apps to use their own default.
    package static let appDefault = "the app's default"
}

extension ExplanationLine.Verdict {
    /// The verdict in a word: `chosen`, `holds`, `no`, `problem` or `note`.
    package var word: String {
        switch self {
        case .chosen: "chosen"
        case .passed: "holds"
        case .failed: "no"
        case .problem: "problem"
        case .note: "note"
        }
    }
}

extension ExplanationLine {
    /// The indentation in columns. Lines at the outermost level are recognized by their words, so those below are not
    /// indented further.
    package var indentation: Int { min(8, 2 * max(0, depth - 1)) }
}
