import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation
import TestSupport
import Testing

@testable import ExperimentsLink

@Suite("The reports of a linked app", .inTurn)
struct ReportQueueTests {
    private static let date = Date(timeIntervalSince1970: 0)

    private static func key(_ name: String, _ value: String = "v") -> ReportedKey {
        ReportedKey(name, status: .ok, value: value, supplier: .source)
    }

    private static func exposure(_ group: String) -> ReportedExposure {
        ReportedExposure(key: "k", experiment: "e", group: group, supplier: .source, at: date)
    }

    /// A queue whose server is there since time zero.
    private static func begun(_ keys: [ReportedKey] = []) -> ReportQueue {
        var queue = ReportQueue(identity: AppIdentity(app: "shop", installation: "i"), run: "r")
        queue.note(keys: keys, source: nil)
        queue.begin(at: .zero, fraction: 0)
        return queue
    }

    /// The next report, once its time has come.
    private static func next(_ queue: inout ReportQueue) -> AppReport? {
        guard let deadline = queue.deadline else { return nil }
        return queue.next(at: deadline, date: date)
    }

    private static func answer(
        _ answer: ReportAnswer, _ queue: inout ReportQueue, at now: Duration = .seconds(1)
    ) {
        let number = queue.unconfirmed?.sequence ?? 0
        queue.handle(answer, to: number, isLinked: true, at: now, fraction: 0)
    }

    /// A queue that told everything already.
    private static func settled(_ keys: [ReportedKey] = []) -> ReportQueue {
        var queue = begun(keys)
        _ = next(&queue)
        answer(.taken(ReportReceipt()), &queue)
        // There is no more to tell.
        _ = next(&queue)
        return queue
    }

    @Test("say first who the app is and how all its keys are, and not before the server is there")
    func first() {
        var queue = ReportQueue(identity: AppIdentity(app: "shop", installation: "i"), run: "r")
        queue.note(keys: [Self.key("b"), Self.key("a")], source: ReportedSource(fetchedAt: nil))
        queue.wake(at: .zero, fraction: 0)
        #expect(queue.deadline == nil)
        queue.begin(at: .seconds(1), fraction: 0.5)
        #expect(queue.deadline == .milliseconds(1_600))
        #expect(queue.next(at: .milliseconds(1_599), date: Self.date) == nil)
        let report = queue.next(at: .milliseconds(1_600), date: Self.date)
        #expect(report?.isWhole == true)
        #expect(report?.keys.map(\.name) == ["a", "b"])
        #expect(report?.sequence == 1)
    }

    @Test("say of a key that changed twice only how it is now, and nothing where nothing changed")
    func coalescing() {
        var queue = Self.settled([Self.key("a"), Self.key("b"), Self.key("c")])
        #expect(queue.deadline == nil)
        queue.note(keys: [Self.key("a", "1"), Self.key("b"), Self.key("c")], source: nil)
        queue.wake(at: .seconds(2), fraction: 0)
        queue.note(keys: [Self.key("a", "2"), Self.key("b")], source: nil)
        queue.wake(at: .seconds(2), fraction: 0)
        let report = Self.next(&queue)
        #expect(report?.keys == [Self.key("a", "2")])
        #expect(report?.removedKeys == ["c"])
        #expect(report?.isWhole == false)
        Self.answer(.taken(ReportReceipt()), &queue)
        queue.wake(at: .seconds(3), fraction: 0)
        #expect(Self.next(&queue) == nil)
    }

    @Test("are one at a time, and how long one took is reported by the next")
    func oneAtATime() {
        var queue = Self.begun()
        #expect(queue.next(at: .seconds(1), date: Self.date) != nil)
        queue.note(Self.exposure("g"))
        queue.wake(at: .seconds(1), fraction: 0)
        #expect(queue.deadline == nil)
        Self.answer(.taken(ReportReceipt()), &queue, at: .milliseconds(1_250))
        let report = Self.next(&queue)
        #expect(report?.exposures.count == 1)
        #expect(report?.roundTrip == 0.25)
    }

    @Test("are sent again as they were where the answer was lost, and later each time")
    func lost() {
        var queue = Self.begun([Self.key("a")])
        let report = Self.next(&queue)
        queue.note(keys: [Self.key("a", "new")], source: nil)
        let failure = LinkFailure(.broken, LinkProblem("lost"))
        Self.answer(.lost(failure), &queue)
        let first = queue.deadline
        #expect(Self.next(&queue) == report)
        Self.answer(.lost(failure), &queue)
        #expect(queue.deadline ?? .zero > first ?? .zero)
        #expect(Self.next(&queue) == report)
        Self.answer(.taken(ReportReceipt()), &queue)
        #expect(Self.next(&queue)?.keys == [Self.key("a", "new")])
    }

    @Test("wait while the server is away, and drop the oldest of too many events, which is reported")
    func dropping() {
        var queue = Self.settled()
        queue.pause()
        for number in 0..<(ReportQueue.mostWaiting + 5) { queue.note(Self.exposure("\(number)")) }
        queue.wake(at: .seconds(2), fraction: 0)
        #expect(queue.deadline == nil)
        queue.begin(at: .seconds(3), fraction: 0)
        let report = Self.next(&queue)
        #expect(report?.droppedEvents == 5)
        #expect(report?.exposures.first?.group == "5")
        Self.answer(.taken(ReportReceipt()), &queue)
        queue.note(Self.exposure("last"))
        queue.wake(at: .seconds(9), fraction: 0)
        while let more = Self.next(&queue) {
            #expect(more.droppedEvents == 0)
            if more.exposures.last?.group == "last" { return }
            Self.answer(.taken(ReportReceipt()), &queue)
        }
        Issue.record("the last exposure was not told")
    }

    @Test("keep what is under way when events are dropped, all of them included")
    func droppingUnderWay() {
        var queue = Self.begun()
        for number in 0..<ReportQueue.mostWaiting { queue.note(Self.exposure("\(number)")) }
        let report = Self.next(&queue)
        #expect(report?.exposures.count == ReportQueue.mostWaiting)
        queue.note(Self.exposure("more"))
        Self.answer(.taken(ReportReceipt()), &queue)
        #expect(Self.next(&queue)?.droppedEvents == 1)
        #expect(queue.exposures.isEmpty)
    }

    @Test("report everything again if the server asks for it, or if the server changed")
    func whole() {
        var queue = Self.begun([Self.key("a")])
        queue.note(revision: LinkRevision("o.1"))
        _ = Self.next(&queue)
        Self.answer(.taken(ReportReceipt(wantsWhole: true)), &queue)
        #expect(Self.next(&queue)?.isWhole == true)
        Self.answer(.taken(ReportReceipt()), &queue)
        queue.note(revision: LinkRevision("o.2"))
        queue.wake(at: .seconds(2), fraction: 0)
        let same = Self.next(&queue)
        #expect(same?.isWhole == false)
        #expect(same?.revision == LinkRevision("o.2"))
        Self.answer(.taken(ReportReceipt()), &queue)
        queue.note(revision: LinkRevision("p.1"))
        queue.wake(at: .seconds(3), fraction: 0)
        #expect(Self.next(&queue)?.isWhole == true)
    }

    @Test("are as large as a server accepts, and contain everything together")
    func sizes() throws {
        let long = String(repeating: "\u{1B}", count: LinkLimits.valueBytes)
        var queue = Self.begun((0..<25).map { Self.key("k\($0)", long) })
        var (names, now): ([String], Duration) = ([], .zero)
        while let report = Self.next(&queue) {
            let bytes = report.bytes
            #expect(bytes.count <= LinkLimits.reportBytes)
            #expect(report.isWhole == names.isEmpty)
            #expect(try AppReport(parsing: bytes) == report)
            names += report.keys.map(\.name)
            now += .seconds(10)
            Self.answer(.taken(ReportReceipt()), &queue, at: now)
        }
        #expect(Set(names).count == 25 && names.count == 25)
    }

    @Test("are made smaller where the server finds one too large, and given up where that does not help")
    func tooLarge() {
        let long = String(repeating: "v", count: LinkLimits.valueBytes)
        var queue = Self.begun((0..<60).map { Self.key("k\($0)", long) })
        var sizes: [Int] = []
        while let report = Self.next(&queue), sizes.count < 20 {
            sizes.append(report.keys.count)
            Self.answer(.tooLarge, &queue)
        }
        #expect(sizes.count < 20)
        #expect(zip(sizes, sizes.dropFirst()).prefix(3).allSatisfy { $0 > $1 })
    }

    @Test("are not sent twice where the server cannot read one")
    func unreadable() {
        var queue = Self.begun([Self.key("a")])
        queue.note(Self.exposure("g"))
        let first = Self.next(&queue)
        Self.answer(.unreadable, &queue)
        let second = Self.next(&queue)
        #expect(second?.sequence != first?.sequence)
        #expect(second?.exposures == [])
        #expect(second?.droppedEvents == 1)
    }

    @Test("end where the server wants none, until it is found again")
    func unwanted() {
        var queue = Self.begun()
        _ = Self.next(&queue)
        Self.answer(.unwanted, &queue)
        #expect(queue.deadline == nil)
        queue.note(Self.exposure("g"))
        queue.wake(at: .seconds(2), fraction: 0)
        #expect(queue.deadline == nil)
        queue.begin(at: .seconds(3), fraction: 0)
        #expect(queue.deadline != nil)
    }

    @Test("are not confirmed by an answer to another one")
    func lateAnswer() {
        var queue = Self.begun([Self.key("a")])
        _ = Self.next(&queue)
        queue.handle(.taken(ReportReceipt()), to: 99, isLinked: true, at: .seconds(1), fraction: 0)
        #expect(queue.unconfirmed != nil)
        queue.forgetServer()
        queue.begin(at: .seconds(2), fraction: 0)
        #expect(Self.next(&queue)?.isWhole == true)
    }

    @Test(
        "leave a server that hears some of them with the app's keys in the end",
        arguments: 0..<20 as Range<UInt64>)
    func convergence(seed: UInt64) {
        var random = SeededGenerator(seed: seed &+ FuzzEffort.seed)
        var queue = Self.begun()
        var (server, now): ([String: ReportedKey], Duration) = ([:], .zero)
        func settleOne(calm: Bool, _ random: inout SeededGenerator) {
            now += .seconds(60)
            guard let report = queue.next(at: now, date: Self.date) else { return }
            let luck = calm ? 9 : random.below(10)
            if luck > 2 {
                if report.isWhole { server = [:] }
                for key in report.keys { server[key.name] = key }
                for name in report.removedKeys { server[name] = nil }
            }
            let forgets = !calm && random.below(20) == 0
            if forgets { server = [:] }
            let isAnswered = luck > 4
            let answer: ReportAnswer =
                isAnswered || forgets
                ? .taken(ReportReceipt(wantsWhole: forgets))
                : .lost(LinkFailure(.broken, LinkProblem("lost")))
            if forgets && luck <= 2 { server = [:] }
            queue.handle(answer, to: report.sequence, isLinked: true, at: now, fraction: 0)
        }
        for _ in 0..<FuzzEffort.rounds(usually: 100, cases: 20) {
            let names = (0..<6).filter { _ in random.below(2) == 0 }.map { "k\($0)" }
            queue.note(keys: names.map { Self.key($0, "\(random.below(3))") }, source: nil)
            queue.wake(at: now, fraction: 0)
            settleOne(calm: false, &random)
        }
        for _ in 0..<5 {
            queue.wake(at: now, fraction: 0)
            settleOne(calm: true, &random)
        }
        #expect(server == queue.keys)
    }
}
