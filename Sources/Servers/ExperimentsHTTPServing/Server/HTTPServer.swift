import ExperimentsLocks
import ExperimentsSupport
import Foundation
import NIOCore
import NIOPosix

/// An HTTP/1.1 server on a port of this machine that gets its answers from a responder.
///
/// It never prints anything, and does not handle signals.
package actor HTTPServer {
    /// The number of threads for all connections. One is enough, because slow work is done in the tasks that call the
    /// responder.
    private static let threads = 1
    /// The maximum number of connections waiting to be accepted.
    private static let backlog: Int32 = 1024

    private struct Running {
        let url: URL
        let listeners: [any Channel]
        let connections: OpenConnections
        let group: MultiThreadedEventLoopGroup
    }

    private let responder: any HTTPResponder
    private let host: ListeningHost
    private let port: UInt16
    private let certificate: ServerCertificate?
    private let reserve: DescriptorReserve
    private var running: Running?
    private var starting: Task<URL, any Error>?

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - host: the address of this machine to listen on.
    ///   - port: the port. With 0, the system chooses a free one.
    ///   - certificate: the certificate of the server for TLS; nil for plain HTTP.
    package init(
        _ responder: any HTTPResponder, host: ListeningHost = .loopback, port: UInt16 = 0,
        certificate: ServerCertificate? = nil
    ) {
        self.init(responder, host: host, port: port, certificate: certificate, DescriptorReserve())
    }

    init(
        _ responder: any HTTPResponder, host: ListeningHost = .loopback, port: UInt16 = 0,
        certificate: ServerCertificate? = nil, _ reserve: DescriptorReserve
    ) {
        self.responder = responder
        self.host = host
        self.port = port
        self.certificate = certificate
        self.reserve = reserve
    }

    /// The URL of the server, for example `http://127.0.0.1:43210`; nil while it does not listen.
    package var url: URL? { running?.url }

    /// Starts to listen.
    ///
    /// - Returns: the URL.
    /// - Throws: `ListeningProblem` if the port is not available.
    @discardableResult
    package func start() async throws -> URL {
        if let running { return running.url }
        if let starting { return try await starting.value }
        let task = Task { try await open() }
        starting = task
        defer { starting = nil }
        return try await task.value
    }

    private func open() async throws -> URL {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: Self.threads)
        let connections = OpenConnections()
        do {
            let bootstrap = bootstrap(group, connections)
            let listener = try await bootstrap.bind(host: host.text, port: Int(port)).get()
            let scheme = certificate == nil ? "http" : "https"
            guard let port = listener.localAddress?.port,
                let url = URL(string: "\(scheme)://\(host.authority):\(port)")
            else {
                throw CancellationError()
            }
            var listeners = [listener]
            // Some programs, such as Node, try `::1` first for `localhost`. Not every machine has that address.
            if host == .loopback, let other = try? await bootstrap.bind(host: "::1", port: port).get() {
                listeners.append(other)
            }
            running = Running(url: url, listeners: listeners, connections: connections, group: group)
            return url
        } catch {
            try? await group.shutdownGracefully()
            throw ListeningProblem(host: host, port: port, error)
        }
    }

    private func bootstrap(_ group: MultiThreadedEventLoopGroup, _ connections: OpenConnections)
        -> ServerBootstrap
    {
        ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: Self.backlog)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            // Accept one at a time, because if several are accepted together, none knows its own descriptor.
            .serverChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { [responder, certificate, reserve] channel in
                channel.eventLoop.makeCompletedFuture {
                    if let certificate {
                        try channel.pipeline.syncOperations.addHandlers([
                            TLSGate(), certificate.tls.handler(),
                        ])
                    }
                    connections.serve(try ServedConnection(channel, for: responder, reserve), responder)
                }
            }
    }

    /// Stops listening, waits up to `patience` for current answers, ends streams, and closes the remaining connections.
    package func stop(patience: Duration = .zero) async {
        guard let running = running.take() else { return }
        for listener in running.listeners { try? await listener.close() }
        await running.connections.close(patience: patience)
        try? await running.group.shutdownGracefully()
    }
}

/// The open connections, each with the task that serves it.
final class OpenConnections: Sendable {
    private let open = Mutex<[ObjectIdentifier: (channel: any Channel, task: Task<Void, Never>)]>([:])

    /// Serves a connection until it is closed.
    func serve(_ connection: ServedConnection, _ responder: any HTTPResponder) {
        let id = ObjectIdentifier(connection.channel)
        open.withLock { open in
            let task = Task.detached { [weak self] in
                await connection.run(responder)
                self?.open.withLock { $0[id] = nil }
            }
            open[id] = (connection.channel, task)
        }
    }

    /// Stops accepting requests on all connections, and waits until they are closed. After `patience`, closes them by
    /// force.
    func close(patience: Duration) async {
        let all = open.withLock { Array($0.values) }
        if patience > .zero {
            for (channel, _) in all {
                channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            }
        }
        let end = Task {
            try? await Task.sleep(for: patience)
            for (_, task) in all { task.cancel() }
        }
        for (_, task) in all { await task.value }
        end.cancel()
    }
}

/// An address of this machine to listen on.
public struct ListeningHost: Sendable, Hashable {
    /// The address as written.
    public let text: String
    private let isVersion6: Bool

    /// `127.0.0.1`, which only this machine can reach. A server that listens there listens on `::1`, too, if the machine has
    /// it.
    public static let loopback = ListeningHost(text: "127.0.0.1", isVersion6: false)

    private init(text: String, isVersion6: Bool) {
        self.text = text
        self.isVersion6 = isVersion6
    }

    /// Reads an address of IPv4 or IPv6, such as `0.0.0.0` or `::` for all addresses of this machine, or `localhost`.
    /// Nil for any other text.
    public init?(_ text: String) {
        let text = text == "localhost" ? "127.0.0.1" : text
        self.text = text
        isVersion6 = text.contains(scalar: ":")
        guard (try? SocketAddress(ipAddress: text, port: 0)) != nil else { return nil }
    }

    /// Whether only this machine can reach it.
    public var isLoopback: Bool { text == "::1" || text.hasPrefix("127.") }

    /// The address in the format of URLs.
    var authority: String { isVersion6 ? "[\(text)]" : text }
}

/// The reason why a server cannot listen.
public struct ListeningProblem: Error, Sendable, CustomStringConvertible, OperatorError {
    /// The requested address.
    public let host: ListeningHost
    /// The requested port; 0 for any.
    public let port: UInt16
    /// The problem, and the next step.
    public let message: String

    package init(host: ListeningHost, port: UInt16, message: String) {
        self.host = host
        self.port = port
        self.message = message
    }

    init(host: ListeningHost, port: UInt16, _ error: any Error) {
        self.host = host
        self.port = port
        if let error = error as? IOError {
            switch error.errnoCode {
            case EADDRINUSE: message = "another program uses it; choose another port, or 0 for any free one"
            case EADDRNOTAVAIL: message = "this machine does not have that address"
            case EACCES: message = "it needs a privilege; choose one above 1023, or 0 for any free one"
            default: message = String(cString: strerror(error.errnoCode))
            }
        } else {
            message = "\(error)"
        }
    }

    package var sentence: String { description }

    /// `cannot listen on port 9099: another program uses it; …`.
    public var description: String {
        "cannot listen on \(host.isLoopback ? "" : "\(host.text), ")port \(port): \(message)"
    }
}
