import ExperimentsCore
import Synchronization

/// The names that conditions look up in a context, numbered in the order they were first met.
///
/// A number is never given to another name, so that a context that was prepared before a reload is good after it.
final class ContextKeyTable: Sendable {
    private struct State {
        var names: [String] = []
        var numbers: [String: Int] = [:]
    }

    private let state = Mutex(State())

    /// The names so far, by number.
    var names: [String] { state.withLock(\.names) }

    /// The number of a name, which gets one if it has none.
    func number(of name: String) -> Int {
        state.withLock { state in
            if let number = state.numbers[name] { return number }
            let number = state.names.count
            state.names.append(name)
            state.numbers[name] = number
            return number
        }
    }
}
