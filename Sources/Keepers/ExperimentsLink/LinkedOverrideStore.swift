import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsLocks
import Foundation

/// The overrides that an operator sets on another machine, for an app that is linked to the operator's server.
///
/// Use it in place of a `JSONOverrideStore`:
///
/// ```swift
/// let overrides = LinkedOverrideStore(app: "shop")
/// let service = RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: overrides)
/// overrides.report(Key.allCases, of: service)
/// ```
///
/// Until the app is opened with a link, the store has no overrides, opens no connection and starts no task. A link is a
/// URL that the dashboard shows as text and as a QR code. Pass it to ``open(_:)``. The link, and the last overrides
/// that the server sent, are stored for the next launch. Overrides are read from memory. The launch of the app waits
/// only for two small files, or, on Apple platforms, for the Keychain, which contains the link there. On Apple
/// platforms, the store is not connected while the app is in the background or in Low Data Mode.
///
/// While the server cannot be reached, the last overrides that it sent stay active. If the server no longer accepts the
/// link, they are removed.
public final class LinkedOverrideStore: OverrideStore {
    struct State {
        var current = OverrideStoreState(overrides: .empty)
        var status = LinkStatus.off
        var invitation: LinkInvitation?
        /// The reason why the link, or its overrides, cannot be stored.
        var keepingProblem: FileProblem?
        var mail: AsyncStream<LinkMail>.Continuation?
        var network: ObservationHandle?
        var presence: ObservationHandle?
        var services: [ObservationHandle] = []
        var keys: KeyReporting?
    }

    let state = Mutex(State())
    let observers = Observers<OverrideStoreState>()
    let statusObservers = Observers<LinkStatus>()
    let surroundings: LinkSurroundings
    let folder: LinkFolder
    let disk: DiskQueue
    let makeIdentity: @Sendable () -> AppIdentity
    let app: String

    /// Creates a store that uses the link of an earlier launch, if there is one.
    ///
    /// - Parameters:
    ///   - app: the name of the app, for which links are issued, for example `shop`.
    ///   - folder: the folder in which the link is stored; nil for the default folder of this user.
    public convenience init(app: String, folder: String? = nil) {
        let place = folder.map(LinkFolder.init) ?? .usual(app: app)
        self.init(app: app, place, .real) {
            AppIdentity.current(app: app, installation: place.installation())
        }
    }

    /// Creates a store for an app that describes itself with its own identity.
    public convenience init(identity: AppIdentity, folder: String? = nil) {
        self.init(app: identity.app, folder.map(LinkFolder.init) ?? .usual(app: identity.app), .real) {
            identity
        }
    }

    /// Creates a store that is linked with a server, in place of any stored link.
    ///
    /// - Throws: `LinkProblem` if `server` is not the address of a server, or `token` is not a valid token.
    public convenience init(server: URL, token: String, app: String, folder: String? = nil)
        throws(LinkProblem)
    {
        let invitation = try LinkInvitation(server: server, token: token, app: app)
        self.init(app: app, folder: folder)
        if invitation != self.invitation { try link(to: invitation) }
    }

    init(
        app: String, _ folder: LinkFolder, _ surroundings: LinkSurroundings,
        identity: @escaping @Sendable () -> AppIdentity
    ) {
        self.app = app
        self.folder = folder
        self.surroundings = surroundings
        makeIdentity = identity
        disk = DiskQueue(folder)
        do throws(FileProblem) {
            if let kept = try folder.invitation() { follow(kept, isNew: false) }
        } catch {
            state.withLock { state in
                state.keepingProblem = error
                state.current = OverrideStoreState(overrides: .empty, problem: error)
            }
        }
    }

    deinit {
        // Its handlers end with it.
        state.withLock(\.mail)?.finish()
    }

    /// The last overrides that the server sent. Reading them needs no I/O.
    public var overrides: OverrideSet { state.withLock(\.current.overrides) }

    /// The reason why the overrides may differ from the operator's: the server refuses the link, its response cannot be
    /// read, or the link cannot be stored. Nil if there is no problem, and while the server only cannot be reached.
    public var problem: OverrideStoreProblem? { state.withLock(\.current.problem) }

    /// The state of the link.
    public var status: LinkStatus { state.withLock(\.status) }

    /// The link that is in use; nil if there is none.
    public var invitation: LinkInvitation? { state.withLock(\.invitation) }

    /// The current status, and then each new one.
    public var statuses: AsyncStream<LinkStatus> {
        let (stream, continuation) = AsyncStream<LinkStatus>.makeStream(bufferingPolicy: .bufferingNewest(8))
        let told = Mutex<LinkStatus?>(nil)
        // Read again instead of passed on, so that a change while an observer is added is reported once, and in order.
        let tell: @Sendable () -> Void = { [weak self] in
            guard let self else { return }
            told.withLock { told in
                let now = status
                guard now != told else { return }
                told = now
                continuation.yield(now)
            }
        }
        let handle = statusObservers.add { _ in tell() }
        tell()
        continuation.onTermination = { _ in handle.cancel() }
        return stream
    }

    /// Refuses any change, because the overrides are set at the server. An app with its own debug menu can put another
    /// store on top of this one with a `LayeredOverrideStore`.
    ///
    /// - Throws: the error of `change`, or `FileProblem` if it changes anything.
    @discardableResult
    public func update(_ change: (inout OverrideSet) throws -> Void) throws -> OverrideUpdate {
        let before = overrides
        var after = before
        try change(&after)
        guard after != before else { return OverrideUpdate(before: before, after: before) }
        throw FileProblem(
            path: invitation?.server.absoluteString ?? folder.path,
            message: "the app cannot change overrides from a link",
            advice:
                "change them in the dashboard, or put the app's own store above this one in a LayeredOverrideStore"
        )
    }

    /// Calls `handler` after each change, and when a `problem` begins or ends.
    public func observe(_ handler: @escaping @Sendable (OverrideStoreState) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    /// Reports the keys of this app to the server, now and after each change: their values, their statuses, and the
    /// suppliers of the values. It does nothing while the app is not linked.
    ///
    /// - Parameters:
    ///   - keys: the keys, usually `Key.allCases`.
    ///   - service: the app's service, which is held weakly.
    public func report(_ keys: [any RemoteKey], of service: RemoteConfigService) {
        report({ keys.map { CatalogKey($0) } }, of: service)
    }

    /// Reports the keys of a catalog, which no code declares, to the server.
    package func report(_ keys: @escaping @Sendable () -> [CatalogKey], of service: RemoteConfigService) {
        let pending = service.pendingValues
        let reporting = KeyReporting { [weak service] in
            service?.report(for: keys())
        } pending: {
            pending[$0]
        }
        let sessions = pending.observeSessions { [weak self] in self?.post(.keysChanged) }
        let observation = service.observe { [weak self] event in
            switch event {
            case .fetchStarted, .liveStatusChanged: break
            case .fetchFinished, .snapshotChanged, .overridesChanged: self?.post(.keysChanged)
            }
        }
        state.withLock { state in
            state.keys = reporting
            state.services = [observation, sessions]
            state.mail?.yield(.attached(reporting))
        }
    }

    /// Reports an exposure to the server. Call it in `trackExposure(_:of:)` of your service.
    ///
    /// - Parameters:
    ///   - exposure: the exposure to report.
    ///   - unit: the unit for which the group was chosen, such as a user; nil for the unit of the service, or the
    ///     installation.
    public func report(_ exposure: Exposure, unit: String? = nil) {
        guard isLinked else { return }
        let supplier: ReportedKey.Supplier =
            switch exposure.origin {
            case .source: .source
            case .custom: .custom
            case .override: .override
            }
        post(
            .exposed(
                ReportedExposure(
                    key: exposure.key, experiment: exposure.experimentalGroupKey,
                    group: exposure.experimentalGroupValue, supplier: supplier, unit: unit ?? exposure.unit,
                    at: surroundings.date())))
    }

    /// Reports to the server that the app read a key as another type than its own. Call it in `trackTypeMismatch(_:)`
    /// of your service.
    public func report(_ mismatch: ValueTypeMismatch) {
        guard isLinked else { return }
        post(
            .mismatched(
                ReportedMismatch(key: mismatch.key, declared: mismatch.declared, asked: mismatch.asked)))
    }

    /// Reports an action of a user to the server, to be counted in a metric.
    ///
    /// - Parameters:
    ///   - event: the name of the event, for example `purchase`.
    ///   - value: the amount, for example the price paid; nil for an event that is only counted.
    ///   - unit: the unit, such as a user; nil for the installation.
    ///   - properties: further details of the event, at most 4 KB of JSON.
    public func track(
        _ event: String, value: Double? = nil, unit: String? = nil, properties: JSONObject = JSONObject()
    ) {
        guard isLinked else { return }
        post(
            .tracked(
                ReportedMetric(
                    event, value: value, unit: unit, at: surroundings.date(), properties: properties)))
    }

    private var isLinked: Bool { state.withLock { $0.invitation != nil } }

    private func post(_ mail: LinkMail) {
        state.withLock { $0.invitation == nil ? nil : $0.mail }?.yield(mail)
    }
}

/// A service with the store as its tracker reports all exposures and events to the server.
extension LinkedOverrideStore: ExperimentTracker {
    public func track(_ exposure: Exposure) { report(exposure) }

    public func track(_ event: TrackingEvent) {
        track(event.name, value: event.value, unit: event.unit, properties: event.properties)
    }
}
