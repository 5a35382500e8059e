import ExperimentEvents

/// Events with the numbers of their units, in the order in which a database has units; those of one unit in the order in
/// which they came.
///
/// Two kinds come last: those that name several units, as it is asked which of them met an experiment; and those whose ID
/// another one of their name had before, as the first one counts, whosever it is.
package struct EventBatch: Sequence, Sendable {
    private struct Place: Comparable, Sendable {
        let isLast: Bool
        let unit: UnitID
        let index: Int

        static func < (a: Place, b: Place) -> Bool {
            if a.isLast != b.isLast { return b.isLast }
            if a.unit != b.unit, !a.isLast { return a.unit < b.unit }
            return a.index < b.index
        }
    }

    private let events: [TrackedEvent]
    private let places: [Place]

    init(_ events: [TrackedEvent], _ naming: UnitNaming) {
        self.events = events
        // By ID and name. Where two of them are alike by chance, an event comes last, and counts all the same.
        var ids: Set<UInt64> = []
        ids.reserveCapacity(events.count)
        places = events.enumerated().map { index, event in
            var isLast = false
            if case .metric(let event) = event {
                let isRepeated = event.id.map { id in
                    !ids.insert(id ^ UInt64(truncatingIfNeeded: event.name.hashValue)).inserted
                }

                isLast = isRepeated == true || !event.otherUnits.isEmpty
            }
            return Place(isLast: isLast, unit: naming.id(of: event.unit), index: index)
        }.sorted()
    }

    package var isEmpty: Bool { events.isEmpty }

    package func makeIterator() -> some IteratorProtocol<(UnitID, TrackedEvent)> {
        places.lazy.map { ($0.unit, events[$0.index]) }.makeIterator()
    }
}
