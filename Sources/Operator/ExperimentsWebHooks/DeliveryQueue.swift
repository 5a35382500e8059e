import ExperimentsOperator
import ExperimentsTransport
import Foundation

/// A message to a web hook. Its ID stays the same however often it is sent.
package struct Delivery: Sendable, Hashable {
    /// The ID, by which a receiver recognizes a message that arrives twice.
    package let id: UUID
    /// The body.
    package let body: [UInt8]
    /// The event.
    package let event: HookNews.Event

    package init(id: UUID, event: HookNews.Event, body: [UInt8]) {
        self.id = id
        self.event = event
        self.body = body
    }
}

/// The result of sending a message once.
package enum DeliveryOutcome: Sendable, Hashable {
    /// The receiver accepted it.
    case delivered(status: Int)
    /// The receiver refused it, and would refuse it again.
    case refused(String)
    /// The message was not delivered. It is sent again, not earlier than the receiver allows.
    case failed(String, retryAfter: TimeInterval?)
}

/// A note for the log.
package enum DeliveryNote: Sendable, Hashable {
    /// Too many messages were waiting, so the oldest was dropped.
    case dropped(HookNews.Event)
    /// A message was refused, and is not sent again.
    case refused(HookNews.Event, reason: String)
    /// A message did not arrive for a long time, and is not sent again.
    case gaveUp(HookNews.Event, attempts: Int, reason: String)
    /// A message arrived after failed attempts.
    case arrived(HookNews.Event, attempts: Int)
}

/// The messages that wait for one web hook. At most one is under way, and they are sent in order.
package struct DeliveryQueue: Sendable {
    /// The largest number of waiting messages. Beyond it, the oldest is dropped.
    package static let limit = 100
    /// The time for which delivery is tried, in seconds.
    package static let patience: TimeInterval = 15 * 60
    /// The longest pause between attempts, in seconds.
    package static let longestPause: TimeInterval = 60

    private struct Waiting {
        let delivery: Delivery
        var attempts = 0
        var firstAttemptAt: Date?
    }

    private var waiting: [Waiting] = []
    private var isUnderWay = false
    /// Before that, nothing is sent.
    private var notBefore = Date.distantPast

    package init() {}

    /// The number of waiting messages, including the one under way.
    package var count: Int { waiting.count }

    /// The time for the next message; nil while one is being sent, or if there is none.
    package var nextAttemptAt: Date? { isUnderWay || waiting.isEmpty ? nil : notBefore }

    /// Adds a message.
    package mutating func add(_ delivery: Delivery) -> [DeliveryNote] {
        waiting.append(Waiting(delivery: delivery))
        guard waiting.count > Self.limit else { return [] }
        // The one under way may still arrive.
        let dropped = waiting.remove(at: isUnderWay ? 1 : 0)
        return [.dropped(dropped.delivery.event)]
    }

    /// Returns the message to send now, if there is one.
    package mutating func next(at now: Date) -> Delivery? {
        guard let due = nextAttemptAt, due <= now else { return nil }
        isUnderWay = true
        waiting[0].attempts += 1
        if waiting[0].firstAttemptAt == nil { waiting[0].firstAttemptAt = now }
        return waiting[0].delivery
    }

    /// Handles the result of the message under way.
    ///
    /// - Parameter fraction: a random number from 0 up to 1.
    package mutating func finish(_ outcome: DeliveryOutcome, at now: Date, fraction: Double) -> [DeliveryNote]
    {
        guard isUnderWay, let first = waiting.first else { return [] }
        isUnderWay = false
        let event = first.delivery.event
        switch outcome {
        case .delivered:
            waiting.removeFirst()
            notBefore = now
            return first.attempts > 1 ? [.arrived(event, attempts: first.attempts)] : []
        case .refused(let reason):
            waiting.removeFirst()
            // A hook that refuses everything must not get requests without a pause.
            notBefore = now + RetryWait.shortest
            return [.refused(event, reason: reason)]
        case .failed(let reason, let asked):
            let pause = RetryWait.seconds(
                asked: asked ?? 0, failures: first.attempts, longest: Self.longestPause, fraction: fraction)
            notBefore = now + pause
            guard let begin = first.firstAttemptAt, now + pause > begin + Self.patience else { return [] }
            waiting.removeFirst()
            return [.gaveUp(event, attempts: first.attempts, reason: reason)]
        }
    }
}

extension DeliveryNote {
    /// Returns the note as a sentence for the log.
    ///
    /// - Parameter hook: the name of the web hook.
    package func sentence(_ hook: String) -> String {
        switch self {
        case .dropped(let event):
            "web hook \(hook) is too slow: the oldest message (\(event.rawValue)) was dropped"
        case .refused(let event, let reason):
            "web hook \(hook) refused a message (\(event.rawValue)): \(reason)"
        case .gaveUp(let event, let attempts, let reason):
            "web hook \(hook) did not accept a message (\(event.rawValue)) in "
                + CountText.count(attempts, "attempt") + ": \(reason)"
        case .arrived(let event, let attempts):
            "web hook \(hook) accepted a message (\(event.rawValue)) at attempt \(attempts)"
        }
    }

    /// Whether a message was lost.
    package var isLoss: Bool {
        if case .arrived = self { false } else { true }
    }
}
