import ExperimentsCore
import Foundation

/// An event that an app reported: an exposure, an event for a metric, or a read as another type.
package struct ReportedAppEvent: Sendable, Hashable {
    /// The kind of event.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A user was exposed to a variant of an experiment.
        case exposure
        /// An event that a metric counts.
        case event
        /// A key was read as another type than the declared one.
        case mismatch
        /// A note of the server about the app.
        case note
    }

    /// The time of its arrival, by the server's clock.
    package let date: Date
    package let kind: Kind
    /// The subject: a key, or the name of an event; nil for a note.
    package let subject: String?
    /// The details, in words.
    package let text: String

    /// Creates an event.
    package init(at date: Date, _ kind: Kind, of subject: String? = nil, _ text: String) {
        (self.date, self.kind, self.subject, self.text) = (date, kind, subject, text)
    }

    /// The event as one line, without the time.
    package var words: String { [subject, text.isEmpty ? nil : text].compactMap(\.self).joined(separator: ": ") }

    /// The approximate size in memory in bytes.
    var cost: Int { MemoryLayout<ReportedAppEvent>.stride + (subject?.heapCost ?? 0) + text.heapCost }
}
