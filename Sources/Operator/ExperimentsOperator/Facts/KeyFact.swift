import ExperimentsCore
import Foundation

/// A fact about a key, which the dashboard's details and `get --details` show, each in its own form.
package struct KeyFact: Sendable, Hashable {
    /// The subject, which may also determine the colour.
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
    /// The words for a value with which a source says to use the app's own default.
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
    /// The indentation in columns. Lines at the outermost level are recognised by their words, so those below are not
    /// indented further.
    package var indentation: Int { min(8, 2 * max(0, depth - 1)) }
}
