import EtcdClient
import EtcdStore
import ExperimentsCore
import ExperimentsOperator
import Locks

/// The apps that the servers of a team know, whichever of them each follows.
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
        (client, range) = (store.client, store.layout.apps)
        state = Mutex(State(records: TeamAppRecords(store.layout)))
    }

    deinit { state.withLock { $0.following?.cancel() } }

    /// Each app once, as it was known last.
    package var apps: [ConnectedApp] { state.withLock(\.records.apps) }

    /// Reads them once.
    ///
    /// - Throws: `OverrideStoreProblem`.
    package func read() async throws {
        do {
            take(.state(try await client.readAll([range])))
        } catch let error as EtcdError {
            throw OverrideStoreProblem(error)
        }
    }

    /// Keeps up with them from now on, and calls `handler` after each change, for as long as the result is kept.
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

/// What servers say of their apps. A value, kept up with what a watch tells.
struct TeamAppRecords: Sendable {
    private let layout: EtcdLayout
    private var mirror = EtcdMirror(range: 0)
    private var said: [AppID: [EtcdKey: ConnectedApp]] = [:]

    init(_ layout: EtcdLayout) {
        self.layout = layout
    }

    /// Each app once. Where several servers say something, it is as the one says that it follows, and else as it was said
    /// last.
    var apps: [ConnectedApp] {
        said.values.compactMap { sayings in
            sayings.values.max { ($0.isConnected ? 1 : 0, $0.lastSeen) < ($1.isConnected ? 1 : 0, $1.lastSeen) }
        }
    }

    /// Takes what was told.
    ///
    /// - Returns: whether anything changed.
    mutating func take(_ news: EtcdNews) -> Bool {
        let events = mirror.take(news)
        for event in events {
            guard case .app(_, let app, let installation)? = layout.place(of: event.key) else { continue }
            let id = AppID(app: app, installation: installation)
            let known = event.kind == .put ? try? JSONValue(parsing: event.entry.value) : nil
            // What cannot be read was said by somebody else, and of an app that is another than its key says.
            said[id, default: [:]][event.key] = known.flatMap { ConnectedApp($0) }.flatMap { $0.id == id ? $0 : nil }
            if said[id]?.isEmpty == true { said[id] = nil }
        }
        return !events.isEmpty
    }
}
