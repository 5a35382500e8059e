import ExperimentsLocks
import ExperimentsSupport
import Foundation
import NIOCore
import NIOSSL

/// The certificate and the private key of a server that speaks TLS. Both are PEM files, and are read again when they
/// change, so that a certificate can be renewed while the server runs.
public final class ServerCertificate: Sendable {
    private struct State {
        var stamps: [FileStamp?]
        var context: NIOSSLContext
        /// The reason why the current files are not used; nil if they are.
        var problem: FileProblem?
    }

    /// The path of the certificate, followed by those of the authorities between it and the root.
    public let certificate: String
    /// The path of the private key, without a password.
    public let key: String
    /// The expiry of the certificate that was read first.
    public let end: Date
    private let state: Mutex<State>

    /// Reads the files.
    ///
    /// - Throws: `FileProblem` if a file cannot be read, or the key is not that of the certificate.
    public init(certificate: String, key: String) throws(FileProblem) {
        (self.certificate, self.key) = (certificate, key)
        let stamps = [FileStamp(certificate), FileStamp(key)]
        let (context, end) = try Self.read(certificate, key)
        self.end = end
        state = Mutex(State(stamps: stamps, context: context))
    }

    /// The reason why the current files are not used, but those that were read before; nil if the current ones are
    /// used.
    public var problem: FileProblem? { state.withLock { $0.problem } }

    /// The context of the next connection. Changed files that are not valid are not used, because possibly only one of
    /// the two has been replaced so far.
    var context: NIOSSLContext {
        state.withLock { state in
            let stamps = [FileStamp(certificate), FileStamp(key)]
            guard stamps != state.stamps else { return state.context }
            state.stamps = stamps
            do throws(FileProblem) {
                state.context = try Self.read(certificate, key).context
                state.problem = nil
            } catch {
                state.problem = error
            }
            return state.context
        }
    }

    private static func read(
        _ certificate: String, _ key: String
    ) throws(FileProblem) -> (context: NIOSSLContext, end: Date) {
        let chainBytes = try FileBytes.read(certificate)
        let keyBytes = try FileBytes.read(key)
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(chainBytes), let leaf = chain.first else {
            throw FileProblem(
                path: certificate,
                message: "expected a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----")
        }
        guard let privateKey = try? NIOSSLPrivateKey(bytes: keyBytes, format: .pem) else {
            throw FileProblem(
                path: key,
                message:
                    "expected a private key in PEM, without a password, which begins with -----BEGIN PRIVATE KEY-----")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        guard let context = try? NIOSSLContext(configuration: configuration) else {
            throw FileProblem(path: key, message: "the key does not belong to the certificate in \(certificate)")
        }
        return (context, Date(timeIntervalSince1970: TimeInterval(leaf.notValidAfter)))
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
