import ExperimentsCore
import ExperimentsLocks
import FirebaseConfig
import Foundation
import TestSupport

/// Firebase's services without a network: one set of values, and a stream that announces it.
final class ScriptedService: StreamingTransport {
    private struct State {
        var entries = ["color": "red"]
        var version = 1
        var streams: [TransportStream.Pieces.Continuation] = []
        var streamCount = 0
        var leftCount = 0
        var refusesStreams = false
    }

    private let state = Mutex(State())

    var streamCount: Int { state.withLock(\.streamCount) }

    /// Whether a reader of a stream has gone by itself.
    var isStreamLeft: Bool { state.withLock { $0.leftCount > 0 } }

    var refusesStreams: Bool {
        get { state.withLock(\.refusesStreams) }
        set { state.withLock { $0.refusesStreams = newValue } }
    }

    /// A client of the services.
    ///
    /// - Parameter pausing: whether waits end only by being cancelled; else they are over at once.
    func client(pausing: Bool = false) throws -> RemoteConfig {
        RemoteConfig(
            project: try FirebaseProject(
                projectID: "demo-shop", appID: "1:1:web:a", apiKey: UUID().uuidString),
            settings: RemoteConfig.Settings(realtime: .attended), transport: self,
            pause: { _ in
                guard pausing else { return }
                await untilCancelled()
                try Task.checkCancellation()
            })
    }

    /// Makes a set the current one, and announces it.
    func publish(_ entries: [String: String]) {
        state.withLock { state in
            state.entries = entries
            state.version += 1
            for stream in state.streams { stream.yield(Self.announcement(of: state.version)) }
        }
    }

    func announce(_ version: Int) {
        state.withLock { state in
            for stream in state.streams { stream.yield(Self.announcement(of: version)) }
        }
    }

    /// Breaks the streams off, and goes on with another set.
    func restart(_ entries: [String: String], version: Int) {
        let streams = state.withLock { state in
            defer { state.streams = [] }
            state.entries = entries
            state.version = version
            return state.streams
        }
        for stream in streams { stream.finish(throwing: TransportError.connectionLost(host: "script")) }
    }

    func open(_ request: TransportRequest) async throws -> TransportStream {
        let (pieces, continuation) = TransportStream.Pieces.makeStream()
        continuation.onTermination = { [weak self] reason in
            if case .cancelled = reason { self?.state.withLock { $0.leftCount += 1 } }
        }
        try state.withLock { state in
            if state.refusesStreams { throw TransportError.offline }
            state.streams.append(continuation)
            state.streamCount += 1
        }
        return TransportStream(status: 200, pieces: pieces)
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        if request.url.path.hasSuffix("/installations") {
            return TransportResponse(
                status: 200,
                body: Array(
                    #"{"refreshToken": "r", "authToken": {"token": "t", "expiresIn": "604800s"}}"#.utf8))
        }
        let (entries, version) = state.withLock { ($0.entries, $0.version) }
        let tag = "etag-\(entries.sorted { $0.key < $1.key })".filter { $0.isASCII && $0 != " " }
        if request.headers["if-none-match"] == tag {
            return TransportResponse(
                status: 200, headers: ["etag": tag], body: Array(#"{"state": "NO_CHANGE"}"#.utf8))
        }
        let body: JSONValue = [
            "state": "UPDATE", "templateVersion": .string(String(version)),
            "entries": .object(
                JSONObject(distinct: entries.map { .init(name: $0.key, value: .string($0.value)) })),
        ]
        return TransportResponse(status: 200, headers: ["etag": tag], body: body.compactBytes)
    }

    private static func announcement(of version: Int) -> [UInt8] {
        Array(#"{"latestTemplateVersionNumber": "\#(version)"},"#.utf8)
    }
}
