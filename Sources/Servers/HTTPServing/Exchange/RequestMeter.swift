import NIOCore
import NIOHTTP1

/// Counts the bytes of a request as they come off the line, and refuses one that has far more of them than its head and
/// its body account for: extensions of chunks, which the decoder reads and forgets, would never have to end.
final class RequestMeter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The most bytes that a head may have, and also what lies around the chunks of a body beyond `perByte`.
    static let headLimit = 65_536
    /// How many bytes of the line a byte of the body may take: chunks of one byte, each with a short extension.
    private static let perByte = 16

    private var received = 0
    private var accounted = 0
    private var isClosed = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosed else { return }
        received += unwrapInboundIn(data).readableBytes
        context.fireChannelRead(data)
        guard received > accounted + 2 * Self.headLimit else { return }
        isClosed = true
        context.fireErrorCaught(HTTPParserError.headerOverflow)
    }

    /// Takes so many bytes of a body into account.
    func account(for bytes: Int) {
        accounted += Self.perByte * bytes
    }

    /// Begins to count anew, for the next request.
    func restart() {
        (received, accounted) = (0, 0)
    }
}

@available(*, unavailable)
extension RequestMeter: Sendable {}
