#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import ExperimentsTransport

@Suite(
    "Authorities and certificates of a transport's own", .inTurn,
    .enabled(if: SecureServer.isPossible, Comment(rawValue: SecureServer.absence)), .timeLimit(.minutes(60)))
struct SecurityTests {
    private static func status(_ server: SecureServer, _ security: TransportSecurity) async throws -> Int {
        let request = TransportRequest(.get, server.url, timeout: .seconds(600))
        return try await SystemTransport(security: security).send(request).status
    }

    private static func isInsecure(_ error: any Error) -> Bool {
        if case .insecure(_, let reason) = error as? TransportError { !reason.isEmpty } else { false }
    }

    @Test("a server of a private authority is trusted where the authority is given, and nowhere else")
    func authorities() async throws {
        let server = try await SecureServer(asksForCertificate: false)
        #expect(try await Self.status(server, TransportSecurity(authorities: server.authority)) == 200)
        await #expect { try await Self.status(server, TransportSecurity()) } throws: { Self.isInsecure($0) }
        let absent = TransportSecurity(authorities: server.authority + ".absent")
        await #expect { try await Self.status(server, absent) } throws: { Self.isInsecure($0) }
    }

    @Test("streams trust the same authorities")
    func streams() async throws {
        let server = try await SecureServer(asksForCertificate: false)
        let request = TransportRequest(.get, server.url, timeout: .seconds(600))
        let trusting = SystemTransport(security: TransportSecurity(authorities: server.authority))
        #expect(try await trusting.open(request).status == 200)
        await #expect { try await SystemTransport().open(request) } throws: { Self.isInsecure($0) }
    }

    @Test(
        "a server that asks for a certificate is shown the one that is given, and refuses whoever shows none")
    func certificates() async throws {
        let server = try await SecureServer(asksForCertificate: true)
        var security = TransportSecurity(
            authorities: server.authority, certificate: server.client, key: server.clientKey)
        #expect(try await Self.status(server, security) == 200)
        security.key = server.authority
        await #expect { try await Self.status(server, security) } throws: { Self.isInsecure($0) }
        (security.certificate, security.key) = (nil, nil)
        await #expect { try await Self.status(server, security) } throws: { Self.isInsecure($0) }
    }
}
#endif

#if canImport(Darwin)
import Foundation
import Testing

@testable import ExperimentsTransport

@Suite("Files of certificates on Apple's systems", .inTurn)
struct KeychainTests {
    @Test("a transport that is given some says so and sends nothing")
    func elsewhere() async throws {
        let request = TransportRequest(.get, try #require(URL(string: "https://example.com:8443/")))
        #expect(throws: Never.self) { try TransportSecurity().requireNoFiles(for: request) }
        let transport = SystemTransport(security: TransportSecurity(authorities: "a"))
        let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
        guard case .insecure("example.com:8443", let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!reason.isEmpty)
    }
}
#endif
