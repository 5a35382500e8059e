import ExperimentsCore
import ExperimentsOperator
import Foundation

extension DetailLines {
    mutating func describe(_ record: FetchRecord) {
        if let picked = pickedRecord, picked.id != record.id {
            describe(record, comparedWith: picked)
            lines.append([])
            describeItself(record)
        } else {
            describeItself(record)
            lines.append([])
            add("changed", Self.count(record.difference.count))
            describe(completeDifference(of: record))
        }
    }

    private mutating func describeItself(_ record: FetchRecord) {
        lines.append([Span(state.history.name(of: record, in: state.project.localTime), .title)])
        add("at", TimeText.dateAndTime(record.startedAt, in: state.project.localTime))
        add("took", TimeText.duration(record.duration), .age)
        let status = record.httpStatus.map { ", HTTP \($0)" } ?? ""
        add("result", record.statusWord + status, record.failure == nil ? .ok : .error)
        if let failure = record.failure { add("why", failure.summary, .error) }
        if record.bytes > 0 { add("size", TimeText.size(record.bytes)) }
        if let version = record.version { add("version", version) }
        if let failure = record.failure, record.id == state.history.fetches.last?.id {
            if let retryAt = failure.retryAt {
                add("asks to", "wait until \(TimeText.timeOfDay(retryAt, in: state.project.localTime))", .age)
            }
            if let words = RetryWords.text(state) { add("then", words, .warning) }
        }
    }

    private var pickedRecord: FetchRecord? {
        state.history.pickedFetch.flatMap { state.history.fetch(id: $0) }
    }

    private static func count(_ count: Int) -> String {
        count == 0 ? "nothing" : count == 1 ? "1 key" : "\(count) keys"
    }

    /// The older of two fetches is the old side, whichever was picked.
    private mutating func describe(_ record: FetchRecord, comparedWith picked: FetchRecord) {
        let (old, new) = picked.id < record.id ? (picked, record) : (record, picked)
        let names = [old, new].map { state.history.name(of: $0, in: state.project.localTime) }
        lines.append([Span(names.joined(separator: " → "), .title)])
        guard let first = state.history.generationIndex(of: old), let second = state.history.generationIndex(of: new)
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
        guard let index = state.history.generationIndex(of: record), index > 0 else { return record.difference }
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

    /// The number of changes that are described.
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
