/// The content of a watched range, updated by the events of a watch.
package struct EtcdMirror: Sendable, Hashable {
    /// The number of the range.
    package let range: Int
    /// The entries by their keys.
    package private(set) var entries: [EtcdKey: EtcdEntry] = [:]
    /// The revision of the last change in it, or of the last complete reading; 0 before that.
    package private(set) var revision: Int64 = 0

    /// Creates an empty mirror.
    ///
    /// - Parameter range: the index of the range among the watched ranges.
    package init(range: Int = 0) {
        self.range = range
    }

    /// The entries in the order of their keys.
    package var sorted: [EtcdEntry] { entries.values.sorted { $0.key < $1.key } }

    /// Updates the content.
    ///
    /// - Returns: the changes, each with the earlier value. If everything was read again, these are the differences.
    ///   Intermediate changes, and the revisions of deletions, are then not known.
    package mutating func take(_ news: EtcdNews) -> [EtcdEvent] {
        switch news {
        case .state(let snapshot):
            return range < snapshot.entries.count
                ? replace(snapshot.entries[range], at: snapshot.revision) : []
        case .events(range, let events):
            // If it was also read outside of the watch, some of the events may be known.
            let known = revision
            return events.filter { $0.revision > known }.map { take($0) }
        case .events, .condition: return []
        }
    }

    private mutating func take(_ event: EtcdEvent) -> EtcdEvent {
        var event = event
        event.previous = entries[event.key]
        entries[event.key] = event.kind == .put ? event.entry : nil
        revision = event.revision
        return event
    }

    private mutating func replace(_ new: [EtcdEntry], at revision: Int64) -> [EtcdEvent] {
        let former = entries
        entries = Dictionary(new.map { ($0.key, $0) }, uniquingKeysWith: { _, last in last })
        self.revision = revision
        let gone = former.values.filter { entries[$0.key] == nil }.sorted { $0.key < $1.key }.map { entry in
            EtcdEvent(
                .delete,
                EtcdEntry(key: entry.key, value: [], createRevision: 0, modRevision: revision, version: 0),
                previous: entry)
        }
        let put = new.filter { former[$0.key] != $0 }.map { EtcdEvent(.put, $0, previous: former[$0.key]) }
        return gone + put.sorted { $0.revision < $1.revision }
    }
}
