import NIOCore
import NIOEmbedded
import NIOHTTP1
import TestSupport

@testable import ExperimentsHTTPServing

/// What stands between the bytes of a connection and its requests, without a network.
struct EmbeddedExchange {
    private let channel = EmbeddedChannel()
    private let arrived = Recorder<Incoming>()
    private let left = Recorder<Void>()

    init(_ responder: any HTTPResponder = FixedResponder()) throws {
        try ExchangeHandler.add(
            to: channel.pipeline.syncOperations, responder, arrive: { [arrived] in arrived.record($0) },
            leave: { [left] in left.record(()) })
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    /// What has come in so far.
    var arrivals: [Incoming] { arrived.elements }

    /// The requests that have come in so far.
    var requests: [ServedRequest] {
        arrivals.compactMap { if case .request(let request, _) = $0 { request } else { nil } }
    }

    /// How often it was told that the client has left.
    var departures: Int { left.count }

    func receive(_ bytes: some Collection<UInt8>) {
        // Problems with what comes in are for the handlers.
        _ = try? channel.writeInbound(ByteBuffer(bytes: bytes))
    }

    /// Lets time pass.
    func advance(by time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }

    /// The client closes its side.
    func endSending() {
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }

    func answer() throws {
        try channel.writeOutbound(
            Outgoing.whole(.init(version: .http1_1, status: .ok), nil, keepsAlive: true))
    }

    /// Sends an answer that the client need not take.
    func beginAnswer(bytes: Int = 10) {
        let body = ByteBuffer(repeating: 0x61, count: bytes)
        channel.writeAndFlush(
            Outgoing.whole(.init(version: .http1_1, status: .ok), body, keepsAlive: true), promise: nil)
    }

    var isOpen: Bool { channel.isActive }

    /// Adds a handler at the side of the line.
    func addFirst(_ handler: any ChannelHandler) throws {
        try channel.pipeline.syncOperations.addHandler(handler, position: .first)
    }

    func read() { channel.read() }

    func finish() { _ = try? channel.finish(acceptAlreadyClosed: true) }
}

/// Answers everything with its path, within a small limit.
struct FixedResponder: HTTPResponder {
    func bodyLimit(for path: String) -> Int { 3000 }

    func respond(to request: ServedRequest) async -> ServedResponse {
        ServedResponse(status: 200, body: Array(request.path.utf8))
    }
}
