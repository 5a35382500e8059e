import FirebaseConfig
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("The emulator's server", .inTurn, .timeLimit(.minutes(60)))
struct EmulatorServerTests {
    @Test("port 0 finds a free port on the loopback address")
    func freePort() async throws {
        let first = EmulatorServer(try demoEmulator())
        let second = EmulatorServer(try demoEmulator())
        let urls = [try await first.start(), try await second.start()]
        #expect(urls.allSatisfy { $0.host == "127.0.0.1" })
        #expect(urls[0].port != urls[1].port)
        #expect(await first.url == urls[0])
        #expect(try await first.start() == urls[0])
        await first.stop()
        await second.stop()
        #expect(await first.url == nil)
    }

    @Test("a port that is taken is an error that says what to do")
    func taken() async throws {
        let first = EmulatorServer(try demoEmulator())
        let port = UInt16(try #require(try await first.start().port))
        let second = EmulatorServer(try demoEmulator(), port: port)
        let problem = await #expect(throws: EmulatorServerProblem.self) { try await second.start() }
        #expect(
            problem?.description
                == "cannot listen on port \(port): another program uses it; choose another port, or 0 for any free one"
        )
        await first.stop()
    }

    @Test("another address than loopback needs a token")
    func host() async throws {
        let everywhere = try #require(ListeningHost("0.0.0.0"))
        let open = EmulatorServer(try demoEmulator(), host: everywhere)
        let problem = await #expect(throws: EmulatorServerProblem.self) { try await open.start() }
        #expect(
            problem?.description
                == "cannot listen on 0.0.0.0, port 0: it is reachable from the network, so a token is required"
        )
        let configuration = Emulator.Configuration(token: UUID().uuidString)
        let guarded = EmulatorServer(try demoEmulator(configuration: configuration), host: everywhere)
        #expect(try await guarded.start().host == "0.0.0.0")
        await guarded.stop()
    }

    @Test("addresses are of IPv4 or IPv6, and loopback is known")
    func hosts() {
        #expect(ListeningHost("localhost") == .loopback)
        #expect(ListeningHost("127.0.0.2")?.isLoopback == true)
        #expect(ListeningHost("::1")?.isLoopback == true)
        #expect(ListeningHost("::")?.isLoopback == false)
        #expect(ListeningHost("192.168.0.1")?.isLoopback == false)
        for text in ["", "example.com", "1.2.3", "127.0.0.1.evil.com", ":::"] {
            #expect(ListeningHost(text) == nil)
        }
    }

    @Test("after a stop the port can be had again")
    func restart() async throws {
        let server = EmulatorServer(try demoEmulator())
        let port = UInt16(try #require(try await server.start().port))
        await server.stop()
        let again = EmulatorServer(try demoEmulator(), port: port)
        #expect(try await again.start().port == Int(port))
        await again.stop()
    }

    @Test("a request body over the limit is refused")
    func bodyLimit() async throws {
        let server = EmulatorServer(try demoEmulator())
        let url = try await server.start().appendingPathComponent("v1/projects/demo-shop/installations")
        let response = try await SystemTransport().send(
            TransportRequest(
                .post, url, body: [UInt8](repeating: 0x20, count: 1_500_000), timeout: .seconds(20)))
        #expect(response.status == 413)
        await server.stop()
    }
}
