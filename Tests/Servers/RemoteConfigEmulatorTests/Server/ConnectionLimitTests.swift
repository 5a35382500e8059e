import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import RemoteConfigEmulator

@Suite("Connections beyond what the system allows", .timeLimit(.minutes(1)))
struct ConnectionLimitTests {
    @Test("leave descriptors to the rest of the program")
    func reserve() {
        let usual = DescriptorReserve(limit: 1024)
        #expect(
            [3, 959, 960, 991, 992, 1023, 5000].map(usual.verdict) == [
                .serve, .serve, .refuse, .refuse, .drop, .drop, .drop,
            ])
        let small = DescriptorReserve(limit: 40)
        #expect([19, 20, 29, 30, 39].map(small.verdict) == [.serve, .refuse, .refuse, .drop, .drop])
    }

    @Test("are told so, whatever they ask for, and it is said once in a while")
    func refused() async throws {
        let clock = ManualClock(testTime)
        let emulator = try demoEmulator(configuration: Emulator.Configuration(now: { clock.now }))
        let limits = Recorder<Int>()
        let observation = emulator.observe { notice in
            if case .connectionsRefused(let limit) = notice { limits.record(limit) }
        }
        // Every descriptor of this process is in the last part of these few, and none is in the very last.
        let server = EmulatorServer(emulator, DescriptorReserve(limit: 1_000_000, size: 1_999_000))
        let port = UInt16(try #require(try await server.start().port))
        for wait in [0.0, 1, 20] {
            clock.advance(by: wait)
            let connection = try await RawConnection(port: port)
            let answer = try await connection.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 503 "), "\(answer)")
            #expect(answer.contains("retry-after: 1\r\n"))
            #expect(answer.contains("Too many connections"))
            await connection.close()
        }
        observation.cancel()
        #expect(limits.elements == [1_000_000, 1_000_000])
        #expect(emulator.newestRequests(10).isEmpty)
        await server.stop()
    }
}
