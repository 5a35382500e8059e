import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsServer

@Suite("Apps on a port", .inTurn, .timeLimit(.minutes(60)))
struct LinkServingTests {
    private func serving(
        _ site: LinkSite, token: String? = nil, _ body: (UInt16) async throws -> Void
    ) async throws {
        let server = ExperimentsServer(
            ServerConfiguration(token: token.flatMap(ServerToken.init), drainPatience: .milliseconds(100)),
            parts: [site.part])
        let port = UInt16(try #require(try await server.start().port))
        do {
            try await body(port)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func follow(
        _ port: UInt16, _ app: String, _ installation: String, token: String? = nil, since id: String? = nil
    )
        async throws -> RawConnection
    {
        let connection = try await RawConnection(port: port)
        let fields =
            (token.map { "Authorization: Bearer \($0)\r\n" } ?? "")
            + (id.map { "Last-Event-ID: \($0)\r\n" } ?? "")
        try await connection.send(
            "GET \(LinkAPI.eventsPath)?app=\(app)&installation=\(installation) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n"
        )
        return connection
    }

    @Test("an app gets the current overrides, each change as it is made, and what it missed when it returns")
    func stream() async throws {
        let site = try LinkSite()
        let token = try site.link("shop")
        try await serving(site, token: "s3cret") { port in
            let app = try await follow(port, "shop", "phone", token: token)
            let head = try await app.read(until: "\"overrides\":{}")
            #expect(head.contains("content-type: text/event-stream") && head.contains("event: state\n"))
            try site.set("b", of: "paywall_type", for: .installation(app: "shop", id: "phone"))
            let change = try await app.read(until: "\n\n")
            let next = change.contains("event: changes") ? change : try await app.read(until: "\n\n")
            #expect(next.contains("event: changes") && next.contains("\"scope\":\"installation\""))
            let id = try #require(next.split(separator: "\n").first { $0.hasPrefix("id: ") }?.dropFirst(4))
            await app.close()
            try site.set("c", of: "paywall_type")
            try site.set("d", of: "title")
            let again = try await follow(port, "shop", "phone", token: token, since: String(id))
            let missed = try await again.read(until: "\"title\"")
            #expect(!missed.contains("event: state"))
            try await eventually("the app that left to be gone") {
                site.reports.words.contains("-shop/phone")
            }
            await again.close()
        }
        #expect(site.reports.words.first == "+shop/phone")
    }

    @Test("a revoked link ends its stream, and lets no one in any more")
    func revoked() async throws {
        let site = try LinkSite()
        let token = try site.link("shop")
        try await serving(site, token: "s3cret") { port in
            let app = try await follow(port, "shop", "phone", token: token)
            _ = try await app.read(until: "\"overrides\":{}")
            _ = try site.grants.revoke(app: "shop")
            #expect(try await app.readToEnd().hasSuffix("0\r\n\r\n"))
            let again = try await follow(port, "shop", "phone", token: token)
            #expect(try await again.read(until: "\r\n").contains("401"))
            await again.close()
        }
    }

    @Test("a change reaches hundreds of apps, each once")
    func many() async throws {
        let site = try LinkSite()
        try await serving(site) { port in
            var apps: [RawConnection] = []
            for index in 0..<200 { apps.append(try await follow(port, "shop", "\(index)")) }
            for app in apps { _ = try await app.read(until: "\"overrides\":{}") }
            #expect(site.hub.streamCount == 200)
            try site.set("b", of: "paywall_type")
            for app in apps { _ = try await app.read(until: "\"value\":\"b\"") }
            for app in apps { await app.close() }
            try await eventually("the streams to be gone") { site.hub.streamCount == 0 }
        }
    }

    @Test(
        "a body of more than a megabyte is refused before it is read, and a page of another origin gets nothing"
    )
    func enemies() async throws {
        let site = try LinkSite()
        try await serving(site) { port in
            let large = try await RawConnection(port: port)
            try await large.send(
                "POST \(LinkAPI.reportsPath) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000001\r\n\r\n")
            #expect(try await large.read(until: "\r\n").contains("413"))
            await large.close()
            for field in ["Origin: https://evil.example", "Host: evil.example"] {
                let host = field.hasPrefix("Host") ? "" : "Host: localhost\r\n"
                let page = try await RawConnection(port: port)
                try await page.send(
                    "PUT \(LinkAPI.overridesPath)/a HTTP/1.1\r\n\(host)\(field)\r\nIf-Match: *\r\nContent-Length: 14\r\n\r\n"
                        + #"{"value": "x"}"#)
                let status = try await page.read(until: "\r\n")
                #expect(status.contains(field.hasPrefix("Host") ? "421" : "403"))
                await page.close()
            }
            #expect(site.ledger.store.overrides.isEmpty)
        }
    }

    @Test("an app that leaves in the middle of a request, or says nothing, keeps no one else waiting")
    func halfOpen() async throws {
        let site = try LinkSite()
        try await serving(site) { port in
            let silent = try await RawConnection(port: port)
            let torn = try await RawConnection(port: port)
            try await torn.send(
                "POST \(LinkAPI.reportsPath) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{")
            let app = try await follow(port, "shop", "phone")
            _ = try await app.read(until: "\"overrides\":{}")
            await torn.close()
            try site.set("b", of: "paywall_type")
            _ = try await app.read(until: "\"value\":\"b\"")
            await app.close()
            await silent.close()
        }
        #expect(site.reports.reports.isEmpty)
    }
}
