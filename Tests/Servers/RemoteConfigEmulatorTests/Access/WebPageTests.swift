import ExperimentsCore
import FirebaseConfig
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("The emulator among web pages", .inTurn, .timeLimit(.minutes(60)))
struct WebPageTests {
    static let namespace = "/v1/projects/demo-shop/namespaces/firebase"

    /// The answer over a connection, as a browser would get it.
    func answer(
        _ method: String, _ path: String, _ headers: [String], body: String = "",
        webPages: WebPageRule = WebPageRule()
    ) async throws -> String {
        let emulator = try demoEmulator(configuration: Emulator.Configuration(webPages: webPages))
        let server = EmulatorServer(emulator)
        let port = UInt16(try #require(try await server.start().port))
        let host = headers.contains { $0.hasPrefix("Host:") } ? [] : ["Host: localhost"]
        let lines = (host + headers + ["Connection: close", "Content-Length: \(body.utf8.count)"]).joined(
            separator: "\r\n")
        let answer = try await ConnectionTests().answer(
            to: Array("\(method) \(path) HTTP/1.1\r\n\(lines)\r\n\r\n\(body)".utf8), port)
        await server.stop()
        return answer
    }

    @Test(
        "a page that a name server led here reads and sets nothing",
        arguments: [
            ("GET", "/emulator/v1/requests"), ("PUT", "/emulator/v1/faults"), ("POST", "/token"),
            ("GET", "/"),
            ("POST", "/v1/projects/demo-shop/namespaces/firebase:fetch?key=k"),
            ("GET", "/v1/projects/demo-shop/remoteConfig"),
            ("OPTIONS", "/v1/projects/demo-shop/namespaces/firebase:fetch"), ("GET", "/active_config"),
            ("GET", "http://evil.example/active_config"),
        ])
    func rebinding(method: String, path: String) async throws {
        let host = path.hasPrefix("http") ? "127.0.0.1" : "evil.example:9199"
        let headers = ["Host: \(host)", "Origin: http://evil.example:9199", "Authorization: Bearer owner"]
        let answer = try await answer(method, path, headers, body: #"{"faults": ["hang"]}"#)
        #expect(answer.hasPrefix("HTTP/1.1 421 Misdirected Request\r\n"), "\(answer)")
        #expect(answer.contains("evil.example"))
        #expect(answer.contains("--allow-host"))
        #expect(!answer.contains("access-control-allow-origin"))
    }

    @Test("a page of elsewhere neither fetches nor sets faults, and no word of the answer is for it")
    func foreign() async throws {
        let emulator = try demoEmulator()
        func status(_ method: String, _ path: String, _ headers: HeaderFields) async -> Int {
            let answer = await emulator.respond(
                to: EmulatorRequest(
                    method: method, path: path, query: ["key": "k"], headers: headers,
                    body: Array(#"{"faults": ["any/500"]}"#.utf8)))
            #expect(answer.headers["access-control-allow-origin"] == nil)
            return answer.status
        }
        let pages: [HeaderFields] = [
            ["origin": "https://evil.example"], ["origin": "null"], ["sec-fetch-site": "cross-site"],
        ]
        for page in pages {
            #expect(await status("POST", Self.namespace + ":fetch", page) == 403)
            #expect(await status("OPTIONS", Self.namespace + ":fetch", page) == 403)
            #expect(await status("PUT", "/emulator/v1/faults", page) == 403)
            #expect(await status("GET", "/active_config", page) == 403)
        }
        #expect(await status("PUT", "/emulator/v1/faults", ["origin": "http://localhost:5173"]) == 403)
        #expect(await status("OPTIONS", "/emulator/v1/faults", ["origin": "http://localhost:5173"]) == 403)
        #expect(emulator.faults.faults.isEmpty)
        #expect(emulator.newestRequests(1).first?.note.contains("--allow-origin") == true)
    }

    @Test("a page of this machine fetches as an app does")
    func ownPage() async throws {
        let emulator = try demoEmulator()
        let origin: HeaderFields = [
            "origin": "http://localhost:5173", "access-control-request-method": "POST",
        ]
        let preflight = await emulator.respond(
            to: EmulatorRequest(method: "OPTIONS", path: Self.namespace + ":fetch", headers: origin))
        #expect(preflight.status == 204)
        #expect(preflight.headers["access-control-allow-origin"] == "http://localhost:5173")
        let body = #"{"appId": "a", "appInstanceId": "f", "appInstanceIdToken": "t"}"#
        let fetched = await emulator.respond(
            to: EmulatorRequest(
                method: "POST", path: Self.namespace + ":fetch", query: ["key": "k"], headers: origin,
                body: Array(body.utf8)))
        #expect(fetched.status == 200)
        #expect(fetched.headers["access-control-allow-origin"] == "http://localhost:5173")
        #expect(fetched.headers["vary"] == "Origin")
        emulator.inject(Fault(.status(503, retryAfter: "3"), remaining: 1))
        let failed = await emulator.respond(
            to: EmulatorRequest(
                method: "POST", path: Self.namespace + ":fetch", query: ["key": "k"], headers: origin,
                body: Array(body.utf8)))
        #expect(failed.status == 503)
        #expect(failed.headers["access-control-allow-origin"] == "http://localhost:5173")
    }

    @Test("a page whose origin is named may do everything, and only by a name of the emulator")
    func allowed() async throws {
        let rule = WebPageRule(
            hosts: ["my-mac.local"], origins: [try #require(WebOrigin("https://shop.example"))])
        let page = ["Origin: https://shop.example", "Sec-Fetch-Site: cross-site"]
        for host in ["127.0.0.1:9199", "my-mac.local:9199"] {
            let answer = try await answer(
                "GET", "/emulator/v1/projects", ["Host: \(host)"] + page, webPages: rule)
            #expect(answer.hasPrefix("HTTP/1.1 200"))
            #expect(answer.contains("access-control-allow-origin: https://shop.example\r\n"))
        }
        let preflight = try await answer(
            "OPTIONS", "/emulator/v1/faults",
            [
                "Host: localhost", "Access-Control-Request-Method: PUT",
                "Access-Control-Request-Private-Network: true",
            ] + page, webPages: rule)
        #expect(preflight.hasPrefix("HTTP/1.1 204"))
        #expect(preflight.contains("access-control-allow-private-network: true\r\n"))
        let other = try await answer(
            "GET", "/emulator/v1/projects", ["Host: evil.example"] + page, webPages: rule)
        #expect(other.hasPrefix("HTTP/1.1 421"))
    }

    @Test("clients other than browsers ask as before, over loopback and as the Android emulator does")
    func noBrowser() async throws {
        for host in [
            ["Host: 127.0.0.1:9199"], ["Host: localhost"], ["Host: [::1]:9199"], ["Host: 10.0.2.2:9199"], [],
        ] {
            #expect(try await answer("GET", "/emulator/v1/projects", host).hasPrefix("HTTP/1.1 200"))
        }
        #expect(
            try await answer("GET", "/emulator/v1/projects", ["Host: 192.168.0.7"]).hasPrefix("HTTP/1.1 421"))
    }

    @Test("who listens for others is called by any address, and by no name that is not allowed")
    func otherMachines() async throws {
        let emulator = try demoEmulator(configuration: Emulator.Configuration(token: "own-secret"))
        let server = EmulatorServer(emulator, host: try #require(ListeningHost("0.0.0.0")))
        let port = UInt16(try #require(try await server.start().port))
        for (host, status) in [
            ("192.168.0.7:9199", 200), ("10.0.2.2", 200), ("localhost", 200), ("evil.example", 421),
        ] {
            let request =
                "GET /emulator/v1/projects HTTP/1.1\r\nHost: \(host)\r\nX-Emulator-Token: own-secret\r\n"
                + "Connection: close\r\n\r\n"
            let answer = try await ConnectionTests().answer(to: Array(request.utf8), port)
            #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(answer)")
        }
        await server.stop()
    }
}
