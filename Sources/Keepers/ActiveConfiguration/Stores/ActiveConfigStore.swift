import ExperimentsCore
import Locks

/// Keeps the last configuration of each user, so that the next launch begins with it.
///
/// Use `FileActiveConfigStore` or `UserDefaultsActiveConfigStore`; implement the protocol to keep configurations elsewhere,
/// for example encrypted. `StoredActiveConfig.encoded(for:)` and `init(decoding:for:)` make and read the bytes to keep.
///
/// A store only returns what was stored for the very user it is asked for: `ActiveConfig` decides what to use for a user who
/// has nothing. An `ActiveConfig` makes its calls one after the other, on any thread, and holds a lock meanwhile: a store
/// must not call it back.
public protocol ActiveConfigStore: Sendable {
    /// Returns the configuration that is kept for a user; nil if there is none.
    ///
    /// - Parameter userID: the user; nil for the configuration that is shared by all.
    /// - Throws: why what is kept cannot be used. It should be set aside, not deleted.
    func configuration(for userID: String?) throws -> StoredActiveConfig?

    /// Keeps `configuration` for a user in place of the one before; nil removes that one.
    ///
    /// - Throws: why it could not be kept; the one before must then still be there.
    func persist(_ configuration: StoredActiveConfig?, for userID: String?) throws

    /// Whether `noteFirstDownload()` was called, in this launch or an earlier one.
    var firstDownloadFinished: Bool { get }

    /// Remembers that a configuration was downloaded and put in force.
    func noteFirstDownload() throws
}

/// Why a store, or a bootstrapped configuration, could not be read or written.
public struct ActiveConfigStoreProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What is wrong, where, and what was done about it.
    public let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Wraps an error of a store.
    init(_ error: any Error) {
        self = error as? ActiveConfigStoreProblem ?? ActiveConfigStoreProblem(String(describing: error))
    }
}

/// A store in memory: its configurations are gone with the object.
public final class InMemoryActiveConfigStore: ActiveConfigStore {
    private struct Kept {
        var configurations: [String?: StoredActiveConfig] = [:]
        var firstDownloadFinished = false
    }

    private let kept = Mutex(Kept())

    /// Creates an empty store.
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
