import ExperimentsCore
import Foundation

/// One thing that is known of a key: what the dashboard's details and `get --details` show, each in its own way.
package struct KeyFact: Sendable, Hashable {
    /// What it is about, which also says how it may be coloured.
    package enum Subject: Sendable, Hashable {
        case name, title, group, about, type, expected, supplier, experiment
        case status(KeyStatus)
        /// A value; whether it is what the app gets by default.
        case value(isDefault: Bool)
        case problem
        /// What the source holds, where it is in question; `known` is false where nothing was fetched yet.
        case source(known: Bool)
        /// The declared default.
        case defaultValue
        /// Whether there is an override, and whether it is in force.
        case override(isInForce: Bool)
        case overrideValue
        case warning, layer, covered, author, set, note, end
    }

    /// What is said.
    package enum Content: Sendable, Hashable {
        case text(String)
        /// A text as the source or an override holds it: it may be long, or empty.
        case value(String)
        case problem(IncorrectValue)
        case time(Date)
    }

    package let subject: Subject
    /// The word before it.
    package let label: String
    package let content: Content
    /// Whether other facts tell as much, so that it may be left out where there is little room.
    package let isRepetition: Bool

    init(_ subject: Subject, _ label: String, _ content: Content, isRepetition: Bool = false) {
        self.subject = subject
        self.label = label
        self.content = content
        self.isRepetition = isRepetition
    }
}

extension Snapshot.Entry {
    /// What stands where a source says to use the app's own default.
    package static let appDefault = "the app's default"
}

extension KeyStatus {
    /// The status and what it means, in words. Of an incorrect value the problem tells more.
    package func words(for row: ReportRow) -> String {
        switch self {
        case .ok: "ok"
        case .missing: row.entry == nil ? "missing: the source has no value" : "missing: the source's value is empty"
        case .incorrect: "incorrect: \(row.problem?.reason ?? "")"
        case .override: "override: an override is in force"
        case .default: "default: the source says to use the app's own"
        case .unknown: "unknown: nothing was fetched from the source yet"
        case .undeclared: "undeclared: the source has it, no key declares it"
        }
    }
}

extension ExplanationLine.Verdict {
    /// The word for it: `chosen`, `holds`, `no`, `problem` or `note`.
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
    /// By how many columns it is indented. Lines at the outermost level are told by their words, so that what is below
    /// them need not be.
    package var indentation: Int { min(8, 2 * max(0, depth - 1)) }
}
