import ExperimentsTransport
import FlyingSocks
import Foundation

/// One connection to a client: reads its requests and sends the emulator's answers, until either side has enough.
struct ServedConnection: Sendable {
    /// How long a client that was refused may go on sending.
    private static let patience = Duration.seconds(10)
    /// The same where there are too many connections already.
    private static let shortPatience = Duration.seconds(1)

    private let socket: AsyncSocket
    private let emulator: Emulator
    private let webPages: WebPageRule

    init(_ socket: AsyncSocket, _ emulator: Emulator, _ webPages: WebPageRule) {
        self.socket = socket
        self.emulator = emulator
        self.webPages = webPages
    }

    /// Returns when the connection is to be closed.
    func run() async {
        let input = ConnectionInput { try await socket.read(atMost: 4096) }
        // What goes wrong with a connection is the end of it, and of nothing else.
        while (try? await serveOne(input)) == true {}
    }

    /// Says that there are too many connections, whatever the client wants. Returns when this one is to be closed.
    func refuse() async {
        let refusal = EmulatorError(
            status: 503, name: "UNAVAILABLE",
            message: "Too many connections are open; let ulimit -n allow the emulator more, or close some.")
        try? await send(refusal, retryAfter: "1", patience: Self.shortPatience)
    }

    /// Answers one request.
    ///
    /// - Returns: whether another may follow.
    private func serveOne(_ input: ConnectionInput) async throws -> Bool {
        var head: RequestHead?
        do {
            head = try await input.head()
            guard let head else { return false }
            if head.expectsContinue { try await send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
            let body = try await input.body(of: head, limit: BodyLimit.bytes(for: head.path))
            let response = await emulator.respond(
                to: EmulatorRequest(
                    method: head.method, path: head.path, query: head.query, headers: head.headers, body: body),
                under: webPages)
            return try await deliver(response, head)
        } catch let refusal as EmulatorError {
            try await send(refusal, patience: Self.patience)
            return false
        }
    }

    private func send(_ refusal: EmulatorError, retryAfter: String? = nil, patience: Duration) async throws {
        var response = EmulatorResponse.error(refusal)
        response.headers["retry-after"] = retryAfter
        try await send(ResponseHead.bytes(response, .bytes(response.body.count), keepsAlive: false) + response.body)
        await leave(patience)
    }

    private func deliver(_ response: EmulatorResponse, _ head: RequestHead) async throws -> Bool {
        if let stream = response.stream {
            let length: ResponseHead.Length = head.isOld ? .untold : .chunks
            try await send(ResponseHead.bytes(response, length, keepsAlive: false))
            try await untilDisconnected { try await send(stream, length) }
            return false
        }
        switch response.delivery {
        case .whole:
            let bytes = ResponseHead.bytes(response, .bytes(response.body.count), keepsAlive: head.keepsAlive)
            // In one piece: a client that waits for the second of two would put off its confirmation of the first.
            try await send(head.method == "HEAD" ? bytes : bytes + response.body)
            return head.keepsAlive
        case .truncated:
            let half = response.body.prefix(response.body.count / 2)
            try await send(ResponseHead.bytes(response, .bytes(response.body.count), keepsAlive: false) + half)
        case .never:
            try await untilDisconnected { try await Task.sleep(for: .seconds(86_400)) }
        case .padded(let count, let announced):
            try await sendPadding(response, count, announced ? .bytes(count) : head.isOld ? .untold : .chunks)
        }
        return false
    }

    /// Says that nothing more will come, and takes what the client still sends off the line for a while: closing over it
    /// would take the answer from the client before it is read.
    private func leave(_ patience: Duration) async {
        _ = shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { while (try? await !socket.read(atMost: 4096).isEmpty) == true {} }
            group.addTask { try? await Task.sleep(for: patience) }
            await group.next()
            group.cancelAll()
        }
    }

    private func send(_ bytes: [UInt8]) async throws {
        try await socket.write(Data(bytes))
    }

    private func send(_ piece: [UInt8], as length: ResponseHead.Length) async throws {
        if case .chunks = length { try await send(ResponseHead.chunk(piece)) } else { try await send(piece) }
    }

    private func send(_ stream: RealtimeStream, _ length: ResponseHead.Length) async throws {
        for await piece in stream { try await send(piece, as: length) }
        if case .chunks = length { try await send(ResponseHead.lastChunk) }
    }

    /// A body of blanks, of any size, that takes no memory.
    private func sendPadding(
        _ response: EmulatorResponse, _ count: Int, _ length: ResponseHead.Length
    ) async throws {
        try await send(ResponseHead.bytes(response, length, keepsAlive: false))
        let blanks = [UInt8](repeating: UInt8(ascii: " "), count: 65_536)
        var rest = count
        while rest > 0 {
            try await send(Array(blanks.prefix(rest)), as: length)
            rest -= min(rest, blanks.count)
        }
        if case .chunks = length { try await send(ResponseHead.lastChunk) }
    }

    /// Does `work` for as long as the client is there. Clients of an answer that takes its time send nothing more; what
    /// they do send is dropped.
    private func untilDisconnected(_ work: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await work() }
            group.addTask { while try await !socket.read(atMost: 4096).isEmpty {} }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
