import ExperimentsCore
import Foundation
import TestSupport

@testable import ExperimentsEtcdClient

/// A store with a history, which answers watches as a member of etcd does, line for line.
struct SimulatedStore {
    let clusterID: UInt64 = 5
    var revision: Int64 = 1
    var compacted: Int64 = 0
    var entries: [EtcdKey: EtcdEntry] = [:]
    /// What each revision from 2 on did.
    var history: [[EtcdEvent]] = []

    /// One transaction of random changes. Like the changes of the layout, it touches the head key of each of its ranges.
    mutating func change(_ random: inout SeededGenerator) {
        revision += 1
        var events: [EtcdKey: EtcdEvent] = [:]
        for folder in ["a/", "b/"] where random.below(4) > 0 {
            for _ in 0...random.below(3) {
                let key = EtcdKey(folder + "k\(random.below(6))")
                guard events[key] == nil else { continue }
                if random.below(3) == 0, entries[key] != nil {
                    events[key] = delete(key)
                } else {
                    events[key] = put(key, [UInt8(random.below(256))])
                }
            }
            let head = EtcdKey(folder + "head")
            events[head] = put(head, Array(String(revision).utf8))
        }
        history.append(events.values.sorted { $0.key < $1.key })
    }

    private mutating func put(_ key: EtcdKey, _ value: [UInt8]) -> EtcdEvent {
        let former = entries[key]
        let entry = EtcdEntry(
            key: key, value: value, createRevision: former?.createRevision ?? revision, modRevision: revision,
            version: (former?.version ?? 0) + 1)
        entries[key] = entry
        return EtcdEvent(.put, entry)
    }

    private mutating func delete(_ key: EtcdKey) -> EtcdEvent {
        entries[key] = nil
        return EtcdEvent(
            .delete, EtcdEntry(key: key, value: [], createRevision: 0, modRevision: revision, version: 0))
    }

    func snapshot(_ ranges: [EtcdKeyRange]) -> EtcdSnapshot {
        EtcdSnapshot(clusterID: clusterID, revision: revision, entries: ranges.map { entries(in: $0) })
    }

    func entries(in range: EtcdKeyRange) -> [EtcdEntry] {
        entries.values.filter { range.contains($0.key) }.sorted { $0.key < $1.key }
    }

    /// What happened in a range from `first` on, by revisions.
    func events(in range: EtcdKeyRange, from first: Int64) -> [[EtcdEvent]] {
        history.dropFirst(Int(max(first - 2, 0))).map { $0.filter { range.contains($0.key) } }.filter {
            !$0.isEmpty
        }
    }

    /// What a member says about what was not told.
    func answer(_ question: EtcdTransaction) throws -> EtcdTransactionAnswer {
        let responses = question.success.map { operation -> JSONValue in
            guard case .read(let read) = operation else { return .null }
            let found = entries(in: read.range).filter { $0.modRevision >= read.changedSince ?? 0 }.prefix(1)
            return ["response_range": ["kvs": .array(found.map(Self.json))]]
        }
        let body: JSONValue = ["header": header, "succeeded": true, "responses": .array(responses)]
        return try question.answer(EtcdReply(body.compactBytes))
    }

    var header: JSONValue { ["cluster_id": .string("\(clusterID)"), "revision": .number64(revision)] }

    static func json(_ entry: EtcdEntry) -> JSONValue {
        var json = JSONObject()
        json["key"] = .base64(entry.key.bytes)
        json["mod_revision"] = .number64(entry.modRevision)
        guard entry.createRevision > 0 else { return .object(json) }
        json["create_revision"] = .number64(entry.createRevision)
        json["version"] = .number64(entry.version)
        json["value"] = .base64(entry.value)
        return .object(json)
    }
}

/// A stream of watches at a member of a simulated cluster.
struct SimulatedStream {
    private struct Watch {
        let id: Int64
        let range: EtcdKeyRange
        var next: Int64
        var isOver = false
    }

    private var watches: [Watch] = []
    /// What is under way to the client.
    private(set) var bytes: [UInt8] = []
    /// Whether it is open and says nothing any more.
    var isStalled = false

    /// Opens the watches that `body` asks for.
    init(_ body: [UInt8], at store: SimulatedStore) throws {
        for line in body.split(separator: UInt8(ascii: "\n")) {
            let request =
                try JSONValue(parsing: Array(line)).object?["create_request"]?.object ?? JSONObject()
            let fields = try EtcdFields(.object(request))
            let start = EtcdKey(try fields.bytes("key"))
            let end = EtcdKey(try fields.bytes("range_end"))
            var watch = Watch(
                id: try fields.number("watch_id"), range: .from(start, upTo: end),
                next: try fields.number("start_revision"))
            say(["watch_id": .number64(watch.id), "created": true], store)
            if watch.next < store.compacted {
                watch.isOver = true
                say(
                    [
                        "watch_id": .number64(watch.id), "canceled": true,
                        "compact_revision": .number64(store.compacted),
                    ],
                    store)
            }
            watches.append(watch)
        }
    }

    /// Writes what the store has that was not told, cut into lines and fragments at random.
    mutating func catchUp(_ store: SimulatedStore, _ random: inout SeededGenerator) {
        guard !isStalled else { return }
        for index in watches.indices where !watches[index].isOver {
            var revisions = store.events(in: watches[index].range, from: watches[index].next)[...]
            while !revisions.isEmpty {
                let line = revisions.prefix(1 + random.below(3))
                revisions = revisions.dropFirst(line.count)
                say(line.flatMap(\.self), watches[index].id, store, &random)
            }
            if random.below(8) == 0 { say(["watch_id": .number64(watches[index].id)], store) }
            watches[index].next = max(watches[index].next, store.revision + 1)
        }
    }

    private mutating func say(
        _ events: [EtcdEvent], _ watch: Int64, _ store: SimulatedStore, _ random: inout SeededGenerator
    ) {
        var rest = events[...]
        while !rest.isEmpty {
            let part = random.below(3) == 0 ? rest.prefix(1 + random.below(rest.count)) : rest
            rest = rest.dropFirst(part.count)
            var line = JSONObject()
            line["watch_id"] = .number64(watch)
            if !rest.isEmpty { line["fragment"] = true }
            line["events"] = .array(
                part.map { event in
                    let kv = SimulatedStore.json(event.entry)
                    return event.kind == .put ? ["kv": kv] : ["type": "DELETE", "kv": kv]
                })
            say(.object(line), store)
        }
    }

    private mutating func say(_ line: JSONValue, _ store: SimulatedStore) {
        var object = line.object ?? JSONObject()
        object["header"] = store.header
        bytes +=
            JSONValue.object(JSONObject(distinct: [.init(name: "result", value: .object(object))]))
            .densestBytes
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Takes out the next bytes, at most `limit`.
    mutating func deliver(_ limit: Int) -> [UInt8] {
        let piece = Array(bytes.prefix(limit))
        bytes.removeFirst(piece.count)
        return piece
    }
}
