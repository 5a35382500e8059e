import Experiments
import Logging

/// Writes what happens to keys and fetches to a logger of swift-log.
///
/// Mistakes are logged as warnings, failed fetches as errors, and everything else at the level `debug`.
public struct LoggingObserver: ExperimentsObserver {
    private let logger: Logger

    /// Creates an observer that writes to a logger.
    public init(_ logger: Logger = Logger(label: "experiments")) {
        self.logger = logger
    }

    public func didMiss(_ key: any RemoteKey) throws { write(.missing(key), .warning) }

    public func didRefuse(_ key: any RemoteKey, _ problem: IncorrectValue, by supplier: ValueSupplier) throws
    {
        write(.incorrect(key, problem, by: supplier), .warning)
    }

    public func didExpose(_ exposure: Exposure) throws { write(.exposure(exposure), .debug) }

    public func didTrack(_ event: TrackingEvent) throws { write(.action(event), .debug) }

    public func didMisread(_ mismatch: ValueTypeMismatch) throws { write(.misread(mismatch), .warning) }

    public func didFindMisdeclared(_ problem: DeclarationProblem) throws {
        write(.misdeclared(problem), .warning)
    }

    public func willChange(_ key: any RemoteKey) throws { write(.pending(key), .debug) }

    public func didFetch(_ record: FetchRecord) throws {
        guard let failure = record.failure else { return }
        logger.error("fetch failed: \(failure)")
    }

    public func didDrop(_ count: Int) throws {
        logger.warning("\(count) events were dropped, because the log is slow")
    }

    private func write(_ event: KeyEvent, _ level: Logger.Level) {
        logger.log(level: level, "\(event)")
    }
}
