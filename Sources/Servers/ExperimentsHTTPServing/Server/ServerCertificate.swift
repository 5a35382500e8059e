import ExperimentsLocks
import ExperimentsSupport
import Foundation
import NIOCore

/// TLS with a certificate, as the library `ExperimentsServerTLS` makes it.
package struct ServerTLS: Sendable {
    /// Creates the handler of a connection.
    let handler: @Sendable () -> any ChannelHandler
    /// The expiry of the certificate.
    let end: Date

    package init(until end: Date, handler: @escaping @Sendable () -> any ChannelHandler) {
        self.end = end
        self.handler = handler
    }
}

/// The certificate and the private key of a server that speaks TLS. Both are PEM files, and are read again when they
/// change, so that a certificate can be renewed while the server runs.
///
/// The library `ExperimentsServerTLS` creates it: it takes longer to compile than all other servers, and only programs
/// that serve over TLS need it.
public final class ServerCertificate: Sendable {
    private struct State {
        var stamps: [FileStamp?]
        var tls: ServerTLS
        /// The reason why the current files are not used; nil if they are.
        var problem: FileProblem?
    }

    /// The path of the certificate, followed by those of the authorities between it and the root.
    public let certificate: String
    /// The path of the private key, without a password.
    public let key: String
    /// The expiry of the certificate that was read first.
    public let end: Date
    private let read: Reading
    private let state: Mutex<State>

    /// Reads a certificate and its key.
    package typealias Reading =
        @Sendable (_ certificate: String, _ key: String) throws(FileProblem) -> ServerTLS

    /// Reads the files.
    ///
    /// - Throws: `FileProblem` if a file cannot be read, or the key is not that of the certificate.
    package init(certificate: String, key: String, reading read: @escaping Reading) throws(FileProblem) {
        self.certificate = certificate
        self.key = key
        self.read = read
        let stamps = [FileStamp(certificate), FileStamp(key)]
        let tls = try read(certificate, key)
        end = tls.end
        state = Mutex(State(stamps: stamps, tls: tls))
    }

    /// The reason why the current files are not used, but those that were read before; nil if the current ones are
    /// used.
    public var problem: FileProblem? { state.withLock { $0.problem } }

    /// The TLS of the next connection. Changed files that are not valid are not used, because possibly only one of the
    /// two has been replaced so far.
    var tls: ServerTLS {
        state.withLock { state in
            let stamps = [FileStamp(certificate), FileStamp(key)]
            guard stamps != state.stamps else { return state.tls }
            state.stamps = stamps
            do throws(FileProblem) {
                state.tls = try read(certificate, key)
                state.problem = nil
            } catch {
                state.problem = error
            }
            return state.tls
        }
    }
}

/// A stamp that tells the states of a file apart.
private struct FileStamp: Equatable {
    private let size: Int
    private let identity: String

    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        size = Int(status.st_size)
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        identity = "\(status.st_dev) \(status.st_ino) \(time.tv_sec) \(time.tv_nsec)"
    }
}

/// Passes TLS on. Answers a client that uses plain HTTP with the correct address, because it would otherwise only see a
/// lost connection.
final class TLSGate: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The first byte of a handshake (RFC 8446, 5.1).
    private static let handshake: UInt8 = 22
    private static let answer: String = {
        let body = "This server speaks HTTPS: use an address that begins with https://\n"
        return "HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\n"
            + "content-length: \(body.utf8.count)\r\nconnection: close\r\n\r\n\(body)"
    }()

    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        let bytes = unwrapInboundIn(data)
        guard let first = bytes.readableBytesView.first else { return }
        if first == Self.handshake {
            context.fireChannelRead(data)
            context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        } else {
            isRefused = true
            let channel = context.channel
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: Self.answer)))
                .whenComplete { _ in channel.close(promise: nil) }
        }
    }
}

@available(*, unavailable)
extension TLSGate: Sendable {}
