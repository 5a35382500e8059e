import ExperimentsCore
import ExperimentsTransport
import Testing

@testable import ExperimentsEtcdClient

/// Watches that have come so far, and what a stream says.
extension WatchTests {
    /// A watch of one range at members `m` and `n` that has read everything at revision 10, and its stream's number.
    static func opened(mayHaveToSignIn: Bool = false) -> (watch: EtcdWatch, stream: Int) {
        var watch = EtcdWatch(
            [EtcdWatchedRange(.prefix("a/"))], members: ["m", "n"], mayHaveToSignIn: mayHaveToSignIn)
        _ = watch.start()
        let snapshot = EtcdSnapshot(clusterID: 5, revision: 10, entries: [[]])
        _ = watch.take(.loaded(1, .success(snapshot)), at: .zero, fraction: 0.5)
        return (watch, 2)
    }

    static func live() -> (watch: EtcdWatch, stream: Int) {
        var (watch, stream) = opened()
        _ = watch.take(line(stream, #""watch_id": "1", "created": true"#), at: .zero, fraction: 0.5)
        return (watch, stream)
    }

    static func line(_ number: Int, _ members: String, revision: Int = 10, cluster: Int = 5)
        -> EtcdWatch.Input
    {
        let header = #""header": {"cluster_id": "\#(cluster)", "revision": "\#(revision)"}"#
        return .received(number, Array("{\"result\": {\(header), \(members)}}\n".utf8))
    }

    static func event(_ revision: Int, _ key: String = "YS9i") -> String {
        #"{"kv": {"key": "\#(key)", "mod_revision": "\#(revision)", "create_revision": "1", "version": "1"}}"#
    }

    static func probe(revision: Int64, newest: Int64? = nil) throws -> EtcdTransactionAnswer {
        let kvs: JSONValue = newest.map { [["key": "YS9i", "mod_revision": .number64($0)]] } ?? []
        let body: JSONValue = [
            "header": ["cluster_id": "5", "revision": .number64(revision)], "succeeded": true,
            "responses": [["response_range": ["kvs": kvs]]],
        ]
        let read = EtcdOperation.read(EtcdRead(.all))
        return try EtcdTransaction(then: [read]).answer(EtcdReply(body.compactBytes))
    }

    /// The first revision that a stream asks for, of the stream that `actions` open.
    static func start(_ actions: [EtcdWatch.Action]) throws -> String? {
        for case .open(_, _, let body) in actions {
            return try JSONValue(parsing: body).object?["create_request"]?.object?["start_revision"]?.string
        }
        return nil
    }
}

extension [EtcdWatch.Action] {
    /// The question that is asked; nil where none is.
    var probe: (number: Int, endpoint: Int, question: EtcdTransaction)? {
        for case .probe(let number, let endpoint, let question) in self {
            return (number, endpoint, question)
        }
        return nil
    }
}
