import ExperimentsCore
import FirebaseConfig
import Foundation
import Synchronization

/// Firebase Remote Config's client on a large response: 3,000 parameters, a megabyte.
struct FirebaseSuite: BenchmarkSuite {
    /// A fetch changed another number of parameters than the response did.
    struct WrongChanges: Error {
        let count: Int
    }

    let title = "firebase"

    func rows() async throws -> [BenchmarkRow] {
        let responses = [LargeResponse.body(version: 1), LargeResponse.body(version: 2)]
        let transport = AlternatingTransport(responses)
        let client = RemoteConfig(
            project: try FirebaseProject(projectID: "shop", appID: "1:1:web:a", apiKey: "key"),
            transport: transport)
        let megabytes = Double(responses[0].count) / 1_000_000
        return [
            try await wholeRow(client, megabytes), try await unchangedRow(client),
            Stopwatch.measure("read one of 3,000 parameters", samples: 200, batch: 10_000) {
                consume(client.configValue(for: "parameter_1500"))
            },
            BenchmarkRow(
                name: "sent by a fetch: method, path, fields, body", value: .bytes(transport.bytesOfFetch)),
        ]
    }

    /// From the bytes of the response to the set in use and the keys that differ from the one before.
    private func wholeRow(_ client: RemoteConfig, _ megabytes: Double) async throws -> BenchmarkRow {
        let size = (megabytes * 100).rounded() / 100
        return try await measure(
            "fetch, activate and diff 3,000 parameters, \(size) MB", goal: .milliseconds(10)
        ) {
            let before = client.active ?? FetchedConfig()
            try await client.fetchAndActivate(expiration: 0, kind: .base, byHand: false)
            let changed = client.active?.changedKeys(since: before).count ?? 0
            guard changed == 300 || before.entries.isEmpty else { throw WrongChanges(count: changed) }
        }
    }

    private func unchangedRow(_ client: RemoteConfig) async throws -> BenchmarkRow {
        let active = client.active ?? FetchedConfig()
        return try await measure("diff two equal sets of 3,000 parameters") {
            consume(client.active?.changedKeys(since: active))
        }
    }

    private func measure(
        _ name: String, goal: Duration? = nil, _ operation: () async throws -> Void
    ) async throws -> BenchmarkRow {
        let clock = ContinuousClock()
        var times: [Duration] = []
        for number in 0..<60 {
            let start = clock.now
            try await operation()
            if number >= 10 { times.append(start.duration(to: clock.now)) }
        }
        times.sort()
        return BenchmarkRow(
            name: name, value: .time(times[times.count / 2]), tail: .time(times[times.count - 1]),
            goal: goal.map(Quantity.time))
    }
}

/// A service whose answers take turns, without a network.
private final class AlternatingTransport: HTTPTransport {
    private let bodies: [[UInt8]]
    private let count = Atomic(0)
    private let sent = Atomic(0)

    /// How many bytes the latest request for values had, without the fields that every HTTP client adds.
    var bytesOfFetch: Int { sent.load(ordering: .relaxed) }

    init(_ bodies: [[UInt8]]) {
        self.bodies = bodies
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        if request.url.path.hasSuffix("/installations") {
            let body = #"{"refreshToken": "r", "authToken": {"token": "t", "expiresIn": "604800s"}}"#
            return TransportResponse(status: 200, body: Array(body.utf8))
        }
        let fields = request.headers.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
        let line = request.method.rawValue.utf8.count + request.url.absoluteString.utf8.count + 12
        sent.store(line + fields + (request.body?.count ?? 0), ordering: .relaxed)
        let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
        return TransportResponse(
            status: 200, headers: ["etag": "etag-\(number)"], body: bodies[number % bodies.count])
    }
}
