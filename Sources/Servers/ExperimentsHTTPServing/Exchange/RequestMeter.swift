import NIOCore
import NIOHTTP1

/// Measures the bytes and the time of an arriving request, and ends a request that takes too much of either.
///
/// - Bytes: extensions of chunks, which the decoder discards, could be endless. The bytes of a request are limited by
///   its head and its body.
/// - Time: a client that sends a byte now and then would hold its connection forever, and a thousand such clients would
///   use up all connections. There is no limit while a client waits for an answer, or reads one.
///
/// The connection's `ExchangeHandler` reports what the decoder finds in the bytes.
final class RequestMeter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The maximum size of a head in bytes, and also of the data around the chunks of a body in addition to `perByte`.
    static let headLimit = 65_536
    /// The number of received bytes allowed for each byte of the body: chunks of one byte, each with a short extension.
    private static let perByte = 16

    /// The maximum time for a head: from its first byte, or for the first head from the start of the connection.
    static let headPatience = TimeAmount.seconds(20)
    /// The maximum time for a body, plus a second for every `leastRate` received bytes.
    static let bodyPatience = TimeAmount.seconds(20)
    /// The expected number of bytes of a body per second.
    static let leastRate = 500
    /// The maximum pause between an answer and the next request.
    static let idlePatience = TimeAmount.minutes(2)

    /// The user event for the `ExchangeHandler` that a client took too much time.
    enum Expiry: Sendable {
        /// No request was started.
        case idle
        /// A request was started, but is not complete.
        case slow
    }

    private enum Part {
        /// Nothing has arrived since the start or the last request. The client may take this long.
        case none(TimeAmount)
        case head
        case body
    }

    private var received = 0
    private var bodyBytes = 0
    private var part = Part.none(headPatience)
    /// The start of the current part, or the time of the last answer, whichever is later.
    private var start = NIODeadline.uptimeNanoseconds(0)
    private var unanswered = 0
    /// Input is no longer needed.
    private var isStopped = false
    private var isClosed = false
    private var context: ChannelHandlerContext?
    /// The timer. It is not changed while it fires no later than needed, because most requests end before that.
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

    /// The head is complete.
    func headCame() { begin(.body) }

    /// Records that this many bytes of the body have arrived.
    func account(for bytes: Int) {
        bodyBytes += bytes
    }

    /// The request is complete.
    func requestCame() {
        received = 0
        bodyBytes = 0
        unanswered += 1
        begin(.none(Self.idlePatience))
    }

    /// The earliest pending request is being answered.
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

    /// The time limit of the client; nil if nothing is expected from it.
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
