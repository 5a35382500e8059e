import Foundation

/// Fetches raw values from a source, and stores the latest ones.
///
/// **To use a keeper**, pass it to a `RemoteConfigService`, which resolves the app's keys against its snapshot. The
/// package has keepers for Firebase Remote Config, templates, files, variants and ActiveConfig;
/// `InMemoryRemoteConfigKeeper` is for tests and previews.
///
/// **To implement one**, store an immutable `Snapshot`, replace it as a whole when a fetch succeeds, and notify the
/// observers. A keeper decides nothing about keys: it neither checks values nor applies defaults or overrides. For
/// example:
///
/// ```swift
/// final class SettingsKeeper: RemoteConfigKeeper {
///     private let current = Mutex(Snapshot.empty)
///     private let handlers = Mutex<[UUID: @Sendable (KeeperNotice) -> Void]>([:])
///
///     var snapshot: Snapshot { current.withLock { $0 } }
///
///     func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
///         let new = Snapshot(texts: try await downloadSettings(), fetchedAt: Date())
///         current.withLock { $0 = new }
///         for handler in handlers.withLock({ Array($0.values) }) { handler(.snapshot(new)) }
///         return FetchOutcome(status: .updated)
///     }
///
///     func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
///         let id = UUID()
///         handlers.withLock { $0[id] = handler }
///         return ObservationHandle { [weak self] in self?.handlers.withLock { $0[id] = nil } }
///     }
/// }
/// ```
///
/// All requirements may be called on any thread, and at the same time.
public protocol RemoteConfigKeeper: AnyObject, Sendable {
    /// The values of the last successful fetch, or `Snapshot.empty` before the first one. Reading it does no I/O and
    /// never waits for a fetch.
    var snapshot: Snapshot { get }

    /// Fetches the values, and makes them the current snapshot. If the fetch fails, the last snapshot stays.
    ///
    /// - Parameter trigger: the origin of the request. A source that limits the rate of fetches applies its limit to
    ///   `.app`.
    /// - Throws: `FetchFailure` with the reason and, if known, the time at which another attempt makes sense.
    func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome

    /// Whether the source announces changes without being asked. By default, `.off`.
    var liveStatus: LiveStatus { get }

    /// Calls `handler` with each notice, until the returned handle is cancelled or released.
    ///
    /// When `handler` gets a snapshot, the property `snapshot` has that one or a later one. A keeper must not call
    /// handlers while it holds a lock that `snapshot` needs.
    func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle
}

extension RemoteConfigKeeper {
    /// `.off`: values change only by fetching.
    public var liveStatus: LiveStatus { .off }
}

/// A notice that a keeper sends to its observers.
public enum KeeperNotice: Sendable {
    /// There is a new snapshot. Sent after every fetch that brings one, and whenever the source pushes its content.
    case snapshot(Snapshot)
    /// The source has newer content than the snapshot. The service answers with a fetch, with the trigger `.realtime`.
    case sourceChanged
    /// The source starts or stops announcing its changes.
    case liveStatus(LiveStatus)
}

/// The cause of a fetch.
public enum FetchTrigger: Sendable, Hashable {
    /// The app. The source's minimum interval between fetches applies.
    case app
    /// A person, who wants the values now.
    case manual
    /// A timer of the dashboard or of `watch`.
    case scheduled
    /// A notice of the source that it has newer content. The attempts count from 1.
    case realtime(attempt: Int)
}

/// The result of a successful fetch.
public struct FetchOutcome: Sendable, Hashable {
    /// The response of the source.
    public enum Status: String, Sendable, Hashable {
        /// Content that differs from the last one.
        case updated
        /// The same content as before.
        case unchanged
        /// Content without any values.
        case empty
        /// No content has ever been published.
        case noTemplate = "no-template"
        /// The minimum interval between fetches was not over, so the last content stays in use, without a request.
        case cached
    }

    /// The response of the source.
    public let status: Status
    /// The HTTP status, for a source behind HTTP.
    public let httpStatus: Int?
    /// The size of the response in bytes.
    public let bytes: Int

    /// Creates an outcome.
    public init(status: Status, httpStatus: Int? = nil, bytes: Int = 0) {
        self.status = status
        self.httpStatus = httpStatus
        self.bytes = bytes
    }
}

/// The reason why a fetch failed, in words for people. It never contains a secret.
public struct FetchFailure: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The reason of the failure, for example `connection refused by 127.0.0.1:8080`.
    public let summary: String
    /// The HTTP status, if there was a response.
    public let httpStatus: Int?
    /// The size of the response in bytes, if there was one.
    public let bytes: Int
    /// The earliest time at which another attempt makes sense, if the source or the back-off defines one.
    public let retryAt: Date?
    /// Whether no request was sent, because an earlier failure asks to wait until `retryAt`.
    public let wasHeldBack: Bool
    private let ownAdvice: String?

    /// Creates a failure.
    public init(
        _ summary: String, httpStatus: Int? = nil, bytes: Int = 0, retryAt: Date? = nil,
        wasHeldBack: Bool = false
    ) {
        self.init(
            summary, httpStatus: httpStatus, bytes: bytes, retryAt: retryAt, wasHeldBack: wasHeldBack,
            advice: nil)
    }

    /// Creates a failure with advice.
    package init(
        _ summary: String, httpStatus: Int? = nil, bytes: Int = 0, retryAt: Date? = nil,
        wasHeldBack: Bool = false,
        advice: String?
    ) {
        self.summary = summary
        self.httpStatus = httpStatus
        self.bytes = bytes
        self.retryAt = retryAt
        self.wasHeldBack = wasHeldBack
        ownAdvice = advice
    }

    /// Returns the same failure with other advice.
    package func advising(_ advice: String) -> FetchFailure {
        FetchFailure(
            summary, httpStatus: httpStatus, bytes: bytes, retryAt: retryAt, wasHeldBack: wasHeldBack,
            advice: advice)
    }

    /// Creates a failure from any error.
    public init(_ error: any Error) {
        if let failure = error as? FetchFailure {
            self = failure
        } else if error is CancellationError {
            self.init("cancelled")
        } else {
            self.init(String(describing: error))
        }
    }

    /// Returns a message for an operator about a failed fetch: the summary of a `FetchFailure`, or the headline of any
    /// other error.
    package static func summary(of error: any Error) -> String {
        (error as? FetchFailure)?.summary ?? ErrorReport.headline(of: error)
    }

    /// The next step, if one is known.
    package var advice: String? { ownAdvice ?? retryAt.map { "try again after \(RFC3339.text(of: $0))" } }

    package var details: JSONObject {
        var members = JSONObject()
        members["httpStatus"] = httpStatus.map { .number(String($0)) }
        members["retryAt"] = retryAt.map { .string(RFC3339.text(of: $0)) }
        return members
    }

    /// The summary.
    public var description: String { summary }
}

/// Whether a source announces its changes the moment they happen.
public enum LiveStatus: Sendable, Hashable {
    /// Live updates are not supported or not requested. Values change only when they are fetched.
    case off
    /// The connection is being established.
    case connecting
    /// The connection is open. A change is announced within moments.
    case live
    /// The connection failed. Until the next attempt, if there is one, values change only by fetching.
    case interrupted(reason: String, nextTryAt: Date?)
    /// The source does not support live updates, and no further attempt is made.
    case unavailable(reason: String)

    /// The state in one word: `off`, `connecting`, `live`, `interrupted` or `unavailable`.
    public var word: String {
        switch self {
        case .off: "off"
        case .connecting: "connecting"
        case .live: "live"
        case .interrupted: "interrupted"
        case .unavailable: "unavailable"
        }
    }

    /// The reason why changes are not announced; nil in the other cases.
    public var reason: String? {
        switch self {
        case .off, .connecting, .live: nil
        case .interrupted(let reason, _), .unavailable(let reason): reason
        }
    }

    /// The time of the next attempt; nil if there is none.
    public var nextTryAt: Date? {
        if case .interrupted(_, let date) = self { date } else { nil }
    }
}
