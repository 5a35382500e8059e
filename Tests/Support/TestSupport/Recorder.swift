import ExperimentsCore
import ExperimentsLocks

/// Keeps what it is told, from any thread and in the order it is told.
public final class Recorder<Element: Sendable>: Sendable {
    private let stored = Mutex<[Element]>([])

    /// An empty recorder.
    public init() {}

    /// What it was told so far.
    public var elements: [Element] { stored.withLock { $0 } }

    /// How much it was told so far.
    public var count: Int { stored.withLock(\.count) }

    /// Keeps `element`.
    public func record(_ element: Element) {
        stored.withLock { $0.append(element) }
    }

    /// Forgets everything.
    public func clear() {
        stored.withLock { $0.removeAll() }
    }

    /// Waits until it has been told at least `count` things, and gives them.
    public func first(_ count: Int, within limit: Duration = .seconds(240)) async throws -> [Element] {
        try await eventually("\(count) recorded events", within: limit) { self.count >= count }
        return Array(elements.prefix(count))
    }
}
