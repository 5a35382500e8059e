import NIOCore
import NIOHTTP1

/// The input of a connection.
enum Incoming: Sendable {
    /// A client asks for `100 Continue` before it sends the body of its request.
    case expectsContinue
    case request(ServedRequest, RequestHead.Manner)
    /// Input that is not answered as a request. It is the last.
    case refused(RequestRefusal)
}

/// The output of a connection.
enum Outgoing: Sendable {
    /// `100 Continue`.
    case `continue`
    /// A complete answer, and whether another request may follow.
    case whole(HTTPResponseHead, ByteBuffer?, keepsAlive: Bool)
    /// The head of the last answer.
    case head(HTTPResponseHead)
    case piece(ByteBuffer)
    case end
}

/// Combines the parts from the decoder into complete requests, within limits, and splits complete answers into parts.
///
/// A client may send several requests before it gets the answers. Beyond a limit, no more of its input is read.
final class ExchangeHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = Never
    typealias OutboundIn = Outgoing
    typealias OutboundOut = HTTPServerResponsePart

    /// The maximum number of requests waiting for answers.
    private static let waitingLimit = 8

    private let responder: any HTTPResponder
    private let meter: RequestMeter
    private let arrive: @Sendable (Incoming) -> Void
    private let leave: @Sendable () -> Void

    private var head: RequestHead?
    private var body: ByteBuffer?
    private var bodyLimit = 0
    private var waiting = 0
    private var isReadHeld = false
    /// Whether input of the client is used; otherwise it is dropped.
    private var takesRequests: Bool
    private var hasLeft = false

    /// - Parameters:
    ///   - takesRequests: whether input of the client is used; otherwise it is dropped.
    ///   - arrive: receives the input, in order.
    ///   - leave: called once, when the client has closed its side or the connection is lost.
    init(
        _ responder: any HTTPResponder, _ meter: RequestMeter, takesRequests: Bool,
        arrive: @escaping @Sendable (Incoming) -> Void, leave: @escaping @Sendable () -> Void
    ) {
        self.responder = responder
        self.meter = meter
        self.takesRequests = takesRequests
        self.arrive = arrive
        self.leave = leave
        if !takesRequests { meter.stop() }
    }

    /// Adds the handler, with the meter and the parser, to a connection's pipeline.
    static func add(
        to pipeline: ChannelPipeline.SynchronousOperations, _ responder: any HTTPResponder,
        takesRequests: Bool = true,
        arrive: @escaping @Sendable (Incoming) -> Void, leave: @escaping @Sendable () -> Void
    ) throws {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = RequestMeter.headLimit
        limits.maxHeaderListSize = RequestMeter.headLimit
        limits.maxHeaderFieldCount = RequestMeter.headLimit / 64
        let meter = RequestMeter()
        try pipeline.addHandlers([
            ReaderPatience(), meter, HTTPResponseEncoder(),
            ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: limits)),
            ExchangeHandler(responder, meter, takesRequests: takesRequests, arrive: arrive, leave: leave),
        ])
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        guard takesRequests else { return }
        do throws(RequestRefusal) {
            switch part {
            case .head(let parts): try begin(parts)
            case .body(let bytes): try add(bytes)
            case .end: finish()
            }
        } catch {
            refuse(error)
        }
    }

    private func begin(_ parts: HTTPRequestHead) throws(RequestRefusal) {
        meter.headCame()
        let head = try RequestHead(parts, single: responder.singleFields)
        bodyLimit = responder.bodyLimit(for: head.target.path)
        guard head.announcedLength ?? 0 <= bodyLimit else { throw .bodyTooLarge(limit: bodyLimit) }
        self.head = head
        if head.expectsContinue { arrive(.expectsContinue) }
    }

    private func add(_ bytes: ByteBuffer) throws(RequestRefusal) {
        meter.account(for: bytes.readableBytes)
        guard (body?.readableBytes ?? 0) + bytes.readableBytes <= bodyLimit else {
            throw .bodyTooLarge(limit: bodyLimit)
        }
        if body == nil { body = bytes } else { body?.writeImmutableBuffer(bytes) }
    }

    private func finish() {
        guard let head = head.take() else { return }
        meter.requestCame()
        let body = body.take()
        waiting += 1
        arrive(
            .request(
                ServedRequest(
                    method: head.method, path: head.target.path, query: head.target.query,
                    ambiguous: head.target.ambiguous, headers: head.headers,
                    body: body.map { Array($0.readableBytesView) } ?? []),
                head.manner))
    }

    private func refuse(_ refusal: RequestRefusal) {
        guard takesRequests else { return }
        takeNoMore()
        head = nil
        body = nil
        arrive(.refused(refusal))
    }

    private func takeNoMore() {
        takesRequests = false
        meter.stop()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        // The client has closed its side in the middle of a request.
        case HTTPParserError.invalidEOFState: end()
        case HTTPParserError.headerOverflow:
            refuse(
                head == nil
                    ? .headTooLarge(limit: RequestMeter.headLimit)
                    : .malformed(
                        "Extensions of chunks and the trailer exceed the limit: \(RequestMeter.headLimit) bytes."
                    ))
        case let problem as HTTPParserError: refuse(.malformed("The request is not HTTP/1.1: \(problem)."))
        // The channel closes itself.
        default: break
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed: end()
        case RequestMeter.Expiry.slow: refuse(.tooSlow)
        // Close without an answer, because it could be mistaken for the answer to a request that is being sent.
        case RequestMeter.Expiry.idle:
            takeNoMore()
            end()
        // No more requests are accepted, but the current ones are still answered.
        case is ChannelShouldQuiesceEvent:
            takeNoMore()
            end()
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end()
    }

    private func end() {
        guard !hasLeft else { return }
        hasLeft = true
        leave()
    }

    func read(context: ChannelHandlerContext) {
        if !takesRequests || waiting < Self.waitingLimit { context.read() } else { isReadHeld = true }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .continue:
            let head = HTTPResponseHead(version: .http1_1, status: .continue)
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .whole(let head, let body, let keepsAlive):
            if !keepsAlive { takeNoMore() }
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            if let body { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
            answered(context)
            context.write(wrapOutboundOut(.end(nil)), promise: promise)
        case .head(let head):
            takeNoMore()
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .piece(let bytes): context.write(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: promise)
        case .end:
            answered(context)
            context.write(wrapOutboundOut(.end(nil)), promise: promise)
        }
    }

    private func answered(_ context: ChannelHandlerContext) {
        waiting -= 1
        meter.answered()
        guard isReadHeld, !takesRequests || waiting < Self.waitingLimit else { return }
        isReadHeld = false
        context.read()
    }
}

@available(*, unavailable)
extension ExchangeHandler: Sendable {}
