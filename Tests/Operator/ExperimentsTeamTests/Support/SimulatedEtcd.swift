import ExperimentsCore
import ExperimentsTransport
import Foundation
import Locks

@testable import EtcdClient

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

    private struct Watch {
        let id: Int64
        let range: EtcdKeyRange
        let lines: TransportStream.Pieces.Continuation
    }

    private struct State {
        var clusterID: UInt64 = 0xC0FFEE
        var revision: Int64 = 1
        var entries: [EtcdKey: EtcdEntry] = [:]
        var leases: [Int64: Int64] = [:]
        var lastLease: Int64 = 100
        var faults: [(path: String, fault: Fault)] = []
        var watches: [Watch] = []
        var asked: [String] = []
        var isAway = false
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
        state.withLock { state in _ = Self.commit([.delete(EtcdDelete(.key(key)))], &state) }
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
                let missed = state.entries.values.filter { watch.range.contains($0.key) && $0.modRevision >= start }
                for entry in missed.sorted(by: { $0.modRevision < $1.modRevision }) {
                    Self.tell([EtcdEvent(.put, entry)], to: watch, state)
                }
                state.watches.append(watch)
            }
        }
        return TransportStream(status: 200, pieces: pieces)
    }
}

// How a request is answered.
extension SimulatedEtcd {
    private static func answer(_ path: String, _ body: JSONObject, _ state: inout State) throws -> JSONObject {
        let fields = try EtcdFields(.object(body))
        var answer = JSONObject()
        switch path {
        case "kv/range": answer = try range(fields, state)
        case "kv/put": _ = commit([.put(try put(fields))], &state)
        case "kv/txn": answer = try transaction(fields, &state)
        case "lease/grant":
            state.lastLease += 1
            state.leases[state.lastLease] = try fields.number("TTL")
            answer["ID"] = .number64(state.lastLease)
            answer["TTL"] = .number64(try fields.number("TTL"))
        case "lease/keepalive":
            let id = try fields.number("ID")
            answer["ID"] = .number64(id)
            answer["TTL"] = state.leases[id].map(JSONValue.number64)
        case "lease/revoke":
            let id = try fields.number("ID")
            state.leases[id] = nil
            let gone = state.entries.values.filter { $0.lease == id }.map(\.key).sorted()
            for key in gone { _ = commit([.delete(EtcdDelete(.key(key)))], &state) }
        case "maintenance/status":
            answer["version"] = "3.4.23"
            answer["leader"] = state.leader.map { .string(String($0)) }
        case "cluster/member/list": answer["members"] = [["ID": "7", "name": "one"]]
        default: throw TransportError.other(host: "a", code: 404, reason: path)
        }
        answer["header"] = header(state)
        return answer
    }

    private static func header(_ state: State) -> JSONValue {
        [
            "cluster_id": .string(String(state.clusterID)), "member_id": "7", "revision": .number64(state.revision),
        ]
    }

    private static func range(_ fields: EtcdFields) throws -> EtcdKeyRange {
        let (start, end) = (EtcdKey(try fields.bytes("key")), EtcdKey(try fields.bytes("range_end")))
        return end.bytes.isEmpty ? .key(start) : .from(start, upTo: end)
    }

    private static func range(_ fields: EtcdFields, _ state: State) throws -> JSONObject {
        let range = try range(fields)
        let found = state.entries.values.filter { range.contains($0.key) }.sorted { $0.key < $1.key }
        var answer = JSONObject()
        answer["kvs"] = .array(found.map(json))
        answer["count"] = .number64(Int64(found.count))
        return answer
    }

    private static func put(_ fields: EtcdFields) throws -> EtcdPut {
        let lease = try fields.number("lease")
        return EtcdPut(
            EtcdKey(try fields.bytes("key")), try fields.bytes("value"), lease: lease == 0 ? .none : .lease(lease))
    }

    private static func transaction(_ fields: EtcdFields, _ state: inout State) throws -> JSONObject {
        var holds = true
        for comparison in try fields.list("compare") {
            let entry = state.entries[EtcdKey(try comparison.bytes("key"))]
            switch try comparison.text("target") {
            case "CREATE": holds = try holds && entry?.createRevision ?? 0 == comparison.number("create_revision")
            case "MOD": holds = try holds && entry?.modRevision ?? 0 == comparison.number("mod_revision")
            default: throw TransportError.other(host: "a", code: 400, reason: "an unknown comparison")
            }
        }
        var answer = JSONObject()
        var responses: [JSONValue] = []
        var changes: [EtcdOperation] = []
        for operation in try fields.list(holds ? "success" : "failure") {
            if let read = try operation.fields("request_range") {
                responses.append(["response_range": .object(try range(read, state))])
            } else if let put = try operation.fields("request_put") {
                changes.append(.put(try Self.put(put)))
                responses.append(["response_put": [:]])
            } else if let delete = try operation.fields("request_delete_range") {
                changes.append(.delete(EtcdDelete(try range(delete))))
                responses.append(["response_delete_range": [:]])
            }
        }
        if !changes.isEmpty { _ = commit(changes, &state) }
        if holds { answer["succeeded"] = true }
        answer["responses"] = .array(responses)
        return answer
    }

    /// Makes changes in one revision, and tells whoever watches.
    private static func commit(_ operations: [EtcdOperation], _ state: inout State) -> Int64 {
        state.revision += 1
        var events: [EtcdEvent] = []
        for operation in operations {
            switch operation {
            case .put(let put):
                let former = state.entries[put.key]
                var lease: Int64?
                if case .lease(let id) = put.lease { lease = id }
                let entry = EtcdEntry(
                    key: put.key, value: put.value ?? [], createRevision: former?.createRevision ?? state.revision,
                    modRevision: state.revision, version: (former?.version ?? 0) + 1, lease: lease)
                state.entries[put.key] = entry
                events.append(EtcdEvent(.put, entry))
            case .delete(let delete):
                for key in state.entries.keys.filter({ delete.range.contains($0) }).sorted() {
                    state.entries[key] = nil
                    let gone = EtcdEntry(
                        key: key, value: [], createRevision: 0, modRevision: state.revision, version: 0)
                    events.append(EtcdEvent(.delete, gone))
                }
            case .read: break
            }
        }
        for watch in state.watches {
            let heard = events.filter { watch.range.contains($0.key) }
            if !heard.isEmpty { tell(heard, to: watch, state) }
        }
        return state.revision
    }

    private static func tell(_ events: [EtcdEvent], to watch: Watch, _ state: State) {
        let told = events.map { event -> JSONValue in
            event.kind == .put ? ["kv": json(event.entry)] : ["type": "DELETE", "kv": json(event.entry)]
        }
        say(["watch_id": .number64(watch.id), "events": .array(told)], to: watch, state)
    }

    private static func say(_ line: JSONValue, to watch: Watch, _ state: State) {
        var line = line.object ?? JSONObject()
        line["header"] = header(state)
        let result: JSONValue = ["result": .object(line)]
        watch.lines.yield(result.densestBytes + [UInt8(ascii: "\n")])
    }

    private static func json(_ entry: EtcdEntry) -> JSONValue {
        var json = JSONObject()
        json["key"] = .base64(entry.key.bytes)
        json["mod_revision"] = .number64(entry.modRevision)
        guard entry.createRevision > 0 else { return .object(json) }
        json["create_revision"] = .number64(entry.createRevision)
        json["version"] = .number64(entry.version)
        if !entry.value.isEmpty { json["value"] = .base64(entry.value) }
        json["lease"] = entry.lease.map(JSONValue.number64)
        return .object(json)
    }
}
