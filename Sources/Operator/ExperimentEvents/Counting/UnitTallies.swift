/// The actions of a unit in an experiment, by the metrics' numbers. Metrics without an action are not included.
package struct UnitTallies: Sendable, Hashable {
    /// A metric, by its number, and what it counts.
    package struct Entry: Sendable, Hashable {
        package let metric: Int
        package var tally: Tally

        package init(metric: Int, tally: Tally) { (self.metric, self.tally) = (metric, tally) }
    }

    /// The entries in the order of the metrics' numbers. They are few, so searching them is faster than any table.
    package private(set) var entries: [Entry] = []

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    package subscript(metric: Int) -> Tally {
        get { entries.first { $0.metric == metric }?.tally ?? Tally() }
        set {
            let place = entries.firstIndex { $0.metric >= metric } ?? entries.endIndex
            let isKnown = place < entries.endIndex && entries[place].metric == metric
            switch (isKnown, newValue.isEmpty) {
            case (true, false): entries[place].tally = newValue
            case (true, true): entries.remove(at: place)
            case (false, false): entries.insert(Entry(metric: metric, tally: newValue), at: place)
            case (false, true): break
            }
        }
    }
}
