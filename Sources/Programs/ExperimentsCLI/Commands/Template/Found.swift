import FirebaseTemplates
import Synchronization

/// What a publish found to change.
final class Found: Sendable {
    private let state = Mutex<TemplateDifference?>(nil)

    var difference: TemplateDifference? { state.withLock(\.self) }

    func note(_ difference: TemplateDifference) {
        state.withLock { $0 = difference }
    }
}
