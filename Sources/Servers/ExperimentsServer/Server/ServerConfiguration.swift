import ExperimentsSupport
import Foundation
import HTTPServing

/// How a server of experiments listens, and whom it answers.
package struct ServerConfiguration: Sendable {
    /// The address to listen on. One that others can reach needs a token.
    package var host: ListeningHost
    /// The port; 0 lets the system choose a free one.
    package var port: UInt16
    /// What every request has to show, save to doors that are open; nil for nothing.
    package var token: ServerToken?
    /// Which web pages may ask, and by which names the server may be called.
    package var webPages: WebPageRule
    /// What is made to go wrong, to try out apps: of targets `fetch` and `realtime`, that is with answers and streams.
    package var faults: [Fault]
    /// How often open streams are told that the server is there. Proxies end streams that say nothing for a minute.
    package var heartbeat: Duration
    /// How long answers that are under way when the server stops may take.
    package var drainPatience: Duration
    /// The time.
    package var now: @Sendable () -> Date
    /// What waits for the length of a heartbeat, and of an injected delay.
    package var sleep: @Sendable (Duration) async throws -> Void

    /// A configuration; by default of a server on any free port that only this machine reaches, with its clock.
    package init(
        host: ListeningHost = .loopback, port: UInt16 = 0, token: ServerToken? = nil,
        webPages: WebPageRule = WebPageRule(), faults: [Fault] = [], heartbeat: Duration = .seconds(20),
        drainPatience: Duration = .seconds(5), now: @escaping @Sendable () -> Date = { Date() },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        (self.host, self.port, self.token, self.webPages) = (host, port, token, webPages)
        self.faults = faults
        (self.heartbeat, self.drainPatience, self.now, self.sleep) = (heartbeat, drainPatience, now, sleep)
    }
}
