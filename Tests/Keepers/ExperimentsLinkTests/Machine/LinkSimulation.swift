import ExperimentsCore
import ExperimentsLinkProtocol
import TestSupport

@testable import ExperimentsLink

/// A machine, a server that changes and restarts, and a network between them that loses, doubles and delays.
struct LinkSimulation {
    private(set) var machine = LinkMachine()
    /// Every state that any server ever had.
    private(set) var everyState: Set<LinkedState> = []
    private(set) var isCalm = false
    private var server: [LinkedState]
    private var origins = 0
    private var wire: [LinkHappening] = []
    private var oldMail: [LinkHappening] = []
    private var open: Int?
    private var now = Duration.zero
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        server = []
        restart()
        act(.given(kept: nil))
    }

    /// What the server has now.
    var truth: LinkedState? { server.last }

    /// What the machine has is something that a server said, whole; never half of two.
    var isSound: Bool { machine.state.map(everyState.contains) ?? true }

    /// Lets something happen.
    mutating func step() {
        switch random.below(14) {
        case 0...2: change()
        case 3...7: deliver()
        case 8: if let doubled = wire.first { wire.insert(doubled, at: 0) }
        case 9: if !wire.isEmpty { oldMail.append(wire.remove(at: random.below(wire.count))) }
        case 10: if let late = oldMail.randomElement(using: &random) { act(late) }
        case 11: drop()
        case 12:
            if random.below(4) == 0 { restart() }
            act(.networkChanged(isUsable: random.below(2) == 0))
        default: pass(.milliseconds(random.below(random.below(20) == 0 ? 86_400_000 : 20_000)))
        }
    }

    /// Lets no more go wrong, and as much time pass as the longest wait takes.
    mutating func settle() {
        isCalm = true
        // What got lost shows by the next change that arrives.
        change()
        for _ in 0..<200 {
            while !wire.isEmpty { deliver() }
            if open != nil { act(.heard(connection: open ?? 0)) }
            pass(.seconds(10))
        }
    }

    private mutating func change() {
        guard let last = server.last else { return }
        var next = last
        next.revision = last.revision.next
        for _ in 0...random.below(3) {
            let name = "k\(random.below(5))"
            next.overrides[name] =
                random.below(3) == 0 ? nil : LinkedOverride(Override(value: "\(random.below(1_000))"))
        }
        server.append(next)
        everyState.insert(next)
        guard let open else { return }
        let event: LinkEvent =
            random.below(5) == 0 ? .state(next) : .changes(LinkedChanges(from: last, to: next))
        wire.append(.told(connection: open, event))
    }

    /// A server that has lost its count, and maybe its latest overrides.
    private mutating func restart() {
        origins += 1
        guard let revision = LinkRevision(origin: "o\(origins)", number: random.below(5)) else { return }
        let overrides = server.randomElement(using: &random)?.overrides ?? [:]
        server = [LinkedState(revision: revision, overrides: overrides)]
        everyState.formUnion(server)
        drop()
    }

    /// The connection ends; the machine is told of it, or never.
    private mutating func drop() {
        guard let number = open else { return }
        (open, wire) = (nil, [])
        guard random.below(3) > 0 else { return }
        wire = [.ended(connection: number, LinkFailure(.broken, LinkProblem("dropped", isPassing: true)))]
    }

    private mutating func deliver() {
        if !wire.isEmpty { act(wire.removeFirst()) }
    }

    private mutating func pass(_ time: Duration) {
        now += time
        act(.timePassed)
    }

    private mutating func act(_ happening: LinkHappening) {
        let fraction = Double(random.below(1_000)) / 1_000
        for effect in machine.handle(happening, at: now, fraction: fraction) {
            switch effect {
            case .open(let number, let revision): connect(number, after: revision)
            case .close: (open, wire) = (nil, [])
            case .use, .announce: break
            }
        }
    }

    private mutating func connect(_ number: Int, after revision: LinkRevision?) {
        oldMail += wire
        if !isCalm, random.below(3) == 0 {
            open = nil
            wire = [.ended(connection: number, LinkFailure(.broken, LinkProblem("refused", isPassing: true)))]
            return
        }
        open = number
        wire = [.opened(connection: number)]
        guard let last = server.last else { return }
        guard let known = server.first(where: { $0.revision == revision }) else {
            wire.append(.told(connection: number, .state(last)))
            return
        }
        if known != last {
            wire.append(.told(connection: number, .changes(LinkedChanges(from: known, to: last))))
        }
    }
}
