import NIOCore
import NIOHTTP1

/// Measures a request as it arrives, in bytes and in time, and ends one that takes too much of either.
///
/// - Bytes: extensions of chunks, which the decoder discards, could be endless. A request may have only as many bytes
///   as its head and its body explain.
/// - Time: a client that sends a byte now and then would hold its connection for ever, and a thousand such clients
///   would use up all connections. Nothing is expected of a client while it waits for an answer, or reads one.
///
/// The connection's `ExchangeHandler` reports what the decoder finds in the bytes.
final class RequestMeter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The largest size of a head in bytes, and also of the data around the chunks of a body beyond `perByte`.
    static let headLimit = 65_536
    /// How many bytes of the line a byte of the body may take: chunks of one byte, each with a short extension.
    private static let perByte = 16

    /// The longest that a head may take: from its first byte, and the first one from the start of the connection.
    static let headPatience = TimeAmount.seconds(20)
    /// The longest that a body may take, beside a second for every `leastRate` bytes that have come.
    static let bodyPatience = TimeAmount.seconds(20)
    /// How many bytes of a body are expected in a second.
    static let leastRate = 500
    /// The longest pause between an answer and the next request.
    static let idlePatience = TimeAmount.minutes(2)

    /// The user event for the `ExchangeHandler` that the client has let too much time pass.
    enum Expiry: Sendable {
        /// No request was begun.
        case idle
        /// A request was begun, and is not whole.
        case slow
    }

    private enum Part {
        /// Nothing has arrived yet, or nothing since the last request. The client may take this long.
        case none(TimeAmount)
        case head
        case body
    }

    private var received = 0
    private var bodyBytes = 0
    private var part = Part.none(headPatience)
    /// When the part began, or when the client got its last answer, whichever is later.
    private var start = NIODeadline.uptimeNanoseconds(0)
    private var unanswered = 0
    /// Input is no longer needed.
    private var isStopped = false
    private var isClosed = false
    private var context: ChannelHandlerContext?
    /// Looks at the time. It is left alone while it comes no later than needed: most requests come and go before it
    /// does.
    private var timer: (deadline: NIODeadline, task: Scheduled<Void>)?

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        start = context.eventLoop.now
        setTimer()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        timer?.task.cancel()
        timer = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosed else { return }
        guard !isStopped else { return context.fireChannelRead(data) }
        if case .none = part { begin(.head) }
        received += unwrapInboundIn(data).readableBytes
        context.fireChannelRead(data)
        setTimer()
        guard received > Self.perByte * bodyBytes + 2 * Self.headLimit, !isStopped else { return }
        isClosed = true
        context.fireErrorCaught(HTTPParserError.headerOverflow)
    }

    /// The head is whole.
    func headCame() { begin(.body) }

    /// Records that this many bytes of the body have arrived.
    func account(for bytes: Int) {
        bodyBytes += bytes
    }

    /// The request is whole.
    func requestCame() {
        (received, bodyBytes) = (0, 0)
        unanswered += 1
        begin(.none(Self.idlePatience))
    }

    /// The answer to the earliest request that had none is on its way.
    func answered() {
        unanswered -= 1
        start = context?.eventLoop.now ?? start
        setTimer()
    }

    /// Stops: no more requests are accepted.
    func stop() {
        isStopped = true
        timer?.task.cancel()
        timer = nil
    }

    private func begin(_ part: Part) {
        self.part = part
        start = context?.eventLoop.now ?? start
    }

    /// When the client has let too much time pass; nil while nothing is expected of it.
    private var deadline: NIODeadline? {
        guard !isStopped, unanswered == 0 else { return nil }
        switch part {
        case .none(let patience): return start + patience
        case .head: return start + Self.headPatience
        case .body: return start + Self.bodyPatience + .seconds(Int64(bodyBytes / Self.leastRate))
        }
    }

    private func setTimer() {
        guard let context, let deadline else { return }
        if let timer {
            guard timer.deadline > deadline else { return }
            timer.task.cancel()
        }
        let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { [weak self] in
            guard let self else { return }
            look()
        }
        timer = (deadline, task)
    }

    private func look() {
        timer = nil
        guard let context, let deadline else { return }
        guard context.eventLoop.now >= deadline else { return setTimer() }
        let expiry = if case .none = part { Expiry.idle } else { Expiry.slow }
        stop()
        context.fireUserInboundEventTriggered(expiry)
    }
}

@available(*, unavailable)
extension RequestMeter: Sendable {}
