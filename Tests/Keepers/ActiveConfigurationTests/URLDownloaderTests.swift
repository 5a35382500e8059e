import ActiveConfiguration
import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@Suite("The URL downloader", .inTurn)
struct URLDownloaderTests {
    func downloader(_ transport: any HTTPTransport) throws -> URLActiveConfigDownloader {
        let template = try #require(UserURLTemplate("https://example.com/active_config?userID={user}"))
        return URLActiveConfigDownloader(
            template, headers: ["authorization": "Bearer x"], transport: transport, now: ManualClock().reading
        )
    }

    @Test("the request names the user, the tag and what is accepted")
    func request() async throws {
        let transport = ScriptedTransport(answer: .success(TransportResponse(status: 200)))
        let downloader = try downloader(transport)
        _ = try await downloader.download(ActiveConfigRequest(userID: "a b&c=ü/", etag: "W/\"1\""))
        _ = try await downloader.download(ActiveConfigRequest(userID: nil, etag: "x\r\nx-evil: 1"))
        let requests = transport.requests.elements
        #expect(
            requests.map(\.url.absoluteString) == [
                "https://example.com/active_config?userID=a%20b%26c%3D%C3%BC%2F",
                "https://example.com/active_config?userID=",
            ])
        #expect(requests[0].headers["if-none-match"] == "W/\"1\"")
        #expect(requests[0].headers["accept"] == "application/json")
        #expect(requests[0].headers["authorization"] == "Bearer x")
        #expect(requests[1].headers["if-none-match"] == nil)
    }

    @Test("an answer brings its document, tag, status and size")
    func document() async throws {
        let transport = ScriptedTransport(
            answer: .success(TransportResponse(status: 200, headers: ["ETag": "e"], body: [0x7B, 0x7D])))
        let download = try await downloader(transport).download(ActiveConfigRequest(userID: nil))
        #expect(
            download
                == ActiveConfigDownload(
                    .document([0x7B, 0x7D]), etag: "e", httpStatus: 200, bytes: 2, server: "example.com"))
    }

    @Test("an empty answer changes nothing, and 304 says that nothing is newer")
    func noNews() async throws {
        let empty = ScriptedTransport(answer: .success(TransportResponse(status: 204)))
        #expect(try await downloader(empty).download(ActiveConfigRequest(userID: nil)).content == .empty)
        let same = ScriptedTransport(answer: .success(TransportResponse(status: 304)))
        #expect(
            try await downloader(same).download(ActiveConfigRequest(userID: nil, etag: "e")).content
                == .unchanged)
        let failure = await #expect(throws: FetchFailure.self) {
            try await downloader(same).download(ActiveConfigRequest(userID: nil))
        }
        #expect(failure?.summary.contains("not modified") == true)
    }

    @Test(
        "a refusal has its status and advice",
        arguments: [
            (301, "a redirect"), (401, "credentials"), (403, "credentials"), (404, "check the address"),
            (429, "too many requests"), (500, "status 500"), (503, "status 503"),
        ])
    func refusal(status: Int, words: String) async throws {
        let response = TransportResponse(
            status: status, headers: ["retry-after": "90"], body: Array("{}".utf8))
        let transport = ScriptedTransport(answer: .success(response))
        let failure = await #expect(throws: FetchFailure.self) {
            try await downloader(transport).download(ActiveConfigRequest(userID: nil))
        }
        #expect(failure?.summary.contains(words) == true)
        #expect(failure?.summary.contains("example.com") == true)
        #expect(failure?.httpStatus == status)
        #expect(failure?.bytes == 2)
        #expect(failure?.retryAt == ManualClock().now + 90)
    }

    @Test("a server that cannot be reached is reported in words")
    func unreachable() async throws {
        let transport = ScriptedTransport(
            answer: .failure(.connectionRefused(host: "example.com", port: 443)))
        let failure = await #expect(throws: FetchFailure.self) {
            try await downloader(transport).download(ActiveConfigRequest(userID: nil))
        }
        #expect(failure?.summary.contains("example.com:443 refused the connection") == true)
    }

    @Test("a compressed answer of a real server is taken, and the tag spares the next one")
    func gzip() async throws {
        let server = try await LoopbackServer { request in
            guard request.headers["if-none-match"] != "\"1\"" else {
                return ServedResponse(status: 304, headers: ["etag": "\"1\""])
            }
            return ServedResponse(
                status: 200, headers: ["etag": "\"1\"", "content-encoding": "gzip"], body: Self.gzipped)
        }
        let template = try #require(UserURLTemplate("\(server.address)/active_config?userID={user}"))
        let config = ActiveConfig(downloader: URLActiveConfigDownloader(template), listenerQueue: .global())
        let first = try await config.downloadNewConfig()
        #expect(first.outcome == .applied(changedSections: ["S"]))
        #expect(config["S"]?.int(forKey: "v") == 5)
        let second = try await config.downloadNewConfig()
        #expect(second.outcome == .unchanged)
        #expect(second.httpStatus == 304)
        await server.stop()
    }

    @Test(
        "a template that gives no address is refused",
        arguments: [
            "", "{user}", "/active_config", "ftp://example.com/{user}", "http://", "http:///x",
            "file:///etc/passwd",
        ])
    func templates(text: String) {
        #expect(UserURLTemplate(text) == nil)
    }

    /// `{"meta":{},"config_sections":{"S":{"settings":{"v":{"value":5}}}}}`, compressed.
    static let gzipped = Array(
        Data(
            base64Encoded:
                "H4sIAAAAAAACA6tWyk0tSVSyqq7VUUrOz0vLTI8vTk0uyczPKwYKKgWDiOLUkpLMvHSwQBmYSMwpTVWyMq0FAQD5+jU3QgAAAA=="
        )
            ?? Data())
}
