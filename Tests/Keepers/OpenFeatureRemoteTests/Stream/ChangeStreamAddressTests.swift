import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import OpenFeatureRemote

@Suite("Addresses of event streams", .inTurn)
struct ChangeStreamAddressTests {
    func address(
        _ list: JSONValue?, base: String = "http://127.0.0.1:8016/team"
    ) throws -> Result<ChangeStreamAddress, ChangeStreamProblem>? {
        ChangeStreamAddress.first(in: list, base: try server(base).url)
    }

    @Test("an endpoint without an origin is at the server's, without the path of its address")
    func endpoint() throws {
        let found = try address([["type": "sse", "endpoint": ["requestUri": "/events?k=1"]]])
        #expect(try found?.get().url.absoluteString == "http://127.0.0.1:8016/events?k=1")
        let elsewhere = try address([
            ["type": "sse", "endpoint": ["origin": "https://live.example", "requestUri": "/events"]]
        ])
        #expect(try elsewhere?.get().url.absoluteString == "https://live.example/events")
    }

    @Test("streams of other types are passed over, and none is none")
    func others() throws {
        #expect(try address(nil) == nil)
        #expect(try address("x") == nil)
        #expect(try address([["type": "websocket", "url": "ws://x/"], 7]) == nil)
        let second = try address([
            ["type": "grpc"], ["type": "sse", "url": "http://h/1"], ["type": "sse", "url": "http://h/2"],
        ])
        #expect(try second?.get().url.absoluteString == "http://h/1")
    }

    @Test("the silence that is waited for is within reason")
    func silence() throws {
        for (written, expected) in [(JSONValue.null, 120), (1, 10), (45, 45), (999_999, 3600), ("x", 120)] {
            let found = try address([["type": "sse", "url": "http://h/", "inactivityDelaySec": written]])
            #expect(try found?.get().longestSilence == .seconds(expected), "\(written)")
        }
    }

    @Test(
        "an invalid address is refused without being quoted",
        arguments: [
            (["type": "sse"], .noAddress),
            (["type": "sse", "url": "http://h/", "endpoint": ["requestUri": "/"]], .noAddress),
            (["type": "sse", "endpoint": ["origin": "http://h"]], .noAddress),
            (["type": "sse", "url": "file:///etc/passwd"], .notAnAddress),
            (["type": "sse", "url": "http:///events"], .notAnAddress),
            (["type": "sse", "url": "http://h/a b"], .notAnAddress),
        ] as [(JSONValue, ChangeStreamProblem)])
    func refused(stream: JSONValue, problem: ChangeStreamProblem) throws {
        #expect(try address([stream]) == .failure(problem))
        let long = JSONValue.string("http://h/" + String(repeating: "x", count: 9000))
        #expect(try address([["type": "sse", "url": long]]) == .failure(.notAnAddress))
    }

    @Test("a server reached over https is not listened to in clear text")
    func clearText() throws {
        let stream: JSONValue = [["type": "sse", "url": "http://flags.example/events"]]
        #expect(try address(stream, base: "https://flags.example") == .failure(.unencrypted))
    }

    @Test("an address shows only its host, however it is printed")
    func hidden() throws {
        let found = try address([["type": "sse", "url": "http://h:81/secret-path?key=very-secret"]])
        let address = try #require(try found?.get())
        var dumped = ""
        dump(address, to: &dumped)
        for text in ["\(address)", String(reflecting: address), dumped] {
            #expect(text.contains("h:81"))
            #expect(!text.contains("secret"), "\(text)")
        }
    }
}
