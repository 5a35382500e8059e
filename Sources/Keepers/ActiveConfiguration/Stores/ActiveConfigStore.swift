import ExperimentsCore
import ExperimentsLocks

/// Stores the last configuration of each user, so that the next launch starts with it.
///
/// **To use a store**, give it to an `ActiveConfig`. `FileActiveConfigStore` keeps files, and
/// `UserDefaultsActiveConfigStore` uses the app's user defaults.
///
/// **To implement one**, for example with encryption, store the bytes that `StoredActiveConfig` encodes:
///
/// ```swift
/// func configuration(for userID: String?) throws -> StoredActiveConfig? {
///     try vault.read(userID).map { try StoredActiveConfig(decoding: $0, for: userID) }
/// }
///
/// func persist(_ configuration: StoredActiveConfig?, for userID: String?) throws {
///     try vault.write(configuration?.encoded(for: userID), for: userID)
/// }
/// ```
///
/// Return only what was stored for the given user: `ActiveConfig` decides what to use for a user without a
/// configuration. It makes one call at a time, on any thread, and holds a lock during the call, so a store must not
/// call the `ActiveConfig`.
public protocol ActiveConfigStore: Sendable {
    /// Returns the stored configuration of a user; nil if there is none.
    ///
    /// - Parameter userID: the user; nil for the configuration that all users share.
    /// - Throws: the reason why the stored configuration cannot be used. Move it aside rather than deleting it.
    func configuration(for userID: String?) throws -> StoredActiveConfig?

    /// Stores `configuration` for a user in place of the earlier one. Nil removes it.
    ///
    /// - Throws: the reason why it could not be stored. The earlier one must then still be there.
    func persist(_ configuration: StoredActiveConfig?, for userID: String?) throws

    /// Whether `noteFirstDownload()` was called, in this launch or an earlier one.
    var firstDownloadFinished: Bool { get }

    /// Records that a configuration was downloaded and activated.
    func noteFirstDownload() throws
}

/// The reason why a store, or a bootstrapped configuration, could not be read or written.
public struct ActiveConfigStoreProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The problem, its location, and the measure that was taken.
    public let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Wraps an error of a store.
    init(_ error: any Error) {
        self = error as? ActiveConfigStoreProblem ?? ActiveConfigStoreProblem(String(describing: error))
    }
}

/// A store in memory: its configurations are lost with the object.
public final class InMemoryActiveConfigStore: ActiveConfigStore {
    private let kept = Mutex(
        (configurations: [String?: StoredActiveConfig](), firstDownloadFinished: false))

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
