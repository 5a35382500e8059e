import ExperimentsTransport
import ExperimentsWebHooks
import Foundation

extension [WebHook] {
    /// Sends news to every web hook that is interested, and waits for the result, for commands that end.
    ///
    /// - Parameter news: returns the news for an interest; nil for none.
    func send(
        from origin: HookOrigin, _ news: @escaping @Sendable (WebHook) -> HookNews?
    ) throws -> [(hook: WebHook, outcome: DeliveryOutcome)] {
        let sender = HookSender(SystemTransport())
        return try Progress.wait("Notifying web hooks") {
            var outcomes: [(hook: WebHook, outcome: DeliveryOutcome)] = []
            for hook in self {
                guard let news = news(hook) else { continue }
                let delivery = Delivery(id: UUID(), event: news.event, body: news.body(from: origin))
                var outcome = await sender.send(delivery, to: hook)
                if case .failed = outcome {
                    try await Task.sleep(for: RetryWait.beforeSecondTry(fraction: .random(in: 0..<1)))
                    outcome = await sender.send(delivery, to: hook)
                }
                outcomes.append((hook, outcome))
            }
            return outcomes
        }
    }
}

extension ProjectHooks {
    /// Sends news to every web hook that is interested. Prints a message for each that cannot be notified.
    func send(from origin: HookOrigin, _ news: @escaping @Sendable (WebHook) -> HookNews?) throws {
        for problem in problems { StandardError.report(problem, as: "note") }
        for (hook, outcome) in try hooks.send(from: origin, news) {
            if let problem = outcome.problem {
                StandardError.line("note: the web hook \(hook.name): \(problem)")
            }
        }
    }
}

extension DeliveryOutcome {
    /// The reason why a message did not arrive; nil if it did.
    var problem: String? {
        switch self {
        case .delivered: nil
        case .refused(let reason), .failed(let reason, _): reason
        }
    }
}
