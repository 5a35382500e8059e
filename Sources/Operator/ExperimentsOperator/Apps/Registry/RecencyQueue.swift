/// Elements in the order in which they were last used.
///
/// Each use appends an element. An earlier entry of the same element is skipped when it comes to the front. So each use
/// takes the same short time, however many elements there are.
struct RecencyQueue<Element: Hashable & Sendable>: Sendable {
    private struct Entry: Sendable {
        let element: Element
        let touch: Int
    }

    private var latest: [Element: Int] = [:]
    private var entries: [Entry] = []
    private var head = 0
    private var touches = 0

    var count: Int { latest.count }

    func contains(_ element: Element) -> Bool { latest[element] != nil }

    /// Makes it the last.
    mutating func touch(_ element: Element) {
        touches += 1
        latest[element] = touches
        entries.append(Entry(element: element, touch: touches))
        if entries.count > 64, entries.count > 4 * latest.count { compact() }
    }

    mutating func remove(_ element: Element) { latest[element] = nil }

    /// Takes out the one that was not touched for longest.
    mutating func popOldest() -> Element? {
        while head < entries.count {
            let entry = entries[head]
            head += 1
            guard latest[entry.element] == entry.touch else { continue }
            latest[entry.element] = nil
            return entry.element
        }
        return nil
    }

    private mutating func compact() {
        let latest = latest
        entries = entries[head...].filter { latest[$0.element] == $0.touch }
        head = 0
    }
}
