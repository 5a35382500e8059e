import ExperimentsCore
import Synchronization

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
