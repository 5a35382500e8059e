import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsLinkProtocol
import ExperimentsOperator
import ExperimentsTransport
import Foundation

/// The part of a server for linked apps, and for clients that set overrides for them.
package struct LinkPart: ServedPart {
    package let name = "link"

    let hub: LinkHub
    let grants: any LinkGrantSource
    let changes: OverrideChanges
    let reporting: (any AppReporting)?
    /// The reason why overrides are not served to apps, for example in a production environment; nil if they are.
    let refusal: String?
    let clock: @Sendable () -> Date
    private let sharing: LinkSharing?
    /// The observations that update the hub as long as the part exists.
    private let observations: [ObservationHandle]

    /// - Parameters:
    ///   - changes: changes overrides in their store.
    ///   - grants: the apps that have access.
    ///   - reporting: receives the reports of apps; nil to ignore them.
    ///   - refusal: the reason why overrides are not served, as a sentence; nil if they are.
    ///   - hub: notifies the apps.
    ///   - sharing: the state that this server shares with others; nil for none.
    ///   - clock: returns the time.
    package init(
        _ changes: OverrideChanges, grants: any LinkGrantSource, reporting: (any AppReporting)? = nil,
        refusal: String? = nil, hub: LinkHub = LinkHub(), sharing: LinkSharing? = nil,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.sharing = sharing
        self.changes = changes
        self.grants = grants
        self.reporting = reporting
        self.refusal = refusal
        self.hub = hub
        self.clock = clock
        let store = changes.store
        observations =
            refusal == nil
            ? [store.observe { hub.adopt($0) }, grants.observe { hub.keep(only: $0) }]
            : [grants.observe { hub.keep(only: $0) }]
        if refusal == nil { Self.catchUp(hub, with: store) }
    }

    /// Passes the state of a store to a hub. The store may change at the same time, and its observer may be faster, so
    /// this is repeated until the hub has the latest state.
    private static func catchUp(_ hub: LinkHub, with store: any OverrideStore) {
        var told: OverrideSet
        repeat {
            told = store.overrides
            hub.adopt(OverrideStoreState(overrides: told, problem: store.problem, layers: store.layers))
        } while told != store.overrides
    }

    /// The reason why the file of links cannot be read, so that no linked app is admitted; nil if it can.
    package var problem: FileProblem? { grants.problem }

    /// Calls a handler when `problem` may have changed, until the result is cancelled or released.
    package func observeProblem(_ handler: @escaping @Sendable (FileProblem?) -> Void) -> ObservationHandle {
        grants.observe { [grants] _ in handler(grants.problem) }
    }

    package func rules(at path: String) -> EndpointRules? { LinkCall(path: path)?.rules }

    package func caller(showing token: String) -> Caller? {
        grants.grant(for: LinkSecret(token)).map { .app($0.app) }
    }

    package func mayKnowLater(_ token: String) -> Bool {
        mayHoldToken(token) && sharing?.knowsLinks() == false
    }

    package func mayHoldToken(_ text: String) -> Bool { text.contains(LinkSecret.prefix) }

    package var lacksOverrides: Bool { hub.problem != nil }

    package var metrics: [Metric] {
        [
            Metric(
                "experiments_link_streams_open", .gauge, help: "Streams that send apps their overrides.",
                value: Double(hub.streamCount)),
            Metric(
                "experiments_overrides_readable", .gauge,
                help:
                    "1 if the overrides can be read, 0 if the last ones that could be read are served, or none.",
                value: lacksOverrides ? 0 : 1),
        ]
    }

    package func beat() { hub.beat() }

    package func close() { hub.end() }

    package func answer(to admitted: AdmittedRequest) async -> ServedResponse {
        do throws(ServerRefusal) {
            guard let call = LinkCall(path: admitted.request.path) else { throw .notFound }
            if call == .description { return .json(PackageResources.openapi_json) }
            let visitor = try LinkVisitor(admitted, grants.grants)
            if call != .reports, sharing?.isPending() == true { throw .notReadYet }
            switch call {
            case .description: return .json(PackageResources.openapi_json)
            case .overrides: return overrides(admitted.request, try visitor.scope)
            case .override(let key): return try await override(of: key, admitted.request, visitor)
            case .events: return try events(admitted.request, of: try visitor.scope, for: visitor.grant)
            case .reports: return try await report(admitted.request, visitor)
            }
        } catch {
            return error.response
        }
    }

    private func overrides(_ request: ServedRequest, _ scope: OverrideScope) -> ServedResponse {
        let state = hub.document(for: scope)
        let tag = state.revision
        guard let known = request.headers["if-none-match"], tag.isNamed(in: known, isWeak: true) else {
            return .json(state.bytes, tag)
        }
        return ServedResponse(status: 304, headers: ["etag": tag.entityTag, "cache-control": "no-cache"])
    }

    private func report(
        _ request: ServedRequest, _ visitor: LinkVisitor
    ) async throws(ServerRefusal) -> ServedResponse {
        let report: AppReport
        do throws(LinkProblem) {
            report = try AppReport(parsing: request.body)
        } catch {
            throw ServerRefusal(status: 400, "The report is not accepted: \(error).")
        }
        try visitor.require(report.identity.app)
        do {
            return .json(try await (reporting?.appReported(report, at: clock()) ?? ReportReceipt()).bytes)
        } catch {
            throw .notStored
        }
    }
}

extension ServedResponse {
    /// Returns an answer with a document of this API.
    ///
    /// - Parameter tag: its revision, if it has one.
    static func json(_ body: [UInt8], _ tag: LinkRevision? = nil) -> ServedResponse {
        var headers: HeaderFields = [
            "content-type": "application/json; charset=utf-8", "cache-control": "no-cache",
        ]
        headers["etag"] = tag?.entityTag
        return ServedResponse(status: 200, headers: headers, body: body)
    }
}

extension LinkPart {
    /// Creates the part for a project's server: it serves the project's overrides to apps, and records changes in their
    /// journal.
    ///
    /// - Parameters:
    ///   - store: the project's overrides, of one file or in layers.
    ///   - path: the file that is changed. Its journal and its links are next to it.
    ///   - origin: the author and the program of changes.
    ///   - environment: the environment of the source.
    ///   - servesProduction: whether the project file allows overrides for apps in a production environment.
    ///   - keys: the keys that the project declares; nil if there is no project.
    ///   - reporting: receives the reports of apps; nil to ignore them.
    ///   - watcher: announces links that other programs revoke.
    ///   - sharing: the state that this server shares with others of the same overrides; nil for none.
    package static func following(
        _ store: any OverrideStore, at path: String, by origin: OverrideOrigin, environment: String?,
        servesProduction: Bool, keys: @escaping @Sendable () -> [CatalogKey]?,
        reporting: (any AppReporting)? = nil,
        watcher: (any FileWatcher)? = .system, sharing: LinkSharing? = nil,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) -> LinkPart {
        let ledger = OverrideLedger(
            store: store, journal: OverrideJournalFile(besideOverridesAt: path), origin: origin)
        let own = LinkGrantStore(besideOverridesAt: path, watcher: watcher)
        return LinkPart(
            sharing.map { OverrideChanges(store, keys: keys, making: $0.change) }
                ?? OverrideChanges(ledger, keys: keys),
            grants: sharing?.grants(own) ?? own, reporting: reporting,
            refusal: servesProduction ? nil : refusal(of: environment),
            hub: LinkHub(isShared: sharing != nil, clock: clock), sharing: sharing, clock: clock)
    }

    /// Returns the reason why overrides are not served in an environment; nil if they are.
    static func refusal(of environment: String?) -> String? {
        guard let environment, EnvironmentName.isProduction(environment) else { return nil }
        return "Overrides are not served for the environment \(Quotation.of(environment, limit: 60)): "
            + "set `production_overrides: true` under `serve:` in the project file to serve them."
    }
}

/// The state that a server shares with other servers of the same overrides.
package struct LinkSharing: Sendable {
    /// Makes a change that all of the servers see.
    let change: OverrideChanges.Making
    /// Returns the apps with access, given those that only this server accepts.
    let grants: @Sendable (LinkGrantStore) -> any LinkGrantSource

    /// Returns whether overrides are not known yet, but will be soon.
    let isPending: @Sendable () -> Bool
    /// Returns whether all links are known.
    let knowsLinks: @Sendable () -> Bool

    package init(
        change: @escaping OverrideChanges.Making,
        grants: @escaping @Sendable (LinkGrantStore) -> any LinkGrantSource,
        isPending: @escaping @Sendable () -> Bool = { false },
        knowsLinks: @escaping @Sendable () -> Bool = { true }
    ) {
        self.change = change
        self.grants = grants
        self.isPending = isPending
        self.knowsLinks = knowsLinks
    }
}

extension LinkPart {
    /// Returns the answer that stays open and sends a client each change.
    func events(
        _ request: ServedRequest, of scope: OverrideScope, for grant: LinkGrant?
    ) throws(ServerRefusal) -> ServedResponse {
        let known = request.headers["last-event-id"].flatMap(LinkRevision.init)
        let presence = presence(of: scope)
        guard let subscription = hub.open(scope, grant: grant, since: known, presence: presence) else {
            throw ServerRefusal(
                status: 503, "Too many open streams: \(LinkHub.streamLimit).",
                headers: ["retry-after": "5"])
        }
        // If the link was revoked while the stream was being opened, nothing has ended the stream.
        if let grant, !grants.grants.all.contains(grant) { throw .unauthorized }
        return .events(LinkStream(subscription: subscription))
    }

    /// Reports that an installation is connected, until the result is released.
    private func presence(of scope: OverrideScope) -> ObservationHandle? {
        guard let reporting, case .installation(let app, let id) = scope else { return nil }
        reporting.appConnected(app, installation: id, at: clock())
        return ObservationHandle { [clock] in reporting.appDisconnected(app, installation: id, at: clock()) }
    }
}

/// Receives the reports of linked apps. Their content comes from apps, and may be any text or number.
///
/// It is called from several tasks at the same time. All times are the server's.
package protocol AppReporting: Sendable {
    /// An installation opened a stream and now follows the overrides.
    func appConnected(_ app: String, installation: String, at now: Date)

    /// A stream of an installation ended. It may have others.
    func appDisconnected(_ app: String, installation: String, at now: Date)

    /// Handles a report of an app. Returns when its exposures and events are stored, because the app forgets them after
    /// the answer.
    ///
    /// - Returns: the receipt for the app.
    /// - Throws: an error if they cannot be stored. The app then sends the report again.
    func appReported(_ report: AppReport, at now: Date) async throws -> ReportReceipt
}

// The news about apps go to the operator's recorder, which has its own clock.
extension AppRecorder: AppReporting {
    package func appConnected(_ app: String, installation: String, at now: Date) {
        connect(AppID(app: app, installation: installation))
    }

    package func appDisconnected(_ app: String, installation: String, at now: Date) {
        disconnect(AppID(app: app, installation: installation))
    }

    package func appReported(_ report: AppReport, at now: Date) -> ReportReceipt { take(report) }
}
