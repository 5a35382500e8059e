import ExperimentsCore
import ExperimentsTransport
import TestSupport
import Testing

@testable import ExperimentsEtcdClient

@Suite("A watch of etcd, step by step", .inTurn)
struct WatchTests {
    @Test("it reads everything, then watches from the next revision on, in one stream")
    func beginning() throws {
        var watch = EtcdWatch(
            [EtcdWatchedRange(.prefix("a/")), EtcdWatchedRange(.key("b"))], members: ["m"])
        #expect(watch.start() == [.tell(.condition(.connecting)), .load(1)])
        let snapshot = EtcdSnapshot(clusterID: 5, revision: 10, entries: [[], []])
        let actions = watch.take(.loaded(1, .success(snapshot)), at: .zero, fraction: 0)
        let body = """
            {"create_request":{"key":"YS8=","range_end":"YTA=","start_revision":"11","progress_notify":true,\
            "fragment":true,"watch_id":"1"}}
            {"create_request":{"key":"Yg==","start_revision":"11","progress_notify":true,"fragment":true,"watch_id":"2"}}
            """
        #expect(actions == [.tell(.state(snapshot)), .open(2, endpoint: 0, body: Array(body.utf8))])
    }

    @Test("it is live once all its watches have begun")
    func live() {
        var watch = EtcdWatch([EtcdWatchedRange(.key("a")), EtcdWatchedRange(.key("b"))], members: ["m"])
        _ = watch.start()
        let snapshot = EtcdSnapshot(clusterID: 5, revision: 10, entries: [[], []])
        _ = watch.take(.loaded(1, .success(snapshot)), at: .zero, fraction: 0)
        #expect(
            watch.take(Self.line(2, #""watch_id": "1", "created": true"#), at: .zero, fraction: 0).isEmpty)
        #expect(
            watch.take(Self.line(2, #""watch_id": "2", "created": true"#), at: .zero, fraction: 0)
                == [.tell(.condition(.live(endpoint: 0)))])
    }

    @Test("a revision that is split over two lines is reported together, and again where the second is lost")
    func fragments() throws {
        var (watch, stream) = Self.live()
        let first = #""watch_id": "1", "fragment": true, "events": [\#(Self.event(11))]"#
        #expect(watch.take(Self.line(stream, first), at: .zero, fraction: 0.5).isEmpty)
        let lost = watch.take(
            .ended(stream, .transport(.connectionLost(host: "m"))), at: .zero, fraction: 0.5)
        #expect(lost.first == .close)
        let again = watch.take(.woken, at: .zero, fraction: 0.5)
        #expect(try Self.start(again) == "11")
        _ = watch.take(Self.line(4, #""watch_id": "1", "created": true"#), at: .zero, fraction: 0.5)
        #expect(watch.take(Self.line(4, first), at: .zero, fraction: 0.5).isEmpty)
        let rest = #""watch_id": "1", "events": [\#(Self.event(11, "YS9j"))]"#
        let events = watch.take(Self.line(4, rest), at: .zero, fraction: 0.5).events
        #expect(events.map(\.key) == ["a/b", "a/c"])
    }

    @Test("of lines that others continue with, whole revisions are reported immediately")
    func longFragments() {
        var (watch, stream) = Self.live()
        let part = #""watch_id": "1", "fragment": true, "events": [\#(Self.event(11)), \#(Self.event(12))]"#
        #expect(watch.take(Self.line(stream, part), at: .zero, fraction: 0.5).events.map(\.revision) == [11])
        let rest = #""watch_id": "1", "events": [\#(Self.event(12, "YS9j")), \#(Self.event(13))]"#
        #expect(
            watch.take(Self.line(stream, rest), at: .zero, fraction: 0.5).events.map(\.revision) == [
                12, 12, 13,
            ])
    }

    @Test("reported changes are not reported again, and changes out of order are ignored")
    func repeated() {
        var (watch, stream) = Self.live()
        let events = #""watch_id": "1", "events": [\#(Self.event(11)), \#(Self.event(12))]"#
        #expect(watch.take(Self.line(stream, events), at: .zero, fraction: 0.5).count == 1)
        #expect(watch.take(Self.line(stream, events), at: .zero, fraction: 0.5).isEmpty)
        let wrong = #""watch_id": "1", "events": [\#(Self.event(14)), \#(Self.event(13))]"#
        #expect(watch.take(Self.line(stream, wrong), at: .zero, fraction: 0.5).first == .close)
    }

    @Test("the last revision that a number can name ends nothing")
    func lastRevision() throws {
        var (watch, stream) = Self.live()
        _ = watch.take(Self.line(stream, #""watch_id": "1""#, revision: .max), at: .zero, fraction: 0.5)
        let event = #""watch_id": "1", "events": [\#(Self.event(.max))]"#
        #expect(watch.take(Self.line(stream, event), at: .zero, fraction: 0.5).events.count == 1)
    }

    @Test("a word that nothing happened moves the beginning of the next stream")
    func progress() throws {
        var (watch, stream) = Self.live()
        _ = watch.take(Self.line(stream, #""watch_id": "1""#, revision: 40), at: .zero, fraction: 0.5)
        _ = watch.take(.ended(stream, .transport(.connectionLost(host: "m"))), at: .zero, fraction: 0.5)
        #expect(try Self.start(watch.take(.woken, at: .zero, fraction: 0.5)) == "41")
    }

    @Test("if the history is forgotten, everything is read again")
    func compacted() {
        var (watch, stream) = Self.opened()
        _ = watch.take(Self.line(stream, #""watch_id": "1", "created": true"#), at: .zero, fraction: 0.5)
        let actions = watch.take(
            Self.line(stream, #""watch_id": "1", "canceled": true, "compact_revision": "12""#), at: .zero,
            fraction: 0.5
        )
        #expect(actions == [.close, .load(3)])
    }

    @Test("a member that does not begin within 5 s is left for the next one")
    func slowOpening() {
        var (watch, _) = Self.opened()
        #expect(watch.wakeAt == .seconds(5))
        #expect(watch.take(.woken, at: .seconds(4.9), fraction: 0.5).isEmpty)
        #expect(watch.take(.woken, at: .seconds(5), fraction: 0.5).first == .close)
        #expect(watch.endpoint == 1)
    }

    @Test(
        "members are tried one after the other immediately, then after waits that double, until one lives for a while"
    )
    func backOff() {
        var (watch, stream) = Self.opened()
        var now = Duration.zero
        var waits: [Duration] = []
        let failure = EtcdFailure.transport(.connectionRefused(host: "m", port: 1))
        for _ in 0..<12 {
            _ = watch.take(.ended(stream, failure), at: now, fraction: 0.5)
            waits.append((watch.wakeAt ?? now) - now)
            now = watch.wakeAt ?? now
            stream += 2
            _ = watch.take(.woken, at: now, fraction: 0.5)
        }
        #expect(waits.prefix(4) == [.zero, .milliseconds(50), .milliseconds(100), .milliseconds(200)])
        #expect(waits.last == .seconds(2))
        _ = watch.take(Self.line(stream, #""watch_id": "1", "created": true"#), at: now, fraction: 0.5)
        _ = watch.take(.ended(stream, failure), at: now + .seconds(6), fraction: 0.5)
        #expect(watch.wakeAt == now + .seconds(6))
    }

    @Test(
        "who was cut off for an hour asked every 2 s or so, and reads everything again where too much was forgotten"
    )
    func longPartition() {
        var (watch, stream) = Self.live()
        var now = Duration.seconds(10)
        var tries = 0
        let failure = EtcdFailure.transport(.timedOut(after: .seconds(1), host: "m"))
        _ = watch.take(.ended(stream, failure), at: now, fraction: 0.5)
        while now < .seconds(3600) {
            now = watch.wakeAt ?? now
            let opened = watch.take(.woken, at: now, fraction: 0.5).opened
            guard let opened else { continue }
            (stream, tries) = (opened, tries + 1)
            let told = watch.take(.ended(stream, failure), at: now, fraction: 0.5).conditions
            #expect(told.isEmpty, "it is said once that nothing is heard")
        }
        #expect((1700...1900).contains(tries))
        now = watch.wakeAt ?? now
        stream = watch.take(.woken, at: now, fraction: 0.5).opened ?? 0
        _ = watch.take(
            Self.line(stream, #""watch_id": "1", "created": true"#, revision: 900), at: now, fraction: 0.5)
        let forgotten = #""watch_id": "1", "canceled": true, "compact_revision": "800""#
        let actions = watch.take(Self.line(stream, forgotten, revision: 900), at: now, fraction: 0.5)
        #expect(actions == [.close, .load(stream + 1)])
    }

    @Test("a token that is refused is renewed once; refused again, someone has to mend it")
    func signIn() {
        var (watch, stream) = Self.opened(mayHaveToSignIn: true)
        let reason = "rpc error: code = Unauthenticated desc = etcdserver: invalid auth token"
        let refused = #""watch_id": "-1", "created": true, "canceled": true, "cancel_reason": "\#(reason)""#
        #expect(watch.take(Self.line(stream, refused), at: .zero, fraction: 0.5) == [.close, .signIn(3)])
        let actions = watch.take(.signedIn(3, nil), at: .zero, fraction: 0.5)
        #expect(actions.opened == 4)
        let conditions = watch.take(Self.line(4, refused), at: .zero, fraction: 0.5).conditions
        guard case .refused(let error) = conditions.first else {
            Issue.record("\(conditions)")
            return
        }
        #expect(error.refusal == .signInNeeded)
        #expect(watch.wakeAt == .seconds(30))
    }

    @Test("another cluster ends it, and nothing of what follows is reported")
    func anotherCluster() {
        var (watch, stream) = Self.live()
        let event = #""watch_id": "1", "events": [\#(Self.event(11))]"#
        #expect(
            watch.take(Self.line(stream, event, cluster: 6), at: .zero, fraction: 0.5)
                == [.close, .tell(.condition(.ended(.anotherCluster(member: "m"))))])
        #expect(watch.isOver)
        #expect(watch.take(Self.line(stream, event), at: .zero, fraction: 0.5).isEmpty)
    }

    @Test("after 10 s, another member is asked for anything newer than the last report")
    func probe() throws {
        var (watch, _) = Self.live()
        #expect(watch.wakeAt == .seconds(10))
        let probe = try #require(watch.take(.woken, at: .seconds(10), fraction: 0.5).probe)
        #expect(probe.endpoint == 1)
        #expect(
            probe.question.success == [
                .read(EtcdRead(.prefix("a/"), limit: 1, changedSince: 11, detail: .keys))
            ])
        #expect(probe.question.effect == .none)
    }

    @Test("two newer revisions without a report in between mean that the watch has stalled")
    func stalled() throws {
        var (watch, stream) = Self.live()
        for second in [10, 12] {
            let time = Duration.seconds(second)
            let number = try #require(watch.take(.woken, at: time, fraction: 0.5).probe).number
            let answer = try Self.probe(revision: 11, newest: 11)
            let actions = watch.take(.probed(number, .success(answer)), at: time, fraction: 0.5)
            #expect(actions == (second == 10 ? [] : [.close, .tell(.condition(.interrupted(.stalled)))]))
        }
        #expect(watch.endpoint == 1)
        #expect(watch.take(Self.line(stream, #""watch_id": "1""#), at: .seconds(12), fraction: 0.5).isEmpty)
    }

    @Test("something newer that is reported a moment later means nothing")
    func late() throws {
        var (watch, stream) = Self.live()
        for (second, revision) in [(10, 11), (12, 12)] {
            let time = Duration.seconds(second)
            let number = try #require(watch.take(.woken, at: time, fraction: 0.5).probe).number
            let answer = try Self.probe(revision: Int64(revision), newest: Int64(revision))
            #expect(watch.take(.probed(number, .success(answer)), at: time, fraction: 0.5).isEmpty)
            let event = #""watch_id": "1", "events": [\#(Self.event(revision))]"#
            #expect(watch.take(Self.line(stream, event), at: time, fraction: 0.5).count == 1)
        }
    }

    @Test("a store that has gone back, as after a restore, is read again")
    func restored() throws {
        var (watch, _) = Self.live()
        let number = try #require(watch.take(.woken, at: .seconds(10), fraction: 0.5).probe).number
        let answer = try Self.probe(revision: 9)
        #expect(
            watch.take(.probed(number, .success(answer)), at: .seconds(10), fraction: 0.5) == [
                .close, .load(3),
            ])
    }

    @Test("a stream without a leader is left for another member")
    func noLeader() {
        var (watch, stream) = Self.live()
        let line =
            #"{"error": {"grpc_code": 14, "http_code": 503, "message": "etcdserver: no leader"}}"# + "\n"
        let actions = watch.take(.received(stream, Array(line.utf8)), at: .zero, fraction: 0.5)
        guard case .interrupted(.refused(let refusal)) = actions.conditions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(refusal.kind == .noLeader)
    }
}

extension [EtcdWatch.Action] {
    /// The events that are told.
    fileprivate var events: [EtcdEvent] {
        flatMap { action -> [EtcdEvent] in
            if case .tell(.events(_, let events)) = action { events } else { [] }
        }
    }

    /// What is told of how the watch is.
    fileprivate var conditions: [EtcdWatchCondition] {
        compactMap { action -> EtcdWatchCondition? in
            if case .tell(.condition(let condition)) = action { condition } else { nil }
        }
    }

    /// The number of the stream that is opened; nil where none is.
    fileprivate var opened: Int? {
        for case .open(let number, _, _) in self { return number }
        return nil
    }
}
