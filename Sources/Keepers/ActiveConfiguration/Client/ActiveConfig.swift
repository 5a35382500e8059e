import Dispatch
import ExperimentsCore
import ExperimentsTransport
import Foundation
import Synchronization

/// Remote configuration in sections of settings, made on a server for each user.
///
/// ```swift
/// let isEnabled = activeConfig["AppFeatures"]?.bool(forKey: "SomeFeatureEnabled") ?? false
/// ```
///
/// Keep one instance. It begins with the last configuration that the store knows, downloads only when it is asked to,
/// and replaces the whole configuration with what it downloaded, or nothing of it if the document is refused. It is
/// safe to use from any thread, and reading never waits for the network or the disk.
public final class ActiveConfig: Sendable {
    struct Contents: Sendable {
        var current: CurrentActiveConfig
        var registry = ListenerRegistry()
        var downloads: [String?: SingleFlight<ActiveConfigDownloadReport>] = [:]
    }

    typealias DownloadResult = Result<ActiveConfigDownloadReport, ActiveConfigDownloadFailure>

    /// What brings configurations.
    public let downloader: any ActiveConfigDownloader
    /// What keeps them.
    public let store: any ActiveConfigStore

    let chain: FallbackChain
    let listenerQueue: DispatchQueue
    let notificationCenter: NotificationCenter
    let now: @Sendable () -> Date
    let events = Observers<ActiveConfigEvent>()
    let contents: Mutex<Contents>
    /// Held by whoever changes the configuration, from reading the old one to having put the new one in force: so that
    /// two changes, and what they store, do not mix. Reading does not need it.
    let changing = Mutex<Void>(())

    /// A configuration that begins with what is known for a user.
    ///
    /// - Parameters:
    ///   - downloader: brings configurations.
    ///   - store: keeps them; by default, for as long as this object lives.
    ///   - bootstrapped: what the app was delivered with. It is read if the store knows nothing.
    ///   - userID: the user; nil for no user in particular.
    ///   - listenerQueue: the serial queue on which listeners are called and notifications posted.
    ///   - notificationCenter: where notifications are posted.
    ///   - now: the time.
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

    /// The configuration in force, and whose it is.
    public var current: CurrentActiveConfig { contents.withLock(\.current) }

    /// The section called `name`; nil if there is none.
    public subscript(name: String) -> ActiveConfigSection? {
        contents.withLock { $0.current.state.sections[name] }
    }

    /// The section called `name`; nil if there is none.
    public func configSection(named name: String) -> ActiveConfigSection? { self[name] }

    /// What the configuration in force says of itself, for example which group of an A/B test it is for.
    public var currentConfigurationMeta: JSONObject { current.state.meta }

    /// Calls `handler` with each event, on the thread that caused it, for as long as the result is kept.
    ///
    /// Events of changes that happen at the same time may come in either order: their revisions tell which is newer.
    public func observe(_ handler: @escaping @Sendable (ActiveConfigEvent) -> Void) -> ObservationHandle {
        events.add(handler)
    }
}

extension CurrentActiveConfig {
    init(_ found: FallbackChain.Found, for userID: String?, revision: Int) {
        self.init(
            state: found.state, userID: userID, origin: found.origin, etag: found.etag,
            downloadedAt: found.downloadedAt, revision: revision, problems: found.problems)
    }
}

/// The configuration in force at one moment, and whose it is.
public struct CurrentActiveConfig: Sendable {
    /// What the configuration says.
    public let state: ActiveConfigState
    /// The user it is in force for; nil for no user in particular.
    public let userID: String?
    /// Where it comes from.
    public let origin: ActiveConfigOrigin
    /// The tag by which the server recognises it, if it is the user's own and the server gave one.
    public let etag: String?
    /// When it was downloaded, in this launch or an earlier one; nil if it was not.
    public let downloadedAt: Date?
    /// Counts the changes of one `ActiveConfig`: of two configurations, the one with the greater number is newer.
    public let revision: Int
    /// Why something that would have been preferred could not be used.
    public let problems: [ActiveConfigStoreProblem]
}

/// What an `ActiveConfig` tells its observers.
public enum ActiveConfigEvent: Sendable {
    /// Another configuration is in force: after a download, or for another user.
    case changed(CurrentActiveConfig)
    /// A download brought an answer.
    case downloadFinished(ActiveConfigDownloadReport)
    /// A download changed nothing: there was no answer, or the document was refused.
    case downloadFailed(ActiveConfigDownloadFailure)
    /// A stored configuration could not be used, or one could not be stored. What is in force is in force all the same.
    case storeFailed(ActiveConfigStoreProblem)
}
