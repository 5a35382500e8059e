import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import Foundation

@testable import ExperimentsEtcdClient

/// A cluster of one member in memory, which answers as etcd's gateway does: ranges, transactions, leases and watches.
final class SimulatedEtcd: StreamingTransport {
    /// What goes wrong with the next requests of a path.
    enum Fault: Sendable {
        /// It is done, and the answer is lost.
        case lostAnswer
        /// It does not arrive.
        case lostRequest
        /// It is refused with a code and a text.
        case refusal(code: Int, String)
        /// Somebody else makes a change first.
        case rival(@Sendable (SimulatedEtcd) -> Void)
    }

    struct Watch {
        let id: Int64
        let range: EtcdKeyRange
        let lines: TransportStream.Pieces.Continuation
    }

    struct State {
        var clusterID: UInt64 = 0xC0FFEE
        var revision: Int64 = 1
        var entries: [EtcdKey: EtcdEntry] = [:]
        var leases: [Int64: Int64] = [:]
        var lastLease: Int64 = 100
        var faults: [(path: String, fault: Fault)] = []
        var watches: [Watch] = []
        var asked: [String] = []
        var isAway = false
        /// What happened, by revision, as far as it is not forgotten.
        var history: [(revision: Int64, events: [EtcdEvent])] = []
        /// What was before this revision is forgotten.
        var compacted: Int64 = 0
        var leader: UInt64? = 7
    }

    private let state = Mutex(State())

    /// The paths that were asked for, in order.
    var asked: [String] { state.withLock(\.asked) }
    /// What the store holds, by key.
    var texts: [String: String] {
        state.withLock { state in
            Dictionary(
                uniqueKeysWithValues: state.entries.map {
                    ($0.key.text ?? "", String(decoding: $0.value.value, as: UTF8.self))
                })
        }
    }
    /// The seconds of the lease of a key.
    func leaseSeconds(_ key: EtcdKey) -> Int64? {
        state.withLock { state in state.entries[key]?.lease.flatMap { state.leases[$0] } }
    }

    /// Whether nobody can reach it. Streams end when it goes away.
    var isAway: Bool {
        get { state.withLock(\.isAway) }
        set {
            let watches = state.withLock { state in
                state.isAway = newValue
                defer { if newValue { state.watches = [] } }
                return newValue ? state.watches : []
            }
            for watch in watches { watch.lines.finish(throwing: TransportError.connectionLost(host: "a")) }
        }
    }

    var clusterID: UInt64 {
        get { state.withLock(\.clusterID) }
        set { state.withLock { $0.clusterID = newValue } }
    }

    var leader: UInt64? {
        get { state.withLock(\.leader) }
        set { state.withLock { $0.leader = newValue } }
    }

    func fail(_ path: String, _ fault: Fault) { state.withLock { $0.faults.append((path, fault)) } }

    /// Puts a value by hand, as `etcdctl` does.
    func put(_ key: EtcdKey, _ value: [UInt8]) {
        state.withLock { state in
            _ = Self.commit([.put(EtcdPut(key, value))], &state)
        }
    }

    func put(_ key: EtcdKey, _ value: String) { put(key, Array(value.utf8)) }

    /// Deletes a key by hand, or as a lease does that ends.
    func delete(_ key: EtcdKey) {
        state.withLock { state in _ = Self.commit([.delete(.key(key))], &state) }
    }

    /// Forgets what happened before the last change.
    func compact() {
        state.withLock { state in
            state.compacted = state.revision
            state.history.removeAll { $0.revision < state.compacted }
        }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let path = String(request.url.path.dropFirst("/v3/".count))
        let fault = state.withLock { state -> Fault? in
            state.asked.append(path)
            guard let index = state.faults.firstIndex(where: { $0.path == path }) else { return nil }
            return state.faults.remove(at: index).fault
        }
        switch fault {
        case .lostRequest?: throw TransportError.connectionRefused(host: "a", port: 2379)
        case .refusal(let code, let text)?:
            let body: JSONValue = ["error": .string(text), "code": .number(String(code))]
            return TransportResponse(status: 400, body: body.compactBytes)
        case .rival(let act)?: act(self)
        case .lostAnswer?, nil: break
        }
        if isAway { throw TransportError.connectionRefused(host: "a", port: 2379) }
        let body = try JSONValue(parsing: request.body ?? []).object ?? JSONObject()
        let answer = try state.withLock { try Self.answer(path, body, &$0) }
        if case .lostAnswer? = fault { throw TransportError.timedOut(after: .seconds(2), host: "a") }
        return TransportResponse(status: 200, body: JSONValue.object(answer).compactBytes)
    }

    func open(_ request: TransportRequest) async throws -> TransportStream {
        if isAway { throw TransportError.connectionRefused(host: "a", port: 2379) }
        let (pieces, continuation) = TransportStream.Pieces.makeStream()
        try state.withLock { state in
            for line in (request.body ?? []).split(separator: UInt8(ascii: "\n")) {
                let created = try JSONValue(parsing: Array(line)).object?["create_request"] ?? .null
                let fields = try EtcdFields(created)
                let watch = Watch(
                    id: try fields.number("watch_id"), range: try Self.range(fields), lines: continuation)
                Self.say(["watch_id": .number64(watch.id), "created": true], to: watch, state)
                let start = try fields.number("start_revision")
                guard start >= state.compacted else {
                    Self.say(
                        [
                            "watch_id": .number64(watch.id), "canceled": true,
                            "compact_revision": .number64(state.compacted),
                        ], to: watch, state)
                    continue
                }
                for (revision, events) in state.history where revision >= start {
                    Self.tell(events, to: watch, state)
                }
                state.watches.append(watch)
            }
        }
        return TransportStream(status: 200, pieces: pieces)
    }
}
