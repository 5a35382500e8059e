import ExperimentsTransport
import HTTPServing
import Locks

/// Makes answers fail on purpose, to test how apps handle that.
final class FaultInjection: Sendable {
    private let plan: Mutex<FaultPlan>
    private let isEmpty: Bool
    private let sleep: @Sendable (Duration) async throws -> Void

    init(_ faults: [Fault], sleep: @escaping @Sendable (Duration) async throws -> Void) {
        plan = Mutex(FaultPlan(faults))
        (isEmpty, self.sleep) = (faults.isEmpty, sleep)
    }

    /// Returns the faults for a request.
    func draw(for target: Fault.Target) -> [Fault.Effect] {
        if isEmpty { return [] }
        return plan.withLock { $0.draw(for: target, fraction: { .random(in: 0..<1) }) }
    }

    /// Waits as long as the faults say.
    func delay(by faults: [Fault.Effect]) async {
        for case .delay(let duration) in faults { try? await sleep(duration) }
    }

    /// Refuses where a fault says so.
    func refuse(by faults: [Fault.Effect]) throws(ServerRefusal) {
        for case .status(let status, let retryAfter) in faults {
            var refusal = ServerRefusal(status: status, "This failure was asked for with --fail.")
            refusal.headers["retry-after"] = retryAfter
            throw refusal
        }
    }

    /// The answer after what the other faults do to it.
    func spoil(_ response: ServedResponse, by faults: [Fault.Effect]) -> ServedResponse {
        var response = response
        for fault in faults {
            switch fault {
            case .delay, .status: continue
            case .lastMessage: (response.stream as? EventSubscription)?.writer.finish()
            case .endOfStream(let lifetime): end((response.stream as? EventSubscription)?.writer, after: lifetime)
            case .redirect(let location): response = ServedResponse(status: 302, headers: ["location": location])
            case .hang: (response.stream, response.delivery) = (nil, .never)
            case .truncatedBody: (response.stream, response.delivery) = (nil, .truncated)
            case .oversizedBody(let bytes, let announced):
                (response.stream, response.delivery) = (nil, .padded(to: bytes, announced: announced))
            case .body(let text): (response.stream, response.body) = (nil, Array(text.utf8))
            }
        }
        return response
    }

    private func end(_ stream: EventSubscription.Writer?, after lifetime: Duration) {
        guard let stream else { return }
        Task { [sleep] in
            try? await sleep(lifetime)
            stream.finish()
        }
    }
}
