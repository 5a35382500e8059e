import Dispatch
import ExperimentsCore
import ExperimentsTransport
import Foundation
import Locks

/// Remote configuration in sections of settings, made on a server for each user.
///
/// ```swift
/// let isEnabled = activeConfig["AppFeatures"]?.bool(forKey: "SomeFeatureEnabled") ?? false
/// ```
///
/// Keep one instance. It begins with the last configuration in the store and downloads only when it is asked to. A
/// download replaces the whole configuration, or nothing if the document is refused. All members may be used from any
/// thread, and reading never waits for the network or the disk.
public final class ActiveConfig: Sendable {
    struct Contents: Sendable {
        var current: CurrentActiveConfig
        var registry = ListenerRegistry()
        var downloads = DownloadsUnderWay()
    }

    typealias DownloadResult = Result<ActiveConfigDownloadReport, ActiveConfigDownloadFailure>

    /// The object that downloads configurations.
    public let downloader: any ActiveConfigDownloader
    /// What keeps them between launches.
    public let store: any ActiveConfigStore

    let chain: FallbackChain
    let listenerQueue: DispatchQueue
    let notificationCenter: NotificationCenter
    let now: @Sendable () -> Date
    let events = Observers<ActiveConfigEvent>()
    let contents: Mutex<Contents>
    /// Held during each change of the configuration, from reading the old one until the new one is stored and in force, so
    /// that two changes come one after the other. Reading does not need it.
    let changing = Mutex<Void>(())

    /// Creates an object whose configuration is what the store knows for a user.
    ///
    /// - Parameters:
    ///   - downloader: downloads configurations.
    ///   - store: keeps them between launches; by default, only in memory.
    ///   - bootstrapped: the configuration that the app is delivered with. It is read if the store has none.
    ///   - userID: the user; nil for no user in particular.
    ///   - listenerQueue: the serial queue on which listeners are called and notifications posted.
    ///   - notificationCenter: where notifications are posted.
    ///   - now: gives the current time.
    public init(
        downloader: any ActiveConfigDownloader, store: any ActiveConfigStore = InMemoryActiveConfigStore(),
        bootstrapped: BootstrappedActiveConfig? = nil, userID: String? = nil, listenerQueue: DispatchQueue = .main,
        notificationCenter: NotificationCenter = .default, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.downloader = downloader
        self.store = store
        self.listenerQueue = listenerQueue
        self.notificationCenter = notificationCenter
        self.now = now
        chain = FallbackChain(store: store, bootstrapped: bootstrapped)
        let found = chain.lastKnown(for: userID, at: now())
        contents = Mutex(Contents(current: CurrentActiveConfig(found, for: userID, revision: 0)))
    }

    deinit {
        // Otherwise the consumers of these streams would wait for ever.
        for stream in contents.withLock(\.registry.streams) { stream.finish() }
    }

    /// The configuration in force, and whose it is.
    public var current: CurrentActiveConfig { contents.withLock(\.current) }

    /// The section called `name`; nil if there is none.
    public subscript(name: String) -> ActiveConfigSection? {
        contents.withLock { $0.current.state.sections[name] }
    }

    /// The section called `name`; nil if there is none.
    public func configSection(named name: String) -> ActiveConfigSection? { self[name] }

    /// The `meta` of the configuration in force, for example which group of an A/B test it is for.
    public var currentConfigurationMeta: JSONObject { current.state.meta }

    /// Calls `handler` with each event, on the thread that caused it, until the result is cancelled or released.
    ///
    /// Two changes that happen at the same time may be told in either order; the greater revision is the newer one.
    public func observe(_ handler: @escaping @Sendable (ActiveConfigEvent) -> Void) -> ObservationHandle {
        events.add(handler)
    }
}

/// An event of an `ActiveConfig`, for its observers.
public enum ActiveConfigEvent: Sendable {
    /// Another configuration is in force: after a download, or for another user.
    case changed(CurrentActiveConfig)
    /// A download ended with an answer that was not refused.
    case downloadFinished(ActiveConfigDownloadReport)
    /// A download changed nothing: there was no answer, or the document was refused.
    case downloadFailed(ActiveConfigDownloadFailure)
    /// A stored configuration could not be used, or one could not be stored. The configuration in force is not affected.
    case storeFailed(ActiveConfigStoreProblem)
}
