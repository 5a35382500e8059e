import ExperimentsCore
import ExperimentsTransport
import TestSupport
import Testing

@testable import ExperimentsEtcdClient

@Suite("Which member is asked next", .inTurn)
struct AttemptsTests {
    private static let refused = EtcdFailure.transport(.connectionRefused(host: "a", port: 1))
    private static let lost = EtcdFailure.transport(.connectionLost(host: "a"))
    private static let insecure = EtcdFailure.transport(.insecure(host: "a", reason: "b"))

    private static func refusal(_ code: Int, _ text: String) -> EtcdFailure {
        .refused(EtcdRefusal(code: code, text: text))
    }

    @Test("the others are asked immediately, and all again after waits that double up to 2 s")
    func rounds() {
        var attempts = EtcdAttempts(endpoints: 2, first: 1, effect: .none, at: .zero)
        var asked: [Int] = []
        var waits: [Duration] = []
        var now = Duration.zero
        while case .send(let wait) = attempts.step(after: Self.lost, at: now, fraction: 0.5) {
            asked.append(attempts.endpoint)
            waits.append(wait)
            now += wait
        }
        #expect(asked.prefix(4) == [0, 1, 0, 1])
        #expect(waits.prefix(4) == [.zero, .milliseconds(50), .zero, .milliseconds(100)])
        #expect(waits.max() == .seconds(2))
        #expect(now < EtcdAttempts.patience && now > .seconds(7))
    }

    @Test("if nothing listens anywhere, a reading ends after each was asked once, and a change soon")
    func nobody() {
        func end(_ failures: [EtcdFailure], _ effect: EtcdEffect = .none) -> Duration {
            var attempts = EtcdAttempts(endpoints: 2, first: 0, effect: effect, at: .zero)
            var (now, count) = (Duration.zero, 0)
            while case .send(let wait) = attempts.step(after: failures[count % 2], at: now, fraction: 0.5) {
                (now, count) = (now + wait, count + 1)
            }
            return now
        }
        #expect(end([Self.refused, Self.refused]) == .zero)
        #expect(end([Self.refused, Self.refused], .once) < EtcdAttempts.patienceToChange)
        #expect(end([Self.refused, Self.refused], .once) > .seconds(1))
        #expect(end([Self.refused, Self.lost]) > .seconds(7))
    }

    @Test("a change whose answer is lost is not tried for longer than one that was not sent")
    func lostAnswer() {
        var attempts = EtcdAttempts(endpoints: 2, first: 0, effect: .repeatable, at: .zero)
        var now = Duration.zero
        var step = attempts.step(after: Self.lost, at: now, fraction: 0.5)
        while case .send(let wait) = step {
            now += wait
            step = attempts.step(after: Self.lost, at: now, fraction: 0.5)
        }
        #expect(step == .unknown)
        #expect(now > .seconds(1) && now < EtcdAttempts.patienceToChange)
    }

    @Test("waits differ by chance, by a quarter at most")
    func chance() {
        #expect(EtcdAttempts.wait(round: 1, 0) == .milliseconds(37.5))
        #expect(EtcdAttempts.wait(round: 1, 1) == .milliseconds(62.5))
        #expect(EtcdAttempts.wait(round: 1000, 0.5) == .seconds(2))
    }

    @Test("a change that may have been made is not sent again, and its outcome is unknown")
    func once() {
        for failure in [
            Self.lost, Self.refusal(14, "etcdserver: request timed out"), Self.refusal(2, "deadline"),
        ] {
            var attempts = EtcdAttempts(endpoints: 2, first: 0, effect: .once, at: .zero)
            #expect(attempts.step(after: failure, at: .zero, fraction: 0) == .unknown, "\(failure)")
        }
    }

    @Test("a change that was surely not made is sent to the next member")
    func surely() {
        for failure in [Self.refused, Self.refusal(14, "etcdserver: no leader")] {
            var attempts = EtcdAttempts(endpoints: 2, first: 0, effect: .once, at: .zero)
            #expect(
                attempts.step(after: failure, at: .zero, fraction: 0) == .send(after: .zero), "\(failure)")
        }
    }

    @Test("a change that may arrive twice is sent again; where that is in vain, its outcome is unknown")
    func repeatable() {
        var attempts = EtcdAttempts(endpoints: 2, first: 0, effect: .repeatable, at: .zero)
        #expect(attempts.step(after: Self.lost, at: .zero, fraction: 0) == .send(after: .zero))
        #expect(attempts.step(after: Self.refused, at: .seconds(10), fraction: 0) == .unknown)
        var settled = EtcdAttempts(endpoints: 2, first: 0, effect: .repeatable, at: .zero)
        _ = settled.step(after: Self.lost, at: .zero, fraction: 0)
        let full = Self.refusal(8, "etcdserver: mvcc: database space exceeded")
        #expect(settled.step(after: full, at: .zero, fraction: 0) == .unknown)
    }

    @Test("what is refused for good is not tried again")
    func settled() {
        for failure in [Self.refusal(7, "etcdserver: permission denied"), .invalid(MessageError("x"))] {
            var attempts = EtcdAttempts(endpoints: 3, first: 0, effect: .none, at: .zero)
            #expect(attempts.step(after: failure, at: .zero, fraction: 0) == .fail, "\(failure)")
        }
    }

    @Test("a token that is refused is renewed once")
    func tokens() {
        let failure = Self.refusal(16, "etcdserver: invalid auth token")
        var attempts = EtcdAttempts(endpoints: 1, first: 0, effect: .once, at: .zero)
        #expect(attempts.step(after: failure, at: .zero, fraction: 0) == .signIn)
        #expect(attempts.step(after: failure, at: .zero, fraction: 0) == .fail)
    }

    @Test("a member has little time for a large answer while others were not asked yet")
    func timeouts() {
        var attempts = EtcdAttempts(endpoints: 2, first: 0, effect: .none, at: .zero)
        #expect(attempts.timeout(atMost: .seconds(10)) == .seconds(2))
        #expect(attempts.timeout(atMost: .seconds(1)) == .seconds(1))
        _ = attempts.step(after: Self.lost, at: .seconds(2), fraction: 0)
        #expect(attempts.timeout(atMost: .seconds(10)) == .seconds(10))
        let alone = EtcdAttempts(endpoints: 1, first: 0, effect: .none, at: .zero)
        #expect(alone.timeout(atMost: .seconds(10)) == .seconds(10))
    }

    @Test("if no member can be trusted, it is not tried for long")
    func insecure() {
        var attempts = EtcdAttempts(endpoints: 2, first: 0, effect: .none, at: .zero)
        #expect(attempts.step(after: Self.insecure, at: .zero, fraction: 0) == .send(after: .zero))
        #expect(attempts.step(after: Self.insecure, at: .zero, fraction: 0) == .fail)
    }
}
