import ExperimentsCore
import ExperimentsSupport

extension DashboardState {
    /// The fetch at a place of the list.
    func record(at position: Int) -> FetchRecord? {
        guard list.fetches.indices.contains(position), list.fetches[position] < history.count else { return nil }
        return history[list.fetches[position]]
    }

    /// Returns the name of a fetch: its number, or its time if it was made before the dashboard was opened.
    func name(of record: FetchRecord) -> String {
        guard history.isEarlier(record.id) else { return "fetch \(record.id)" }
        return "fetch of \(TimeText.dateAndTime(record.startedAt, in: project.localTime))"
    }

    /// Shows fetches of before under this dashboard's own.
    mutating func show(earlier records: [FetchRecord]) {
        history.earlier = records
        if screen == .history { rebuildListing() }
    }

    /// The fetches that pass the filter, newest first.
    func historyRows() -> [Int] {
        let all = Array((0..<history.count).reversed())
        guard !list.filter.isEmpty else { return all }
        return all.filter { list.filter.passes(subject(of: history[$0]), now: now) }
    }

    /// Returns the parts of a fetch that a filter examines: the keys it changed, with their old and new values.
    func subject(of record: FetchRecord) -> FilterSubject {
        let changes = record.difference.changes
        var subject = FilterSubject(
            names: Array(changes.keys),
            texts: [record.statusWord, record.version, record.trigger.word, record.failure?.summary].compactMap(\.self),
            values: changes.values.flatMap(\.texts), source: record.trigger.word, changedAt: record.startedAt)
        subject.changedLast = !changes.isEmpty
        // The record of a large fetch lists only its first changes; the timeline knows the others.
        if record.difference.count > changes.count, let index = history.generationIndex(of: record), index > 0 {
            let reversal = history.timeline.generations[index - 1].reversal
            for term in list.filter.terms {
                guard let name = term.name, reversal[name] != nil else { continue }
                subject.names.append(name)
            }
        }
        return subject
    }

    mutating func pickFetch() {
        guard let record = selectedRecord else { return }
        history.pickedFetch = history.pickedFetch == record.id ? nil : record.id
        guard history.pickedFetch != nil else { return }
        details.isShown = true
        followItem()
        say("move to another fetch to see what differs from \(name(of: record))", .success)
    }

    mutating func showHistoryOfKey() {
        guard let name = subjectName else { return }
        list.filter = Filter("key:" + (name.contains(scalar: " ") ? "\"\(name)\"" : name))
        show(.history)
    }
}

extension FilterTerm {
    /// The text that may be a whole name.
    fileprivate var name: String? {
        switch condition {
        case .word(let needle), .literal(let needle), .text(.key, let needle): needle.text
        default: nil
        }
    }
}

extension SnapshotDifference.Change {
    fileprivate var texts: [String] {
        switch self {
        case .added(let text), .removed(let text): [text].compactMap(\.self)
        case .changed(let old, let new): [old, new].compactMap(\.self)
        }
    }
}
