import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Sets up each connection that a client opens.
struct ServingChannel: ServerChildChannel {
    let responder: any HTTPResponder
    let reserve: DescriptorReserve

    /// Thrown for a connection that is closed at once: there are too many even to say so.
    struct Dropped: Error {}

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<ServedConnection> {
        let verdict = reserve.verdict
        guard verdict != .drop else {
            return channel.close().flatMapThrowing { throw Dropped() }
        }
        return channel.eventLoop.makeCompletedFuture {
            let (arrivals, arrival) = AsyncStream.makeStream(of: Incoming.self)
            let departure = channel.eventLoop.makePromise(of: Void.self)
            try Self.addHandlers(
                to: channel.pipeline.syncOperations, responder, isDeaf: verdict == .refuse,
                arrive: { arrival.yield($0) },
                leave: {
                    arrival.finish()
                    departure.succeed()
                })
            return ServedConnection(
                channel: channel, arrivals: arrivals, departure: departure.futureResult,
                refusal: verdict == .refuse ? .tooManyConnections(limit: reserve.limit) : nil)
        }
    }

    func handle(value: ServedConnection, logger: Logger) async {
        await value.run(responder)
    }

    /// Adds what stands between the bytes of a connection and its requests and answers.
    static func addHandlers(
        to pipeline: ChannelPipeline.SynchronousOperations, _ responder: any HTTPResponder, isDeaf: Bool = false,
        arrive: @escaping @Sendable (Incoming) -> Void, leave: @escaping @Sendable () -> Void
    ) throws {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = RequestMeter.headLimit
        limits.maxHeaderListSize = RequestMeter.headLimit
        limits.maxHeaderFieldCount = RequestMeter.headLimit / 64
        let meter = RequestMeter()
        try pipeline.addHandlers([
            meter, HTTPResponseEncoder(), ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: limits)),
            ExchangeHandler(responder, meter, isDeaf: isDeaf, arrive: arrive, leave: leave),
        ])
    }
}
