import ExperimentsTransport
import HTTPServing

/// A response, and what the log says about it.
struct EmulatorAnswer {
    let response: EmulatorResponse
    let note: String

    init(_ response: EmulatorResponse, note: String) {
        self.response = response
        self.note = note
    }
}

extension EmulatorAnswer {
    /// The answer after what the faults do to it.
    func spoilt(
        by faults: [Fault.Effect], sleep: @escaping @Sendable (Duration) async throws -> Void
    ) -> EmulatorAnswer {
        var response = response
        for fault in faults {
            switch fault {
            case .delay: continue
            case .lastMessage(let message):
                response.stream?.subscription.end(with: RealtimeMessage(message))
                response.events?.writer.finish()
            case .endOfStream(let lifetime):
                response.stream?.subscription.end(after: lifetime, sleep: sleep)
                response.endEvents(after: lifetime, sleep: sleep)
            case .status(let status, let retryAfter):
                response = .error(.injected(status))
                response.headers["retry-after"] = retryAfter
            case .redirect(let location): response = EmulatorResponse(status: 302, headers: ["location": location])
            case .hang:
                response.dropStream()
                response.delivery = .never
            case .truncatedBody:
                if response.stream != nil { response.body = Array(#"[{"latestTemplateVersionNumber":"1"}]"#.utf8) }
                response.dropStream()
                response.delivery = .truncated
            case .oversizedBody(let bytes, let announced):
                response.dropStream()
                response.delivery = .padded(to: bytes, announced: announced)
            case .body(let text):
                response.dropStream()
                response.body = Array(text.utf8)
            }
        }
        return EmulatorAnswer(response, note: note)
    }
}

extension EmulatorResponse {
    /// The answer has a body of its own.
    fileprivate mutating func dropStream() { (stream, events) = (nil, nil) }

    /// Ends the events after a while.
    fileprivate func endEvents(after lifetime: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        guard let writer = events?.writer else { return }
        Task {
            try? await sleep(lifetime)
            writer.finish()
        }
    }

    /// How many bytes of the body are delivered.
    var deliveredBytes: Int {
        switch delivery {
        case .whole: body.count
        case .truncated: body.count / 2
        case .never: 0
        case .padded(let bytes, _): bytes
        }
    }
}
