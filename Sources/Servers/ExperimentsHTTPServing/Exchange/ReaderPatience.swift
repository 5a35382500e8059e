import NIOCore

/// Ends a connection whose client does not read. Otherwise it would hold the connection and its answers forever.
///
/// It is next to the socket in the pipeline, so that a write has succeeded when the system has accepted all of its
/// bytes.
final class ReaderPatience: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The maximum time in which no byte of an answer is accepted.
    static let patience = TimeAmount.seconds(60)
    /// Larger answers are sent in pieces of this size, so that progress of a slow client is noticed.
    static let pieceSize = 65_536

    /// The number of pieces that the system has not accepted yet.
    private var pending = 0
    /// The time when it accepted the last piece, or got the first one.
    private var progress = NIODeadline.uptimeNanoseconds(0)
    private var timer: Scheduled<Void>?

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var bytes = unwrapOutboundIn(data)
        while bytes.readableBytes > Self.pieceSize, let piece = bytes.readSlice(length: Self.pieceSize) {
            send(piece, context, nil)
        }
        send(bytes, context, promise)
    }

    private func send(
        _ piece: ByteBuffer, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
    ) {
        let promise = promise ?? context.eventLoop.makePromise()
        if pending == 0 { progress = context.eventLoop.now }
        pending += 1
        promise.futureResult.assumeIsolated().whenComplete { [weak self] _ in
            guard let self else { return }
            pending -= 1
            progress = context.eventLoop.now
        }
        context.write(wrapOutboundOut(piece), promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        // Usually everything has been accepted by now.
        if pending > 0, timer == nil { setTimer(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
    }

    private func setTimer(_ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: progress + Self.patience) {
            [weak self] in
            guard let self else { return }
            timer = nil
            guard pending > 0 else { return }
            guard context.eventLoop.now >= progress + Self.patience else { return setTimer(context) }
            context.close(promise: nil)
        }
    }
}

@available(*, unavailable)
extension ReaderPatience: Sendable {}
