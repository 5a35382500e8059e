import ExperimentsCore
import ExperimentsLinkProtocol
import TestSupport
import Testing

@testable import ExperimentsLink

@Suite("The machine of a link", .inTurn)
struct LinkMachineTests {
    private static let broken = LinkFailure(.broken, LinkProblem("away", isPassing: true))

    private static func state(_ number: Int, _ texts: [String: String] = [:], of origin: String = "a") throws
        -> LinkedState
    {
        LinkedState(
            revision: try #require(LinkRevision(origin: origin, number: number)),
            overrides: texts.mapValues { LinkedOverride(Override(value: $0)) })
    }

    /// A machine that is linked over connection 1 since time zero, and has a state.
    private static func linked(_ state: LinkedState) -> LinkMachine {
        var machine = LinkMachine()
        _ = machine.handle(.given(kept: nil), at: .zero, fraction: 0.5)
        _ = machine.handle(.opened(connection: 1), at: .zero, fraction: 0.5)
        _ = machine.handle(.told(connection: 1, .state(state)), at: .zero, fraction: 0.5)
        return machine
    }

    @Test("does nothing until a link is given")
    func inert() {
        var machine = LinkMachine()
        #expect(machine.deadline == nil)
        for happening: LinkHappening in [.timePassed, .networkChanged(isUsable: true), .takenBack] {
            #expect(machine.handle(happening, at: .seconds(1), fraction: 0.5) == [])
        }
        #expect(machine.status == .off)
    }

    @Test("puts what was kept active before it asks, and continues after it")
    func kept() throws {
        var machine = LinkMachine()
        let kept = try Self.state(3, ["k": "v"])
        #expect(
            machine.handle(.given(kept: kept), at: .zero, fraction: 0.5) == [
                .use(kept, isKept: true), .announce(.looking(problem: nil)),
                .open(connection: 1, after: kept.revision),
            ])
    }

    @Test("is linked once the server answers, and takes its overrides")
    func linking() throws {
        var machine = LinkMachine()
        _ = machine.handle(.given(kept: nil), at: .zero, fraction: 0.5)
        #expect(machine.handle(.opened(connection: 1), at: .zero, fraction: 0.5) == [.announce(.linked)])
        let (first, second) = (try Self.state(1, ["k": "v"]), try Self.state(2, ["k": "w"]))
        let whole = machine.handle(.told(connection: 1, .state(first)), at: .zero, fraction: 0.5)
        #expect(whole == [.use(first, isKept: false)])
        let changes = LinkedChanges(from: first, to: second)
        let changed = machine.handle(.told(connection: 1, .changes(changes)), at: .zero, fraction: 0.5)
        #expect(changed == [.use(second, isKept: false)])
    }

    @Test("takes a change that is reported twice once, and a whole state that it has for nothing new")
    func duplicates() throws {
        let (first, second) = (try Self.state(1), try Self.state(2, ["k": "w"]))
        var machine = Self.linked(first)
        let told = LinkHappening.told(connection: 1, .changes(LinkedChanges(from: first, to: second)))
        #expect(machine.handle(told, at: .zero, fraction: 0.5) == [.use(second, isKept: false)])
        #expect(machine.handle(told, at: .zero, fraction: 0.5) == [])
        #expect(machine.handle(.told(connection: 1, .state(second)), at: .zero, fraction: 0.5) == [])
    }

    @Test("asks for all again after a gap, and keeps what it has until then")
    func gap() throws {
        let first = try Self.state(1, ["k": "v"])
        var machine = Self.linked(first)
        let (third, fourth) = (try Self.state(3, ["k": "x"]), try Self.state(4, ["l": "y"]))
        let told = LinkHappening.told(connection: 1, .changes(LinkedChanges(from: third, to: fourth)))
        let effects = machine.handle(told, at: .seconds(10), fraction: 0.5)
        #expect(effects.first == .close)
        #expect(machine.state == first)
        let deadline = try #require(machine.deadline)
        let again = machine.handle(.timePassed, at: deadline, fraction: 0.5)
        #expect(again == [.open(connection: 3, after: nil)])
    }

    @Test("takes the whole state of a server that counts again, or from an older number")
    func older() throws {
        var machine = Self.linked(try Self.state(9, ["k": "v"]))
        for state in [try Self.state(2, ["k": "old"]), try Self.state(1, ["k": "other"], of: "b")] {
            let effects = machine.handle(.told(connection: 1, .state(state)), at: .zero, fraction: 0.5)
            #expect(effects == [.use(state, isKept: false)])
        }
    }

    @Test("keeps what it had while the server is away")
    func away() throws {
        let state = try Self.state(1, ["k": "v"])
        var machine = Self.linked(state)
        let effects = machine.handle(.ended(connection: 1, Self.broken), at: .seconds(60), fraction: 0.5)
        #expect(effects == [.announce(.looking(problem: Self.broken.problem))])
        #expect(machine.state == state)
        #expect(machine.deadline == .milliseconds(60_500))
    }

    @Test("ends the overrides where the server refuses the link, and asks again after minutes")
    func refused() throws {
        var machine = Self.linked(try Self.state(1, ["k": "v"]))
        let problem = LinkProblem("revoked")
        let effects = machine.handle(
            .ended(connection: 1, LinkFailure(.refused, problem)), at: .seconds(60), fraction: 0.5)
        #expect(effects == [.use(nil, isKept: false), .announce(.refused(problem))])
        #expect(machine.deadline == .seconds(360))
    }

    @Test("stays refused while it asks again, until the server takes the link")
    func refusedAgain() throws {
        var machine = Self.linked(try Self.state(1))
        let failure = LinkFailure(.refused, LinkProblem("revoked"))
        _ = machine.handle(.ended(connection: 1, failure), at: .seconds(60), fraction: 0.5)
        let again = machine.handle(.networkChanged(isUsable: true), at: .seconds(90), fraction: 0.5)
        #expect(again == [.open(connection: 3, after: nil)])
        #expect(machine.status == .refused(failure.problem))
        #expect(
            machine.handle(.opened(connection: 3), at: .seconds(91), fraction: 0.5) == [.announce(.linked)])
    }

    @Test("does not listen to a connection that it has given up")
    func lateMail() throws {
        let state = try Self.state(1)
        var machine = Self.linked(state)
        _ = machine.handle(.ended(connection: 1, Self.broken), at: .seconds(60), fraction: 0.5)
        _ = machine.handle(.timePassed, at: .seconds(61), fraction: 0.5)
        let late = LinkHappening.told(connection: 1, .state(try Self.state(7, ["k": "late"])))
        #expect(machine.handle(late, at: .seconds(61), fraction: 0.5) == [])
        #expect(machine.handle(.ended(connection: 1, Self.broken), at: .seconds(61), fraction: 0.5) == [])
        #expect(machine.state == state)
    }

    @Test("gives up a server that says nothing for forty seconds, and not one that gives a sign of life")
    func silence() throws {
        var machine = Self.linked(try Self.state(1))
        _ = machine.handle(.heard(connection: 1), at: .seconds(30), fraction: 0.5)
        #expect(machine.handle(.timePassed, at: .seconds(69), fraction: 0.5) == [])
        let effects = machine.handle(.timePassed, at: .seconds(70), fraction: 0.5)
        #expect(effects.first == .close)
        #expect(
            machine.status
                == .looking(problem: LinkProblem("the server sent nothing for 40 seconds", isPassing: true)))
    }

    @Test("looks for the server immediately after a day of sleep")
    func sleep() throws {
        var machine = Self.linked(try Self.state(1))
        let day = Duration.seconds(86_400)
        #expect(machine.handle(.timePassed, at: day, fraction: 0.5).first == .close)
        let deadline = try #require(machine.deadline)
        #expect(deadline - day <= .seconds(1))
    }

    @Test("opens again when the network changes, once it has settled")
    func network() throws {
        let state = try Self.state(1)
        var machine = Self.linked(state)
        #expect(machine.handle(.networkChanged(isUsable: true), at: .seconds(1), fraction: 0.5) == [])
        #expect(machine.handle(.networkChanged(isUsable: false), at: .seconds(3), fraction: 0.5) == [])
        let effects = machine.handle(.networkChanged(isUsable: true), at: .seconds(3), fraction: 0.5)
        #expect(effects == [.announce(.looking(problem: nil)), .open(connection: 2, after: state.revision)])
    }

    @Test("waits ever longer for a server that answers and ends immediately")
    func unsteady() throws {
        var machine = LinkMachine()
        _ = machine.handle(.given(kept: nil), at: .zero, fraction: 0.5)
        var (now, waits) = (Duration.zero, [Duration]())
        for _ in 0..<8 {
            guard case .open(let number, _)? = machine.handle(.timePassed, at: now, fraction: 0.5).last else {
                // The first connection is open already.
                _ = machine.handle(.ended(connection: 1, Self.broken), at: now, fraction: 0.5)
                now = try #require(machine.deadline)
                continue
            }
            _ = machine.handle(.opened(connection: number), at: now, fraction: 0.5)
            _ = machine.handle(.told(connection: number, .state(try Self.state(1))), at: now, fraction: 0.5)
            _ = machine.handle(.ended(connection: number, Self.broken), at: now, fraction: 0.5)
            waits.append(try #require(machine.deadline) - now)
            now = try #require(machine.deadline)
        }
        #expect(waits == [1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
    }

    @Test("ends everything when the link is taken back")
    func takenBack() throws {
        var machine = Self.linked(try Self.state(1, ["k": "v"]))
        let effects = machine.handle(.takenBack, at: .seconds(1), fraction: 0.5)
        #expect(effects == [.close, .use(nil, isKept: false), .announce(.off)])
        #expect(machine.deadline == nil)
    }

    @Test("leaves the state of another link behind")
    func relinked() throws {
        var machine = Self.linked(try Self.state(1, ["k": "v"]))
        let effects = machine.handle(.given(kept: nil), at: .seconds(1), fraction: 0.5)
        #expect(effects.first == .use(nil, isKept: true))
        #expect(effects.last == .open(connection: 2, after: nil))
    }

    private static func app(_ events: AppLifecycle.Event...) -> LinkHappening {
        var app = AppLifecycle()
        for event in events { app.handle(event) }
        return .appChanged(app)
    }

    @Test("is quiet in the background, and continues after what it has in the foreground")
    func background() throws {
        let state = try Self.state(1, ["k": "v"])
        var machine = Self.linked(state)
        let resting = machine.handle(Self.app(.background), at: .seconds(10), fraction: 0.5)
        #expect(resting == [.close, .announce(.looking(problem: nil))])
        #expect(machine.deadline == nil)
        #expect(machine.state == state)
        let late: [LinkHappening] = [
            .ended(connection: 1, Self.broken), .timePassed, .networkChanged(isUsable: true),
            Self.app(.background),
        ]
        for happening in late { #expect(machine.handle(happening, at: .seconds(90), fraction: 0.5) == []) }
        let opening = machine.handle(Self.app(), at: .seconds(100), fraction: 0.5)
        guard case .open(let connection, let revision)? = opening.last, opening.count == 1 else {
            Issue.record("expected one opening, got \(opening)")
            return
        }
        #expect(revision == state.revision)
        let opened = LinkHappening.opened(connection: connection)
        #expect(machine.handle(opened, at: .seconds(100), fraction: 0.5) == [.announce(.linked)])
    }

    @Test("says that it rests because of Low Data Mode")
    func lowData() throws {
        var machine = Self.linked(try Self.state(1))
        let effects = machine.handle(Self.app(.lowData(true)), at: .seconds(10), fraction: 0.5)
        #expect(effects.first == .close)
        guard case .looking(let problem?) = machine.status else {
            Issue.record("expected a problem, got \(machine.status)")
            return
        }
        #expect(problem.message == "the network is in Low Data Mode")
        #expect(machine.handle(Self.app(.lowData(true), .background), at: .seconds(11), fraction: 0.5) == [])
        _ = machine.handle(Self.app(.background), at: .seconds(12), fraction: 0.5)
        #expect(machine.status == .looking(problem: nil))
    }

    @Test("opens nothing for a link that is given while it rests, and looks for its server once it may")
    func givenWhileResting() throws {
        var machine = LinkMachine()
        #expect(machine.handle(Self.app(.background), at: .zero, fraction: 0.5) == [])
        let given = machine.handle(.given(kept: nil), at: .seconds(1), fraction: 0.5)
        #expect(given == [.announce(.looking(problem: nil))])
        let opening = machine.handle(Self.app(), at: .seconds(2), fraction: 0.5)
        #expect(opening.count == 1)
        #expect(machine.handle(.takenBack, at: .seconds(3), fraction: 0.5).contains(.close))
        #expect(machine.handle(Self.app(.background), at: .seconds(4), fraction: 0.5) == [])
    }
}
