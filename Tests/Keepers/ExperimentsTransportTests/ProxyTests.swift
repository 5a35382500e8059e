#if compiler(>=6.3) && os(Linux)
import Foundation
import TestSupport
import Testing

@testable import ExperimentsTransport

/// libcurl finds the proxy in the environment, which belongs to the whole process: so each test has one of its own.
@Suite("HTTPS through a proxy", .inTurn, .timeLimit(.minutes(60)))
struct ProxyTests {
    @Test("a proxy that connects is not taken for the server")
    func connected() async {
        await #expect(processExitsWith: .success) {
            let error = try await ProxyTests.error(
                afterConnect: "HTTP/1.1 200 Connection established\r\n\r\n")
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
            #expect(reason.hasPrefix("the proxy 127.0.0.1:"))
            #expect(reason.contains("(https_proxy) refused it: "))
            #expect(reason.contains("407"))
        }
    }

    @Test(
        "this machine is asked without the proxy",
        arguments: ["http_proxy", "all_proxy", "ALL_PROXY"], ["127.0.0.1", "localhost"])
    func loopback(variable: String, host: String) async {
        await #expect(processExitsWith: .success) { [variable = variable as String, host = host as String] in
            let server = try LoopbackServer()
            unsetenv("no_proxy")
            unsetenv("NO_PROXY")
            setenv(variable, "http://127.0.0.1:9", 1)
            let url = try #require(URL(string: "http://\(host):\(server.url.port ?? 0)/"))
            let asking = Task {
                try await SystemTransport().send(TransportRequest(.get, url, timeout: .seconds(600)))
            }
            _ = try await server.accept()
            server.send("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
            #expect(try await asking.value.status == 200)
        }
    }

    @Test("a proxy that cannot be reached is named, with its variable, and without its password")
    func unreachable() async {
        await #expect(processExitsWith: .success) {
            unsetenv("no_proxy")
            unsetenv("NO_PROXY")
            setenv("http_proxy", "http://ann:s3cret@127.0.0.1:9", 1)
            let url = try #require(URL(string: "http://flags.example/"))
            let error = await #expect(throws: TransportError.self) {
                try await SystemTransport().send(TransportRequest(.get, url, timeout: .seconds(600)))
            }
            let words = try #require(error).description
            #expect(words.contains("the proxy 127.0.0.1:9 (http_proxy) refused the connection"))
            #expect(words.contains("add it to no_proxy"))
            #expect(!words.contains("s3cret"))
        }
    }

    @Test("the proxy for an address is the one that libcurl would use")
    func settings() throws {
        let http = try #require(URL(string: "http://a.example:81/"))
        let https = try #require(URL(string: "https://a.example/"))
        func proxy(_ url: URL, _ environment: [String: String]) -> String? {
            ProxySetting(for: url, environment: environment)?.description
        }
        #expect(proxy(http, [:]) == nil)
        #expect(proxy(http, ["http_proxy": "p:8"]) == "p:8 (http_proxy)")
        #expect(proxy(http, ["HTTP_PROXY": "p:8"]) == nil)
        #expect(proxy(https, ["HTTPS_PROXY": "socks5://p:8"]) == "p:8 (HTTPS_PROXY)")
        #expect(proxy(https, ["http_proxy": "p:8", "ALL_PROXY": "q:9"]) == "q:9 (ALL_PROXY)")
        #expect(proxy(http, ["http_proxy": "p:8", "no_proxy": "b.example, .example"]) == nil)
        #expect(proxy(http, ["http_proxy": "p:8", "NO_PROXY": "*"]) == nil)
    }

    /// Opens a stream through a proxy that answers and hangs up.
    ///
    /// - Returns: why it could not be opened; nil if it was.
    static func error(afterConnect answer: String) async throws -> TransportError? {
        let proxy = try LoopbackServer()
        setenv("https_proxy", "http://127.0.0.1:\(proxy.url.port ?? 0)", 1)
        unsetenv("no_proxy")
        unsetenv("NO_PROXY")
        let request = TransportRequest(
            .get, try #require(URL(string: "https://example.com/")), timeout: .seconds(600))
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
