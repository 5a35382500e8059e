import ExperimentsCore
import Synchronization

/// Keeps the last configuration of each user, so that the next launch begins with it.
///
/// A store keeps a user's own configuration only: what to use for a user who has none is decided by `ActiveConfig`.
/// The calls of one `ActiveConfig` come one after another, on any thread, and must not call back into it.
public protocol ActiveConfigStore: Sendable {
    /// The last configuration that was kept for a user; nil if there is none.
    ///
    /// - Parameter userID: the user; nil for the configuration that is shared by all.
    /// - Throws: why what was kept cannot be used.
    func configuration(for userID: String?) throws -> StoredActiveConfig?

    /// Keeps `configuration` for a user, in place of what was kept before; nil forgets it.
    ///
    /// - Throws: why it could not be kept; what was kept before is then still there.
    func persist(_ configuration: StoredActiveConfig?, for userID: String?) throws

    /// Whether a configuration was ever downloaded, in this launch or an earlier one.
    var firstDownloadFinished: Bool { get }

    /// Keeps that a configuration was downloaded.
    func noteFirstDownload() throws
}

/// Why a configuration could not be read from where it is kept, or kept there.
public struct ActiveConfigStoreProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What is wrong, where, and what became of it.
    public let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Any error of a store.
    init(_ error: any Error) {
        self = error as? ActiveConfigStoreProblem ?? ActiveConfigStoreProblem(String(describing: error))
    }
}

/// Keeps configurations for as long as it lives.
public final class InMemoryActiveConfigStore: ActiveConfigStore {
    private struct Kept {
        var configurations: [String?: StoredActiveConfig] = [:]
        var firstDownloadFinished = false
    }

    private let kept = Mutex(Kept())

    /// A store that keeps nothing yet.
    public init() {}

    public func configuration(for userID: String?) -> StoredActiveConfig? {
        kept.withLock { $0.configurations[userID] }
    }

    public func persist(_ configuration: StoredActiveConfig?, for userID: String?) {
        kept.withLock { $0.configurations[userID] = configuration?.withoutSource }
    }

    public var firstDownloadFinished: Bool { kept.withLock(\.firstDownloadFinished) }

    public func noteFirstDownload() {
        kept.withLock { $0.firstDownloadFinished = true }
    }
}
