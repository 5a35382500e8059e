import ExperimentsCore
import ExperimentsTransport
import TestSupport
import Testing

@testable import ExperimentsEtcdClient

@Suite("A watch whose network is silent", .inTurn)
struct WatchCutOffTests {
    @Test("no answer, of another member and then of its own, means that the watch is cut off")
    func cutOff() throws {
        var (watch, _) = WatchTests.live()
        let lost = TransportError.timedOut(after: .seconds(2), host: "n")
        let failure = EtcdError.failed(.transport(lost), member: "n")
        for (second, asked) in [(10, 1), (12, 0)] {
            let time = Duration.seconds(second)
            let probe = try #require(watch.take(.woken, at: time, fraction: 0.5).probe)
            #expect(probe.endpoint == asked)
            let actions = watch.take(.probed(probe.number, .failure(failure)), at: time, fraction: 0.5)
            #expect(
                actions == (second == 10 ? [] : [.close, .tell(.condition(.interrupted(.transport(lost))))]))
        }
    }

    @Test("another member that gives no answer means nothing where its own does, or continues telling")
    func anotherIsAway() throws {
        let failure = EtcdError.failed(.transport(.timedOut(after: .seconds(2), host: "n")), member: "n")
        var (answered, _) = WatchTests.live()
        for (second, asked) in [(10, 1), (12, 0), (22, 1), (24, 0)] {
            let time = Duration.seconds(second)
            let probe = try #require(answered.take(.woken, at: time, fraction: 0.5).probe)
            #expect(probe.endpoint == asked)
            let answer: Result = asked == 1 ? .failure(failure) : .success(try WatchTests.probe(revision: 10))
            #expect(answered.take(.probed(probe.number, answer), at: time, fraction: 0.5).isEmpty)
        }
        var (told, stream) = WatchTests.live()
        for (second, revision) in [(10, 11), (12, 12), (14, 13)] {
            let time = Duration.seconds(second)
            let number = try #require(told.take(.woken, at: time, fraction: 0.5).probe).number
            #expect(told.take(.probed(number, .failure(failure)), at: time, fraction: 0.5).isEmpty)
            let event = #""watch_id": "1", "events": [\#(WatchTests.event(revision))]"#
            #expect(told.take(WatchTests.line(stream, event), at: time, fraction: 0.5).count == 1)
        }
    }
}
