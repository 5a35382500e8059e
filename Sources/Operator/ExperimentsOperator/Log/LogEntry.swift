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
        /// A change to overrides.
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
        /// Overrides were changed in their file by a program without a journal.
        case overridesChanged([OverrideSetDifference.Change])
        case file
        case message
    }

    /// The ID of the entry in its log. A repeated entry keeps it.
    package internal(set) var id = 0
    /// The time of the event; the last time if it was repeated.
    package let date: Date
    /// The event.
    package let event: Event
    /// The severity of the event.
    package let severity: Severity
    /// The event in one sentence.
    package let text: String
    /// The source that it is about, if there are several.
    package let source: String?
    /// The program that caused it, if it is known and not a part of the sentence.
    package let program: String?
    /// The number of times that it happened in a row.
    package internal(set) var times = 1
    /// The first time of the event.
    package internal(set) var since: Date

    /// Creates an entry with its own words.
    package init(
        _ event: Event, _ text: String, _ severity: Severity, at date: Date, source: String? = nil,
        program: String? = nil
    ) {
        self.event = event
        self.text = text
        self.severity = severity
        self.date = date
        self.source = source
        self.program = program
        since = date
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

    /// The sentence, with what tells it apart from similar ones: the source, the program, the number of repetitions.
    package var line: String {
        let count = times > 1 ? "\(times) times" : nil
        let more = [source, program, count].compactMap(\.self)
        return more.isEmpty ? text : "\(text) (\(more.joined(separator: ", ")))"
    }

    /// Returns whether another entry repeats this one, so that it can replace it.
    func isRepeated(by other: LogEntry) -> Bool {
        guard (source, program) == (other.source, other.program) else { return false }
        switch (event, other.event) {
        case (.fetch(let first), .fetch(let second)):
            // They take different times, but have the same result.
            return first.statusWord == second.statusWord && first.failure?.summary == second.failure?.summary
                && first.version == second.version && first.difference.isEmpty && second.difference.isEmpty
        case (.live, .live), (.file, .file), (.message, .message):
            return text == other.text && severity == other.severity
        default: return false
        }
    }
}

// Entries for events of the service, the journal and the overrides file.
extension LogEntry {
    /// The number of changed keys that the sentence about a fetch names.
    private static let namedKeys = 3

    /// Creates an entry for a fetch.
    ///
    /// - Parameters:
    ///   - date: the time of the entry; nil for the end of the fetch.
    ///   - time: returns the text of a time.
    package init(
        _ record: FetchRecord, at date: Date? = nil, source: String? = nil, program: String? = nil,
        time: (Date) -> String
    ) {
        self.init(
            .fetch(record), record.sentence(naming: Self.namedKeys, time: time),
            record.failure == nil ? .info : .error,
            at: date ?? record.startedAt + record.duration.inSeconds, source: source, program: program)
    }

    /// Creates an entry for the start or end of live updates. Nil if it is not known yet whether there are any.
    ///
    /// - Parameter time: formats a time.
    package init?(_ status: LiveStatus, at date: Date, source: String? = nil, time: (Date) -> String) {
        let severity: Severity
        switch status {
        case .off, .connecting: return nil
        case .live: severity = .info
        case .interrupted, .unavailable: severity = .warning
        }
        self.init(.live(status), status.sentence(time: time), severity, at: date, source: source)
    }

    /// Creates an entry for a change to overrides in a journal.
    ///
    /// - Parameter date: the time of the entry; nil for the time of the change.
    package init(_ step: OverrideStep, at date: Date? = nil) {
        self.init(.override(step), step.sentence, .info, at: date ?? step.at)
    }

    /// Creates an entry for a change to overrides that was made here and is in no journal.
    package init(_ edit: OverrideEdit, _ update: OverrideUpdate, by origin: OverrideOrigin, at date: Date) {
        let changes = OverrideSetDifference(from: update.before, to: update.after).changes
        let text = OverrideWords.sentence(edit.title, reversal: edit.reversal, changes: changes, by: origin)
        self.init(.overridesChanged(changes), text, .info, at: date)
    }

    /// Creates an entry for a project file that was read again after a change.
    ///
    /// - Parameter laterFields: the changed fields that need a restart.
    package init(projectReadAgain laterFields: [String], at date: Date) {
        self.init(
            .file, Self.words(forReloading: laterFields), laterFields.isEmpty ? .info : .warning, at: date)
    }

    /// Returns the message that the project file was read again, and which fields need a restart.
    package static func words(forReloading laterFields: [String]) -> String {
        "project file reloaded"
            + (laterFields.isEmpty ? "" : "; restart to apply \(laterFields.joined(separator: ", "))")
    }

    /// Creates an entry for a change to the project file that cannot be used.
    package init(projectRefused reason: String, at date: Date) {
        self.init(.file, Self.words(forRefusing: reason), .error, at: date)
    }

    /// Returns the message that a change to the project file cannot be used, with the reason.
    package static func words(forRefusing reason: String) -> String {
        "still using the last valid project file: \(reason)"
    }

    /// Overrides that changed in their file.
    package init(_ changes: [OverrideSetDifference.Change], at date: Date) {
        let text = "overrides changed in the file by an app or an editor: \(OverrideWords.sentence(changes))"
        self.init(.overridesChanged(changes), text, .info, at: date)
    }
}

// All facts about an entry, and the texts that filters search.
extension LogEntry {
    /// A detail of an entry, with its label.
    package struct Fact: Sendable, Hashable {
        package let name: String
        package let text: String
    }

    /// The number of changes that are listed one by one.
    private static let changeLimit = 100

    /// Returns the details that the sentence leaves out, with whole values.
    ///
    /// - Parameter time: formats a time.
    package func facts(time: (Date) -> String) -> [Fact] {
        var facts: [(String, String?)] = [
            ("source", source), ("program", program),
            ("repeated", times > 1 ? "\(times) times since \(time(since))" : nil),
        ]
        switch event {
        case .fetch(let record):
            facts += [
                ("result", record.statusWord + (record.httpStatus.map { ", HTTP \($0)" } ?? "")),
                ("began", time(record.startedAt)), ("took", DurationText.text(of: record.duration)),
                ("size", record.bytes > 0 ? "\(record.bytes) bytes" : nil), ("version", record.version),
                ("changed", "\(record.difference.count)"),
            ]
            let changes = record.difference.limited(to: Self.changeLimit)
            facts += changes.names.map { ($0, changes.changes[$0]?.words) }
            let more = record.difference.count - changes.names.count
            if more > 0 { facts.append(("…", "and \(more) more")) }
        case .override(let step):
            facts += [
                ("step", "\(step.number)"), ("author", step.origin.author), ("with", step.origin.program),
            ]
            facts += Self.facts(of: step.changes)
        case .overridesChanged(let changes): facts += Self.facts(of: changes)
        case .live, .file, .message: break
        }
        return facts.compactMap { name, text in text.map { Fact(name: name, text: $0) } }
    }

    private static func facts(of changes: [OverrideSetDifference.Change]) -> [(String, String?)] {
        let more = changes.count - changeLimit
        return changes.prefix(changeLimit).map { ($0.name, $0.words()) }
            + (more > 0 ? [("…", "and \(more) more")] : [])
    }

    /// The keys that it changed.
    private var names: [String] {
        switch event {
        case .fetch(let record): record.difference.names
        case .override(let step): step.names
        case .overridesChanged(let changes): changes.map(\.name)
        case .live, .file, .message: []
        }
    }

    /// Returns whether the entry passes a filter. Words are searched for in the sentence, the kind and the changed
    /// keys. `key:`, `source:` and `changed:` refer to the keys, the source or program, and the time.
    package func passes(_ filter: Filter, now: Date) -> Bool {
        guard !filter.isEmpty else { return true }
        return filter.passes(
            FilterSubject(
                names: names, texts: [line, kind.rawValue, severity.rawValue],
                source: [source, program].compactMap(\.self).joined(separator: " "), changedAt: date),
            now: now)
    }
}
