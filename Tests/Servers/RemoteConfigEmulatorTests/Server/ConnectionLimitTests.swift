import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import RemoteConfigEmulator

@Suite("Connections to the emulator beyond what the system allows", .inTurn)
struct ConnectionLimitTests {
    @Test("are refused as the service would, and it is reported once in a while")
    func refused() throws {
        let clock = ManualClock(testTime)
        let emulator = try demoEmulator(configuration: Emulator.Configuration(now: { clock.now }))
        let limits = Recorder<Int>()
        let observation = emulator.observe { notice in
            if case .connectionsRefused(let limit) = notice { limits.record(limit) }
        }
        let responder = EmulatorResponder(emulator, .loopback)
        for wait in [0.0, 1, 20] {
            clock.advance(by: wait)
            let answer = responder.response(to: .tooManyConnections(limit: 1_000_000))
            #expect(answer.status == 503)
            #expect(answer.headers["retry-after"] == "1")
            let error = try JSONValue(parsing: answer.body)["error"]
            #expect(error?["status"] == "UNAVAILABLE")
            #expect(error?["message"]?.string?.contains("Too many connections") == true)
        }
        observation.cancel()
        #expect(limits.elements == [1_000_000, 1_000_000])
        #expect(emulator.newestRequests(10).isEmpty)
    }
}
