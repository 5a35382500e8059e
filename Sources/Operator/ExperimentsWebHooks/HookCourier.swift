import ExperimentsCore
import ExperimentsDigests
import ExperimentsLocks
import ExperimentsTransport
import Foundation

/// Sends messages to web hooks in the background. Each hook has its own queue, so that a slow one does not delay
/// others.
package final class HookCourier: Sendable {
    /// The dependencies on the machine.
    package struct Surroundings: Sendable {
        let now: @Sendable () -> Date
        let sleep: @Sendable (_ until: Date) async throws -> Void
        /// A random number from 0 up to 1.
        let fraction: @Sendable () -> Double
        let makeID: @Sendable () -> UUID

        /// - Parameters:
        ///   - now: returns the time, for pauses. A clock that is set must neither stop the queue nor drop messages.
        ///   - sleep: waits until a time of the same clock.
        package init(
            now: @escaping @Sendable () -> Date = { SteadyTime.now },
            sleep: @escaping @Sendable (_ until: Date) async throws -> Void = {
                try await Task.sleep(for: .seconds(max(0, $0.timeIntervalSince(SteadyTime.now))))
            },
            fraction: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
            makeID: @escaping @Sendable () -> UUID = { UUID() }
        ) {
            self.now = now
            self.sleep = sleep
            self.fraction = fraction
            self.makeID = makeID
        }
    }

    private struct Line {
        var queue = DeliveryQueue()
        /// Whether a task works on it: sends, or waits until the next attempt is due.
        var isServed = false
    }

    private let hooks: [WebHook]
    private let sender: HookSender
    private let surroundings: Surroundings
    private let note: @Sendable (WebHook, DeliveryNote) -> Void
    private let lines: Mutex<[Line]>

    /// - Parameter note: called with each note for the log, on any thread.
    package init(
        _ hooks: [WebHook], _ sender: HookSender, in surroundings: Surroundings = Surroundings(),
        note: @escaping @Sendable (WebHook, DeliveryNote) -> Void
    ) {
        self.hooks = hooks
        self.sender = sender
        self.surroundings = surroundings
        self.note = note
        lines = Mutex(hooks.map { _ in Line() })
    }

    /// Sends the events that each hook is interested in. Never waits.
    package func tell(_ events: [HookEvent], from origin: HookOrigin, at now: Date) {
        for (place, hook) in hooks.enumerated() {
            for news in hook.interest.news(of: events, at: now) { send(news, from: origin, to: place) }
        }
    }

    /// The number of messages that have not arrived yet.
    package var waitingCount: Int { lines.withLock { $0.reduce(0) { $0 + $1.queue.count } } }

    private func send(_ news: HookNews, from origin: HookOrigin, to place: Int) {
        let delivery = Delivery(id: surroundings.makeID(), event: news.event, body: news.body(from: origin))
        let (notes, begins) = lines.withLock { lines -> ([DeliveryNote], Bool) in
            let notes = lines[place].queue.add(delivery)
            defer { lines[place].isServed = true }
            return (notes, !lines[place].isServed)
        }
        for each in notes { note(hooks[place], each) }
        if begins { Task.detached { await self.serve(place) } }
    }

    /// Works on the queue of a hook until nothing waits in it.
    private func serve(_ place: Int) async {
        while true {
            let now = surroundings.now()
            let (delivery, wake) = lines.withLock { lines -> (Delivery?, Date?) in
                let delivery = lines[place].queue.next(at: now)
                let wake = lines[place].queue.nextAttemptAt
                if delivery == nil, wake == nil { lines[place].isServed = false }
                return (delivery, wake)
            }
            if let delivery {
                let outcome = await sender.send(delivery, to: hooks[place])
                let (end, fraction) = (surroundings.now(), surroundings.fraction())
                let notes = lines.withLock { $0[place].queue.finish(outcome, at: end, fraction: fraction) }
                for each in notes { note(hooks[place], each) }
            } else if let wake {
                do {
                    try await surroundings.sleep(wake)
                } catch {
                    return
                }
            } else {
                return
            }
        }
    }
}

/// Sends a message to a web hook once, within limits of time and size. Redirects are not followed.
package struct HookSender: Sendable {
    /// The largest answer that is read, in bytes.
    package static let answerLimit = 64 << 10

    private let transport: any HTTPTransport
    private let timeout: Duration
    private let now: @Sendable () -> Date

    /// - Parameter timeout: the longest time for one attempt.
    package init(
        _ transport: any HTTPTransport, timeout: Duration = .seconds(10),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.transport = transport
        self.timeout = timeout
        self.now = now
    }

    /// Sends a message. The result contains neither the path of the address nor the secret.
    package func send(_ delivery: Delivery, to hook: WebHook) async -> DeliveryOutcome {
        var headers: HeaderFields = [
            "Content-Type": "application/json", "User-Agent": "experiments",
            "X-Experiments-Delivery": delivery.id.uuidString.lowercased(),
            "X-Experiments-Event": delivery.event.rawValue,
        ]
        if let secret = hook.secret {
            headers["X-Experiments-Signature"] = Self.signature(of: delivery.body, with: secret, at: now())
        }
        let request = TransportRequest(
            .post, hook.url, headers: headers, body: delivery.body, timeout: timeout,
            bodyLimit: Self.answerLimit)
        do {
            return outcome(of: try await transport.send(request), sentTo: hook.url)
        } catch let error as TransportError {
            if case .insecure = error { return .refused(error.description) }
            // The head is enough to know that the message was accepted, so the rest is ignored.
            return .failed(error.description, retryAfter: nil)
        } catch {
            return .failed("it could not be sent", retryAfter: nil)
        }
    }

    /// The signature that proves that the sender of a message knows the hook's secret, with the time of sending:
    /// `t=1772355600,v1=5257a869…`, where `v1` is the HMAC-SHA256 of `1772355600.BODY` in hexadecimal digits.
    private static func signature(of body: [UInt8], with secret: String, at now: Date) -> String {
        let time = String(Int64(now.timeIntervalSince1970.rounded(.down)))
        var code = HMACSHA256(key: Array(secret.utf8))
        code.add("\(time).")
        code.add(body)
        return "t=\(time),v1=\(Hexadecimal.text(code.bytes))"
    }

    private func outcome(of response: TransportResponse, sentTo url: URL) -> DeliveryOutcome {
        // The path of a hook is often its secret.
        let advice = response.addressAdvice(sentTo: url) { URL(string: $0)?.hostAndPort ?? "another address" }
        let words = "\(response.status)" + (advice.map { "; " + $0 } ?? "")
        switch response.status {
        case 200..<300: return .delivered(status: response.status)
        case 408, 425, 429, 500...:
            return .failed(
                "it returned \(words)", retryAfter: RetryWait.seconds(in: response.headers, now: now()))
        default: return .refused("it returned \(words)")
        }
    }
}
