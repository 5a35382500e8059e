import ExperimentsLocks
import Foundation

/// An event about a key, or an action of a user.
///
/// The events of a key are sent when it is resolved: at the first read, and after a change to its value at the source
/// or of its override.
public enum KeyEvent: Sendable {
    /// The source has no value for a key.
    case missing(any RemoteKey)
    /// A string is not valid for its key.
    case incorrect(any RemoteKey, IncorrectValue, by: ValueSupplier)
    /// A value that the app uses puts the user in a group of an experiment.
    case exposure(Exposure)
    /// A user did something.
    case action(TrackingEvent)
    /// The app read a key as another type than its own.
    case misread(ValueTypeMismatch)
    /// A key is declared wrongly.
    case misdeclared(DeclarationProblem)
    /// A key that keeps its value for a session will have another one in the next session.
    case pending(any RemoteKey)

    /// The kind of an event, without its details.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The source has no value for a key.
        case missing
        /// A string is not valid for its key.
        case incorrect
        /// A value puts the user in a group of an experiment.
        case exposure
        /// A user did something.
        case action
        /// The app read a key as another type than its own.
        case misread
        /// A key is declared wrongly.
        case misdeclared
        /// A key will have another value in the next session.
        case pending
    }

    /// The kind of the event.
    public var kind: Kind {
        switch self {
        case .missing: .missing
        case .incorrect: .incorrect
        case .exposure: .exposure
        case .action: .action
        case .misread: .misread
        case .misdeclared: .misdeclared
        case .pending: .pending
        }
    }
}

extension KeyEvent: CustomStringConvertible {
    /// The event in one line, for a log: `incorrect: rows: not a whole number: expected a whole number, found "many"`.
    public var description: String {
        let words =
            switch self {
            case .missing(let key), .pending(let key): key.name
            case .incorrect(let key, let problem, _): "\(key.name): \(problem)"
            case .exposure(let exposure):
                "\(exposure.key): \(exposure.experimentalGroupKey) = \(exposure.experimentalGroupValue)"
            case .action(let event): event.name
            case .misread(let mismatch): "\(mismatch)"
            case .misdeclared(let problem): "\(problem)"
            }
        return VisibleText.of("\(kind.rawValue): \(words)")
    }
}

extension RemoteConfigService {
    /// Calls `handler` with each event, until the returned handle is cancelled or released. It is called on the thread
    /// that causes the event, within its task, and must return soon.
    package func observeKeyEvents(_ handler: @escaping @Sendable (KeyEvent) -> Void) -> ObservationHandle {
        let id = UUID()
        keyEventHandlers.withLock { $0.append((id, handler)) }
        return ObservationHandle { [weak self] in
            // Release it outside the lock, because deinitializers of objects in the handler may run any code.
            let removed = self?.keyEventHandlers.withLock { handlers in
                handlers.firstIndex { $0.id == id }.map { handlers.remove(at: $0) }
            }
            _ = removed
        }
    }

    /// Sends an event to the observers.
    package func tell(_ event: KeyEvent) {
        for handler in keyEventHandlers.withLock({ $0 }) { handler.call(event) }
    }
}
