#if compiler(>=6.3) && os(Linux)
import Foundation
import Testing

@testable import ExperimentsTransport

/// libcurl finds the proxy in the environment, which belongs to the whole process: so each test has one of its own.
@Suite("HTTPS through a proxy", .timeLimit(.minutes(30)))
struct ProxyTests {
    @Test("a proxy that connects is not taken for the server")
    func connected() async {
        await #expect(processExitsWith: .success) {
            let error = try await ProxyTests.error(afterConnect: "HTTP/1.1 200 Connection established\r\n\r\n")
            #expect(error != nil)
        }
    }

    @Test("a proxy that refuses to connect is named as what refused")
    func refused() async {
        await #expect(processExitsWith: .success) {
            let error = try await ProxyTests.error(
                afterConnect: "HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n")
            guard case .other("example.com", 0, let reason) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(reason.hasPrefix("the proxy refused it: "))
            #expect(reason.contains("407"))
        }
    }

    /// Opens a stream through a proxy that answers and hangs up.
    ///
    /// - Returns: why it could not be opened; nil if it was.
    static func error(afterConnect answer: String) async throws -> TransportError? {
        let proxy = try LoopbackServer()
        setenv("https_proxy", "http://127.0.0.1:\(proxy.url.port ?? 0)", 1)
        unsetenv("no_proxy")
        unsetenv("NO_PROXY")
        let request = TransportRequest(.get, try #require(URL(string: "https://example.com/")), timeout: .seconds(30))
        let opening = Task { try await SystemTransport().open(request) }
        let received = try await proxy.accept()
        #expect(received.hasPrefix("CONNECT example.com:443 "))
        proxy.send(answer)
        proxy.hangUp()
        do {
            _ = try await opening.value
            return nil
        } catch let error as TransportError {
            return error
        }
    }
}
#endif
