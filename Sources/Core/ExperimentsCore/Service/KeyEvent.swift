import Foundation
import Locks

/// What a service has to tell about a key, or of what a user did.
///
/// The events of a key come when it is resolved: at the first read, and after a change of its value at the source or of
/// its override.
public enum KeyEvent: Sendable {
    /// The source has no value for a key.
    case missing(any RemoteKey)
    /// A text is not valid for its key.
    case incorrect(any RemoteKey, IncorrectValue, by: ValueSupplier)
    /// A value that the app uses puts the user in a group of an experiment.
    case exposure(Exposure)
    /// A user did something.
    case action(TrackingEvent)
    /// The app read a key as another type than its own.
    case misread(ValueTypeMismatch)
    /// A key is declared wrongly.
    case misdeclared(DeclarationProblem)
    /// A key that keeps its value for a session has another one for the next session.
    case pending(any RemoteKey)

    /// Which event it is, without what it tells.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The source has no value for a key.
        case missing
        /// A text is not valid for its key.
        case incorrect
        /// A value puts the user in a group of an experiment.
        case exposure
        /// A user did something.
        case action
        /// The app read a key as another type than its own.
        case misread
        /// A key is declared wrongly.
        case misdeclared
        /// A key has another value for the next session.
        case pending
    }

    /// Which event it is.
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
    /// Calls `handler` with each event, on the thread that brings it and within its task, until the returned handle is
    /// cancelled or released. It must return at once.
    package func observeKeyEvents(_ handler: @escaping @Sendable (KeyEvent) -> Void) -> ObservationHandle {
        let id = UUID()
        keyEventHandlers.withLock { $0.append((id, handler)) }
        return ObservationHandle { [weak self] in
            // Let go of outside the lock: what the handler holds may run code of its own when it goes.
            let removed = self?.keyEventHandlers.withLock { handlers in
                handlers.firstIndex { $0.id == id }.map { handlers.remove(at: $0) }
            }
            _ = removed
        }
    }

    /// Tells the observers of an event.
    package func tell(_ event: KeyEvent) {
        for handler in keyEventHandlers.withLock({ $0 }) { handler.call(event) }
    }
}
