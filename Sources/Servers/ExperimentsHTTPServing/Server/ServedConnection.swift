import NIOCore
import NIOHTTP1

/// A connection to a client: reads its requests and sends the answers, until either side ends it.
struct ServedConnection: Sendable {
    /// The time for which a client may continue to send after its last answer.
    private static let patience = TimeAmount.seconds(10)
    /// The same time if there are too many connections already.
    private static let shortPatience = TimeAmount.seconds(1)
    /// The size of the pieces of an empty body.
    private static let paddingSize = 65_536

    let channel: any Channel
    let arrivals: AsyncStream<Incoming>
    /// Succeeds when the client has closed its side.
    let departure: EventLoopFuture<Void>
    /// The reason why nothing on the connection is answered; nil if requests are answered.
    let refusal: RequestRefusal?

    /// Thrown for a connection that is closed immediately, because there are too many even to answer it.
    struct Dropped: Error {}

    /// Sets up a connection that a client has opened, on the thread that watches it.
    ///
    /// - Throws: `Dropped`.
    init(_ channel: any Channel, for responder: any HTTPResponder, _ reserve: DescriptorReserve) throws {
        let verdict = reserve.verdict
        guard verdict != .drop else { throw Dropped() }
        let (arrivals, arrival) = AsyncStream.makeStream(of: Incoming.self)
        let departure = channel.eventLoop.makePromise(of: Void.self)
        self.channel = channel
        self.arrivals = arrivals
        self.departure = departure.futureResult
        refusal = verdict == .refuse ? .tooManyConnections(limit: reserve.limit) : nil
        try ExchangeHandler.add(
            to: channel.pipeline.syncOperations, responder, takesRequests: refusal == nil,
            arrive: { arrival.yield($0) },
            leave: {
                arrival.finish()
                departure.succeed()
            })
    }

    /// Serves until the connection is closed.
    func run(_ responder: any HTTPResponder) async {
        await withTaskCancellationHandler {
            // An error only ends this connection.
            try? await serve(responder)
            try? await channel.close().get()
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    private func serve(_ responder: any HTTPResponder) async throws {
        if let refusal {
            try await refuse(responder.response(to: refusal))
            return await leave(Self.shortPatience)
        }
        for await arrival in arrivals {
            switch arrival {
            case .expectsContinue: try await send(.continue)
            case .refused(let refusal):
                try await refuse(responder.response(to: refusal))
                return await leave(Self.patience)
            case .request(let request, let manner):
                let response = await responder.respond(to: request)
                guard try await deliver(response, manner) else { return await leave(Self.patience) }
            }
        }
        // The client sends no more, but may still read.
        try await flush()
    }

    private func refuse(_ response: ServedResponse) async throws {
        let manner = RequestHead.Manner(keepsAlive: false, isOld: false, isForHead: false)
        _ = try await deliver(response, manner)
    }

    /// Sends an answer.
    ///
    /// - Returns: whether another request may follow.
    private func deliver(_ response: ServedResponse, _ manner: RequestHead.Manner) async throws -> Bool {
        if let stream = response.stream {
            try await send(.head(response.head(length: nil, keepsAlive: false, for: manner)))
            try await untilDeparture { try await send(stream) }
            return false
        }
        let length = response.body.count
        switch response.delivery {
        case .whole:
            let head = response.head(length: length, keepsAlive: manner.keepsAlive, for: manner)
            let hasBody = length > 0 && head.status.mayHaveResponseBody && !manner.isForHead
            let body = hasBody ? ByteBuffer(bytes: response.body) : nil
            try await send(.whole(head, body, keepsAlive: manner.keepsAlive))
            return manner.keepsAlive
        case .truncated:
            try await send(.head(response.head(length: length, keepsAlive: false, for: manner)))
            try await send(.piece(ByteBuffer(bytes: response.body.prefix(length / 2))))
        case .never:
            try? await departure.get()
        case .padded(let count, let isAnnounced):
            try await send(
                .head(response.head(length: isAnnounced ? count : nil, keepsAlive: false, for: manner)))
            try await sendPadding(count)
        }
        return false
    }

    /// Sends a stream and its end, even when the server stops, because streams are endless and must not be cut off.
    private func send(_ stream: some PieceStream) async throws {
        for try await piece in stream { try await send(.piece(ByteBuffer(bytes: piece))) }
        try await send(.end)
    }

    /// Sends any number of blanks without using memory for them.
    private func sendPadding(_ count: Int) async throws {
        let blanks = ByteBuffer(repeating: UInt8(ascii: " "), count: Self.paddingSize)
        for start in stride(from: 0, to: count, by: Self.paddingSize) {
            var piece = blanks
            try await send(.piece(piece.readSlice(length: min(Self.paddingSize, count - start)) ?? blanks))
        }
        try await send(.end)
    }

    /// Performs `work` as long as the client is connected. Clients do not send more during a long answer.
    private func untilDeparture(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let task = Task { try await work() }
        departure.whenComplete { _ in task.cancel() }
        try await task.value
    }

    /// Sends a part, immediately if the client has read the previous ones.
    private func send(_ part: Outgoing) async throws {
        if channel.isWritable {
            channel.writeAndFlush(part, promise: nil)
        } else {
            try await channel.writeAndFlush(part).get()
        }
    }

    /// Waits until the system has accepted everything that was sent.
    private func flush() async throws {
        try await channel.writeAndFlush(Outgoing.piece(ByteBuffer())).get()
    }

    /// Ends the output, and reads what the client still sends for a while. Closing the connection earlier would discard
    /// the answer before the client has read it.
    private func leave(_ patience: TimeAmount) async {
        guard (try? await flush()) != nil else { return }
        try? await channel.close(mode: .output).get()
        let end = channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
        try? await departure.get()
        end.cancel()
    }
}
