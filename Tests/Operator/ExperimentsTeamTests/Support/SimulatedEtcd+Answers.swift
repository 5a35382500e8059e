import ExperimentsCore
import ExperimentsTransport

@testable import ExperimentsEtcdClient

// How a request is answered.
extension SimulatedEtcd {
    static func answer(_ path: String, _ body: JSONObject, _ state: inout State) throws -> JSONObject {
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
            for key in gone { _ = commit([.delete(.key(key))], &state) }
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
            "cluster_id": .string(String(state.clusterID)), "member_id": "7",
            "revision": .number64(state.revision),
        ]
    }

    static func range(_ fields: EtcdFields) throws -> EtcdKeyRange {
        let (start, end) = (EtcdKey(try fields.bytes("key")), EtcdKey(try fields.bytes("range_end")))
        return end.bytes.isEmpty ? .key(start) : .from(start, upTo: end)
    }

    private static func range(_ fields: EtcdFields, _ state: State) throws -> JSONObject {
        let range = try range(fields)
        let revision = try fields.number("revision")
        let entries =
            revision > 0 && revision < state.revision ? Self.entries(at: revision, state) : state.entries
        let found = entries.values.filter { range.contains($0.key) }.sorted { $0.key < $1.key }
        var answer = JSONObject()
        answer["kvs"] = .array(found.map(json))
        answer["count"] = .number64(Int64(found.count))
        return answer
    }

    /// What the store held at an earlier revision, as far as it is not forgotten.
    private static func entries(at revision: Int64, _ state: State) -> [EtcdKey: EtcdEntry] {
        var entries: [EtcdKey: EtcdEntry] = [:]
        for event in state.history.filter({ $0.revision <= revision }).flatMap(\.events) {
            entries[event.key] = event.kind == .put ? event.entry : nil
        }
        return entries
    }

    private static func put(_ fields: EtcdFields) throws -> EtcdPut {
        let lease = try fields.number("lease")
        return EtcdPut(
            EtcdKey(try fields.bytes("key")), try fields.bytes("value"),
            lease: lease == 0 ? .none : .lease(lease))
    }

    private static func transaction(_ fields: EtcdFields, _ state: inout State) throws -> JSONObject {
        var holds = true
        for comparison in try fields.list("compare") {
            let entry = state.entries[EtcdKey(try comparison.bytes("key"))]
            switch try comparison.text("target") {
            case "CREATE":
                holds = try holds && entry?.createRevision ?? 0 == comparison.number("create_revision")
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
                changes.append(.delete(try range(delete)))
                responses.append(["response_delete_range": [:]])
            }
        }
        if !changes.isEmpty { _ = commit(changes, &state) }
        if holds { answer["succeeded"] = true }
        answer["responses"] = .array(responses)
        return answer
    }

    /// Makes changes in one revision, and tells whoever watches.
    static func commit(_ operations: [EtcdOperation], _ state: inout State) -> Int64 {
        state.revision += 1
        var events: [EtcdEvent] = []
        for operation in operations {
            switch operation {
            case .put(let put):
                let former = state.entries[put.key]
                var lease: Int64?
                if case .lease(let id) = put.lease { lease = id }
                let entry = EtcdEntry(
                    key: put.key, value: put.value ?? [],
                    createRevision: former?.createRevision ?? state.revision,
                    modRevision: state.revision, version: (former?.version ?? 0) + 1, lease: lease)
                state.entries[put.key] = entry
                events.append(EtcdEvent(.put, entry))
            case .delete(let range):
                for key in state.entries.keys.filter({ range.contains($0) }).sorted() {
                    state.entries[key] = nil
                    let gone = EtcdEntry(
                        key: key, value: [], createRevision: 0, modRevision: state.revision, version: 0)
                    events.append(EtcdEvent(.delete, gone))
                }
            case .read: break
            }
        }
        state.history.append((state.revision, events))
        for watch in state.watches { tell(events, to: watch, state) }
        return state.revision
    }

    /// Tells a watch what of the events is in its range.
    static func tell(_ events: [EtcdEvent], to watch: Watch, _ state: State) {
        let heard = events.filter { watch.range.contains($0.key) }
        guard !heard.isEmpty else { return }
        let told = heard.map { event -> JSONValue in
            event.kind == .put ? ["kv": json(event.entry)] : ["type": "DELETE", "kv": json(event.entry)]
        }
        say(["watch_id": .number64(watch.id), "events": .array(told)], to: watch, state)
    }

    static func say(_ line: JSONValue, to watch: Watch, _ state: State) {
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
