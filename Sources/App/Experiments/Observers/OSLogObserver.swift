#if canImport(os)
import ExperimentsCore
import os

/// Writes missing, incorrect, misread and misdeclared keys to the system's log.
public struct OSLogObserver: ExperimentsObserver {
    private let logger: Logger

    /// Creates an observer that writes to a category of the system's log.
    public init(subsystem: String, category: String = "experiments") {
        logger = Logger(subsystem: subsystem, category: category)
    }

    public func didMiss(_ key: any RemoteKey) throws { write(.missing(key)) }

    public func didRefuse(_ key: any RemoteKey, _ problem: IncorrectValue, by supplier: ValueSupplier) throws
    {
        write(.incorrect(key, problem, by: supplier))
    }

    public func didMisread(_ mismatch: ValueTypeMismatch) throws { write(.misread(mismatch)) }

    public func didFindMisdeclared(_ problem: DeclarationProblem) throws { write(.misdeclared(problem)) }

    private func write(_ event: KeyEvent) {
        // A value may be private, so the log shows its text only to a developer who debugs the app.
        logger.warning("\(event.kind.rawValue, privacy: .public): \(event.description)")
    }
}
#endif
