import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsLinkProtocol
import ExperimentsLocks
import ExperimentsOperator
import ExperimentsTransport
import Foundation
import TestSupport

@testable import ExperimentsServer

/// A project's overrides in a folder, and the part of a server that tells apps of them.
final class LinkSite: Sendable {
    let folder: TemporaryFolder
    let path: String
    let clock = ManualClock(Date(timeIntervalSince1970: 1_800_000_000))
    let ledger: OverrideLedger
    let grants: LinkGrantStore
    let hub: LinkHub
    let reports = ReportRecorder()
    let part: LinkPart

    /// - Parameter refusal: why overrides are not served.
    init(
        refusal: String? = nil, keys: [CatalogKey]? = nil,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in throw CancellationError() }
    ) throws {
        folder = try TemporaryFolder()
        path = folder.path("overrides.json")
        ledger = OverrideLedger(
            store: JSONOverrideStore(path: path, watcher: nil),
            journal: OverrideJournalFile(besideOverridesAt: path), origin: OverrideOrigin(author: "eve"))
        grants = LinkGrantStore(besideOverridesAt: path)
        hub = LinkHub(clock: clock.reading, sleep: sleep)
        part = LinkPart(
            OverrideChanges(ledger) { keys }, grants: grants, reporting: reports, refusal: refusal, hub: hub,
            clock: clock.reading)
    }

    /// Links an app.
    func link(_ app: String) throws -> String {
        var random = SystemRandomNumberGenerator()
        return try grants.issue(for: app, by: "eve", at: clock.now, using: &random).secret.text
    }

    /// Sets an override as an operator at this machine does.
    func set(_ value: String, of key: String, for scope: OverrideScope = .everyone, expiresAt: Date? = nil)
        throws
    {
        try ledger.change(OverrideTitle.set([key]), at: clock.now, in: scope) {
            $0.set(value, for: [key], until: expiresAt.map(OverrideExpiry.at) ?? .never)
        }
    }

    /// What a server answers that asks for a token, or for none.
    func ask(
        _ method: String, _ target: String, token: String? = nil, _ headers: HeaderFields = [:],
        body: String = "",
        serverToken: String? = nil
    ) async -> ServedResponse {
        var headers = headers
        headers["host"] = "localhost"
        if let token { headers["authorization"] = "Bearer \(token)" }
        let responder = ServerResponder(
            [part], ServerConfiguration(token: serverToken.flatMap(ServerToken.init), now: clock.reading)
        ) { _ in }
        let parts = target.split(separator: "?", maxSplits: 1)
        var query: [String: String] = [:]
        for item in parts.dropFirst().first?.split(separator: "&") ?? [] {
            let pair = item.split(separator: "=", maxSplits: 1).map(String.init)
            query[pair[0]] = pair.count > 1 ? pair[1] : ""
        }
        return await responder.respond(
            to: ServedRequest(
                method: method, path: String(parts[0]), query: query, headers: headers, body: Array(body.utf8)
            ))
    }

    /// The state that a client is told, which asks for it.
    func state(_ query: String = "") async throws -> LinkedState {
        try LinkedState(parsing: await ask("GET", LinkAPI.overridesPath + query).body)
    }

    /// The events that a client is told, which opens a stream and reads until nothing more is new.
    func news(_ scope: OverrideScope, since known: LinkRevision? = nil) throws -> LinkEvent? {
        guard let event = hub.event(for: scope, since: known) else { return nil }
        return try LinkEvent.reading(event.bytes).first
    }
}

extension LinkEvent {
    /// The events of a piece of a stream.
    static func reading(_ piece: [UInt8]) throws -> [LinkEvent] {
        var parser = EventStreamParser(limit: LinkLimits.eventBytes)
        return try parser.read(piece).compactMap { element in
            guard case .event(let event) = element else { return nil }
            return try LinkEvent(type: event.type, data: event.data)
        }
    }
}

/// Keeps what apps said.
final class ReportRecorder: AppReporting {
    private let kept = Mutex<(words: [String], reports: [AppReport], isFull: Bool)>(([], [], false))

    var words: [String] { kept.withLock(\.words) }
    var reports: [AppReport] { kept.withLock(\.reports) }

    func appConnected(_ app: String, installation: String, at now: Date) {
        kept.withLock { $0.words.append("+\(app)/\(installation)") }
    }

    func appDisconnected(_ app: String, installation: String, at now: Date) {
        kept.withLock { $0.words.append("-\(app)/\(installation)") }
    }

    /// The next reports cannot be stored.
    func fill() { kept.withLock { $0.isFull = true } }

    func appReported(_ report: AppReport, at now: Date) throws -> ReportReceipt {
        struct Full: Error {}
        if kept.withLock({ $0.isFull }) { throw Full() }
        kept.withLock { $0.reports.append(report) }
        return ReportReceipt(wantsWhole: true)
    }
}

extension ServedResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}
