import ExperimentsCore
import Foundation

/// An event of a watched source, to be read later.
package struct LogEntry: Sendable, Identifiable {
    /// The kind of an entry.
    package enum Kind: String, Sendable, CaseIterable {
        /// A fetch that has ended.
        case fetch
        /// The source starts or stops announcing its changes.
        case live
        /// A change of overrides.
        case override
        /// A file was read again, or cannot be read: the project file, a theme, the overrides.
        case file
        /// Any other message of a dashboard.
        case message
    }

    /// The importance of an entry.
    package enum Severity: String, Sendable {
        case info
        case warning
        case error
    }

    /// The event, with all its details.
    package enum Event: Sendable {
        case fetch(FetchRecord)
        case live(LiveStatus)
        /// Overrides were changed, as the journal records.
        case override(OverrideStep)
        /// Overrides changed in their file, by something that keeps no journal.
        case overridesChanged([OverrideSetDifference.Change])
        case file
        case message
    }

    /// Tells it from others of its log. One that is repeated keeps it.
    package internal(set) var id = 0
    /// When it happened; of one that is repeated, the last time.
    package let date: Date
    /// The event.
    package let event: Event
    /// The severity of the event.
    package let severity: Severity
    /// It in one sentence.
    package let text: String
    /// The source that it is about, if there are several.
    package let source: String?
    /// The program that made it happen, where that is known and no part of the sentence.
    package let program: String?
    /// The number of times that it happened in a row.
    package internal(set) var times = 1
    /// When it happened first.
    package internal(set) var since: Date

    /// An entry in words of its own.
    package init(
        _ event: Event, _ text: String, _ severity: Severity, at date: Date, source: String? = nil,
        program: String? = nil
    ) {
        (self.event, self.text, self.severity, self.date) = (event, text, severity, date)
        (self.source, self.program, since) = (source, program, date)
    }

    /// The kind of event.
    package var kind: Kind {
        switch event {
        case .fetch: .fetch
        case .live: .live
        case .override, .overridesChanged: .override
        case .file: .file
        case .message: .message
        }
    }

    /// The sentence, with what tells it from like ones: the source, the program, how often.
    package var line: String {
        let count = times > 1 ? "\(times) times" : nil
        let more = [source, program, count].compactMap(\.self)
        return more.isEmpty ? text : "\(text) (\(more.joined(separator: ", ")))"
    }

    /// Whether another entry says the same again, so that it can take the place of this one.
    func isRepeated(by other: LogEntry) -> Bool {
        guard (source, program) == (other.source, other.program) else { return false }
        switch (event, other.event) {
        case (.fetch(let first), .fetch(let second)):
            // They take different times, but bring the same.
            return first.statusWord == second.statusWord && first.failure?.summary == second.failure?.summary
                && first.version == second.version && first.difference.isEmpty && second.difference.isEmpty
        case (.live, .live), (.file, .file), (.message, .message):
            return text == other.text && severity == other.severity
        default: return false
        }
    }
}
