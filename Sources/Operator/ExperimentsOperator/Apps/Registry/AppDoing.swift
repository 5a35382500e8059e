import ExperimentsCore
import Foundation

/// Something that an app did or met with, as it told: an exposure, an event of a metric, a read of another type.
package struct AppDoing: Sendable, Hashable {
    /// What kind of thing it is.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Somebody met a variant of an experiment.
        case exposure
        /// Something that a metric counts.
        case event
        /// A key was read as another type than it is declared with.
        case mismatch
        /// Something about the app itself, noted by the server.
        case note
    }

    /// When it came in, by the server's clock.
    package let date: Date
    package let kind: Kind
    /// What it is about: a key, or the name of an event; nil for a note.
    package let subject: String?
    /// The rest, in words.
    package let text: String

    /// Something that an app did.
    package init(at date: Date, _ kind: Kind, of subject: String? = nil, _ text: String) {
        (self.date, self.kind, self.subject, self.text) = (date, kind, subject, text)
    }

    /// It as one line, without the time.
    package var words: String { [subject, text.isEmpty ? nil : text].compactMap(\.self).joined(separator: ": ") }

    /// How many bytes it takes in memory, about.
    var cost: Int { MemoryLayout<AppDoing>.stride + (subject?.heapCost ?? 0) + text.heapCost }
}
