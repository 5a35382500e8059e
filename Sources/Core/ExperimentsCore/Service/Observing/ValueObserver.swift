import Locks

/// Sends one subscriber the current value of one key, and then each new value once and in order.
///
/// Calls that arrive while a value is being sent lead to another look afterwards. So the last value sent is the current
/// one, whichever threads make the changes.
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
    ///   - read: returns the current value; nil if the service was released.
    ///   - tell: called with a value, on the thread that causes the change.
    ///   - end: called when the observer is released.
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

    /// Reads the value, and sends it if it differs from the last one or `isForced` is true.
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
