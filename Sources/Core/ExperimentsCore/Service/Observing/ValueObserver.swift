import Locks

/// Tells one subscriber of one key's value: the one there is, and then each other one, once and in order.
///
/// Calls that arrive while it is telling make it look once more afterwards, so that the last value told is the last
/// there was, on whichever threads the changes happen.
final class ValueObserver<Value: RemoteValue>: Sendable {
    private struct State {
        var last: Value?
        var isTelling = false
        var isDue = false
        var isForced = false
    }

    private let state = Mutex(State())
    private let read: @Sendable () -> Value?
    private let tell: @Sendable (Value) -> Void
    private let end: @Sendable () -> Void

    /// - Parameters:
    ///   - read: the value now; nil where there is no service any more.
    ///   - tell: called on the thread that brings a change.
    ///   - end: called when the observer is let go.
    init(
        read: @escaping @Sendable () -> Value?, tell: @escaping @Sendable (Value) -> Void,
        end: @escaping @Sendable () -> Void
    ) {
        self.read = read
        self.tell = tell
        self.end = end
    }

    deinit {
        end()
    }

    /// Reads the value and tells it, if it is another one than before or `isForced`.
    func look(isForced: Bool) {
        let isFirst = state.withLock { state in
            state.isDue = true
            if isForced { state.isForced = true }
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard isFirst else { return }
        while beginLooking() {
            guard let value = read() else { continue }
            if isNews(value) { tell(value) }
        }
    }

    private func beginLooking() -> Bool {
        state.withLock { state in
            defer { state.isDue = false }
            state.isTelling = state.isDue
            return state.isDue
        }
    }

    private func isNews(_ value: Value) -> Bool {
        state.withLock { state in
            defer { (state.last, state.isForced) = (value, false) }
            guard let last = state.last, !state.isForced else { return true }
            return !Self.areSame(last, value)
        }
    }

    private static func areSame(_ one: Value, _ other: Value) -> Bool {
        func isEqual<Left: Equatable>(_ left: Left) -> Bool { left == other as? Left }
        if let one = one as? any Equatable { return isEqual(one) }
        return one.remoteText == other.remoteText
    }
}
