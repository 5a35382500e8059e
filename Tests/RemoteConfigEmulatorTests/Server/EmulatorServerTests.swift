import FirebaseConfig
import Foundation
import RemoteConfigEmulator
import Testing

@Suite("The emulator's server", .timeLimit(.minutes(1)))
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
                == "cannot listen on port \(port): another program uses it; choose another port, or 0 for any free one")
        await first.stop()
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
        let response = try await URLSessionTransport().send(
            TransportRequest(.post, url, body: [UInt8](repeating: 0x20, count: 1_500_000), timeout: .seconds(20)))
        #expect(response.status == 413)
        await server.stop()
    }
}
