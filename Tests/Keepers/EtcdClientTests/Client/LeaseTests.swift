import ExperimentsCore
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import ExperimentsEtcdClient

@Suite("Holding a lease", .inTurn, .timeLimit(.minutes(60)))
struct LeaseTests {
    @Test(
        "it is renewed after a third of its time or a little less, and granted again immediately where it is gone"
    )
    func rhythm() {
        var rhythm = EtcdLeaseRhythm(seconds: 15)
        rhythm.granted(EtcdLease(id: 7, seconds: 30))
        #expect(rhythm.wait(fraction: 0) == .seconds(10))
        #expect(rhythm.wait(fraction: 1) == .seconds(9))
        rhythm.renewed(EtcdLease(id: 7, seconds: 30))
        #expect(rhythm.id == 7)
        rhythm.renewed(nil)
        #expect(rhythm.id == nil && rhythm.wait(fraction: 0) == .zero)
    }

    @Test("a failure loses nothing, but for the word that the lease is gone")
    func failures() {
        var rhythm = EtcdLeaseRhythm(seconds: 15)
        rhythm.granted(EtcdLease(id: 7, seconds: 15))
        rhythm.failed(.failed(.transport(.offline), member: "a"))
        #expect(rhythm.id == 7)
        rhythm.failed(
            .failed(
                .refused(EtcdRefusal(code: 5, text: "etcdserver: requested lease not found")), member: "a"))
        #expect(rhythm.id == nil)
    }

    @Test("each lease that is granted is reported, and the last one is ended with the holding")
    func holding() async throws {
        let test = try ClientUnderTest(stopsAtLongWaits: true)
        test.members.answer(#"{"header": {}, "ID": "7", "TTL": "3"}"#)
        test.members.answer(#"{"result": {"header": {}, "ID": "7"}}"#)
        test.members.answer(#"{"header": {}, "ID": "8", "TTL": "60"}"#)
        let granted = Recorder<EtcdLeaseID>()
        let holding = Task { await test.client.holdLease(seconds: 3) { granted.record($0) } }
        #expect(try await granted.first(2) == [7, 8])
        test.members.answer(#"{"header": {}}"#)
        holding.cancel()
        await holding.value
        #expect(test.members.requests.last?.url.path == "/v3/lease/revoke")
        #expect(test.members.requests.last?.body == Array(#"{"ID":"8"}"#.utf8))
    }
}
