import ExperimentsCore
import Foundation

// Entries of what the service, the journal and the overrides' file tell.
extension LogEntry {
    /// The number of changed keys that the sentence about a fetch names.
    private static let namedKeys = 3

    /// A fetch.
    ///
    /// - Parameters:
    ///   - date: when it was heard of; nil for when it was over.
    ///   - time: how a time is written.
    package init(
        _ record: FetchRecord, at date: Date? = nil, source: String? = nil, program: String? = nil,
        time: (Date) -> String
    ) {
        self.init(
            .fetch(record), record.sentence(naming: Self.namedKeys, time: time), record.failure == nil ? .info : .error,
            at: date ?? record.startedAt + record.duration.inSeconds, source: source, program: program)
    }

    /// The source begins or ceases to announce its changes. Nil if it has yet to be seen whether it does.
    ///
    /// - Parameter time: how a time is written.
    package init?(_ status: LiveStatus, at date: Date, source: String? = nil, time: (Date) -> String) {
        let severity: Severity
        switch status {
        case .off, .connecting: return nil
        case .live: severity = .info
        case .interrupted, .unavailable: severity = .warning
        }
        self.init(.live(status), status.sentence(time: time), severity, at: date, source: source)
    }

    /// A change of overrides that a journal tells of.
    ///
    /// - Parameter date: when it was heard of; nil for when it was made.
    package init(_ step: OverrideStep, at date: Date? = nil) {
        self.init(.override(step), step.sentence, .info, at: date ?? step.at)
    }

    /// A change of overrides that was made here and that no journal records.
    package init(_ edit: OverrideEdit, _ update: OverrideUpdate, by origin: OverrideOrigin, at date: Date) {
        let changes = OverrideSetDifference(from: update.before, to: update.after).changes
        let text = OverrideWords.sentence(edit.title, reversal: edit.reversal, changes: changes, by: origin)
        self.init(.overridesChanged(changes), text, .info, at: date)
    }

    /// The project file was read again after a change.
    ///
    /// - Parameter laterFields: the fields that say something else, and need a new start to count.
    package init(projectReadAgain laterFields: [String], at date: Date) {
        self.init(
            .file, ProjectWords.readAgain(laterFields), laterFields.isEmpty ? .info : .warning, at: date)
    }

    /// The project file was changed, and cannot be taken over.
    package init(projectRefused reason: String, at date: Date) {
        self.init(.file, ProjectWords.refused(reason), .error, at: date)
    }

    /// Overrides that changed in their file.
    package init(_ changes: [OverrideSetDifference.Change], at date: Date) {
        let text = "overrides changed in the file, by an app or an editor: \(OverrideWords.sentence(changes))"
        self.init(.overridesChanged(changes), text, .info, at: date)
    }
}
