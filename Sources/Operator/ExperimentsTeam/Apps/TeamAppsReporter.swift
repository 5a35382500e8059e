import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsEtcdStore
import ExperimentsLocks
import ExperimentsOperator

/// Reports the apps of a server to the others, for as long as the server runs.
///
/// Each server writes under its own name, so that servers never overwrite each other's reports. The reports belong to a
/// lease: they disappear immediately when the server stops, and some seconds later if it crashes. Programs that follow
/// the apps then list them as not connected, until another server reports them.
package final class TeamAppsReporter: Sendable {
    /// The time, in seconds, that reports stay after the last renewal.
    static let seconds: Int64 = 15
    /// The shortest time between two reports, and between two tries after a failure.
    private static let (pace, patience) = (Duration.milliseconds(500), Duration.seconds(2))

    private struct State {
        var wanted: [AppID: ConnectedApp] = [:]
        var reported: [AppID: ConnectedApp] = [:]
        var lease: EtcdLeaseID?
        var tasks: [Task<Void, Never>] = []
    }

    private let client: EtcdClient
    private let layout: EtcdLayout
    private let time: EtcdTime
    private let server: String
    private let state = Mutex(State())
    private let bell = TeamBell()

    /// Creates an object that reports to the team of a store, under this program's name there.
    package init(_ store: TeamStore) {
        client = store.client
        layout = store.layout
        time = store.time
        server = store.server
    }

    deinit { stop() }

    /// Reports the present apps. Of several reports in quick succession, the last one is sent.
    package func report(_ apps: [AppID: ConnectedApp]) {
        state.withLock { state in
            state.wanted = apps
            if state.tasks.isEmpty { begin(&state) }
        }
        bell.ring()
    }

    /// Stops reporting. The reports expire with the lease.
    package func stop() {
        for task in state.withLock({ $0.tasks }) { task.cancel() }
    }

    /// Removes the reports and stops reporting, so that apps without a server are no longer listed as connected.
    package func finish() async {
        let tasks = state.withLock { state in
            defer { state.tasks = [] }
            return state.tasks
        }
        for task in tasks { task.cancel() }
        // Wait for reports in progress, because they must not arrive after the removal.
        for task in tasks { await task.value }
        guard let lease = state.withLock({ $0.lease.take() }) else { return }
        // If this fails, the lease expires.
        _ = try? await client.revoke(lease)
    }

    private func begin(_ state: inout State) {
        let holding = Task { [client, weak self] in
            await client.holdLease(seconds: Self.seconds, revokesAtEnd: false) { [weak self] id in
                // The content of the old lease has been removed, or will be.
                self?.state.withLock { ($0.lease, $0.reported) = (id, [:]) }
                self?.bell.ring()
            }
        }
        let reporting = Task { [bell, time, weak self] in
            while !Task.isCancelled {
                await bell.wait(atMost: nil, time)
                guard let isDone = await self?.flush() else { return }
                if !isDone { bell.ring() }
                guard (try? await time.pause(isDone ? Self.pace : Self.patience)) != nil else { return }
            }
        }
        state.tasks = [holding, reporting]
    }

    /// Sends all unsent reports.
    ///
    /// - Returns: whether all were sent.
    private func flush() async -> Bool {
        while !Task.isCancelled {
            let (lease, part) = state.withLock { ($0.lease, TeamAppsPart(from: $0.reported, to: $0.wanted)) }
            // A lease is granted first, which rings the bell.
            guard let lease, !part.changes.isEmpty else { return true }
            let operations = part.operations(lease) { layout.key(of: .app(server: server, $0)) }
            do {
                // Reporting the same state twice does no harm.
                guard
                    case .known = try await client.perform(
                        EtcdTransaction(then: operations, mayArriveTwice: true))
                else { return false }
            } catch {
                return false
            }
            state.withLock { state in
                guard state.lease == lease else { return }
                for (id, app) in part.changes { state.reported[id] = app }
            }
        }
        return true
    }
}

/// The part of a report that fits into one transaction. A value.
struct TeamAppsPart {
    /// The maximum number of apps in one transaction, and their approximate maximum size in bytes.
    private static let (appLimit, byteLimit) = (100, 700_000)
    /// The largest size of one app in bytes. Of a larger app, only its numbers are reported.
    private static let sizeLimit = 200_000

    /// The new state of each app; nil for an app that is removed.
    private(set) var changes: [AppID: ConnectedApp?] = [:]
    private var documents: [AppID: [UInt8]] = [:]

    init(from reported: [AppID: ConnectedApp], to wanted: [AppID: ConnectedApp]) {
        var bytes = 0
        for (id, app) in wanted where reported[id] != app {
            guard changes.count < Self.appLimit, bytes < Self.byteLimit else { return }
            let whole = JSONValue.object(app.members).compactBytes
            let document = whole.count > Self.sizeLimit ? JSONValue.object(app.summary).compactBytes : whole
            bytes += document.count
            (changes[id], documents[id]) = (app, document)
        }
        for id in reported.keys where wanted[id] == nil {
            guard changes.count < Self.appLimit else { return }
            changes.updateValue(nil, forKey: id)
        }
    }

    func operations(_ lease: EtcdLeaseID, _ key: (AppID) -> EtcdKey) -> [EtcdOperation] {
        changes.keys.map { id in
            documents[id].map { .put(EtcdPut(key(id), $0, lease: .lease(lease))) } ?? .delete(.key(key(id)))
        }
    }
}

extension EtcdPlace {
    static func app(server: String, _ id: AppID) -> EtcdPlace {
        .app(server: server, app: id.app, installation: id.installation)
    }
}
