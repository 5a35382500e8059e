import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsEtcdStore
import ExperimentsLocks
import ExperimentsOperator

/// The apps known to the other servers of a team. This program knows more about the apps of its own server.
package final class TeamApps: Sendable {
    private struct State {
        var records: TeamAppRecords
        var following: Task<Void, Never>?
    }

    private let client: EtcdClient
    private let range: EtcdKeyRange
    private let state: Mutex<State>
    private let observers = Observers<[ConnectedApp]>()

    package init(_ store: TeamStore) {
        client = store.client
        range = store.layout.apps
        state = Mutex(State(records: TeamAppRecords(store.layout, besides: store.server)))
    }

    deinit { state.withLock { $0.following?.cancel() } }

    /// The apps, each once, in their last known state.
    package var apps: [ConnectedApp] { state.withLock(\.records.apps) }

    /// Reads the apps once.
    ///
    /// - Throws: `OverrideStoreProblem`.
    package func read() async throws {
        do {
            take(.state(try await client.readAll([range])))
        } catch let error as EtcdError {
            throw OverrideStoreProblem(error)
        }
    }

    /// Follows the apps from now on, and calls `handler` after each change, until the returned handle is cancelled or
    /// released.
    package func follow(_ handler: @escaping @Sendable ([ConnectedApp]) -> Void) -> ObservationHandle {
        let handle = observers.add(handler)
        state.withLock { state in
            guard state.following == nil else { return }
            state.following = Task { [client, range, weak self] in
                await client.watch([EtcdWatchedRange(range)]) { [weak self] news in self?.take(news) }
            }
        }
        return handle
    }

    private func take(_ news: EtcdNews) {
        state.withLock { state in
            if state.records.take(news) { observers.enqueue(state.records.apps) }
        }
        observers.deliver()
    }
}

/// The apps that servers have reported. A value, updated by the news of a watch.
struct TeamAppRecords: Sendable {
    private let layout: EtcdLayout
    /// The server that is not listened to.
    private let own: String
    private var mirror = EtcdMirror(range: 0)
    private var said: [AppID: [EtcdKey: ConnectedApp]] = [:]
    /// The apps of servers that have stopped. No server reports them any more.
    private var orphans: [AppID: ConnectedApp] = [:]
    /// The largest number of stored orphans; which ones are dropped is arbitrary.
    private static let orphanLimit = 2_000

    init(_ layout: EtcdLayout, besides own: String) {
        self.layout = layout
        self.own = own
    }

    /// Each app once. If several servers report it, the report of the server that it follows is used; otherwise the
    /// latest.
    var apps: [ConnectedApp] {
        said.values.compactMap { sayings in
            sayings.values.max {
                ($0.isConnected ? 1 : 0, $0.lastSeen) < ($1.isConnected ? 1 : 0, $1.lastSeen)
            }
        } + orphans.values
    }

    /// Applies changes to the store.
    ///
    /// - Returns: whether anything changed.
    mutating func take(_ news: EtcdNews) -> Bool {
        let events = mirror.take(news)
        for event in events {
            guard case .app(let server, let app, let installation)? = layout.place(of: event.key),
                server != own
            else { continue }
            let id = AppID(app: app, installation: installation)
            let known = event.kind == .put ? try? JSONValue(parsing: event.entry.value) : nil
            // A report that cannot be read, or whose app differs from its key, is by another program.
            let former = said[id]?[event.key]
            said[id, default: [:]][event.key] = known.flatMap { ConnectedApp($0) }.flatMap {
                $0.id == id ? $0 : nil
            }
            if said[id]?.isEmpty == true { said[id] = nil }
            remember(former, as: id)
        }
        return !events.isEmpty
    }

    /// Remembers an app that was connected when its server died, until another server knows it.
    private mutating func remember(_ former: ConnectedApp?, as id: AppID) {
        guard said[id] == nil else {
            orphans[id] = nil
            return
        }
        guard let former, former.isConnected else { return }
        if orphans.count >= Self.orphanLimit, let one = orphans.keys.first { orphans[one] = nil }
        orphans[id] = former.disconnected
    }
}
