import ExperimentsTransport
import TestSupport
import Testing

@testable import ExperimentsEtcdClient

/// What a watch tells of a random history, over streams that are cut anywhere, end anywhere, fall silent, and begin behind
/// what is forgotten.
@Suite("A watch through a random history", .inTurn)
struct WatchPropertyTests {
    @Test("reports every change once, and ends with the content of the store")
    func histories() throws {
        for round in 0..<UInt64(FuzzEffort.rounds(usually: 150)) {
            let seed = FuzzEffort.seed &+ round
            var run = try SimulatedRun(seed: seed)
            for _ in 0..<120 { try run.step() }
            try run.settle()
            #expect(run.problems.isEmpty, "seed \(seed): \(run.problems)")
            for index in run.ranges.indices {
                let held = run.mirrors[index].sorted
                #expect(held == run.store.entries(in: run.ranges[index]), "seed \(seed), range \(index)")
                let told = run.told[index].flatMap(\.self)
                let happened = run.store.events(in: run.ranges[index], from: run.lastState + 1).flatMap(
                    \.self)
                #expect(told == happened, "seed \(seed), range \(index)")
            }
            guard run.problems.isEmpty else { return }
        }
    }

    @Test("the random histories have everything in them that can go wrong")
    func coverage() throws {
        var met: Set<String> = []
        for seed in 0..<UInt64(150) {
            var run = try SimulatedRun(seed: seed)
            for _ in 0..<120 { try run.step() }
            try run.settle()
            met.formUnion(run.met)
        }
        #expect(met == ["cut", "compaction", "silence", "a stalled watch", "reading again", "late answer"])
    }
}

/// A watch with a store, a network and a time that belong to the test.
struct SimulatedRun {
    let ranges: [EtcdKeyRange] = [.prefix("a/"), .prefix("b/")]
    var store = SimulatedStore()
    var mirrors: [EtcdMirror] = [EtcdMirror(range: 0), EtcdMirror(range: 1)]
    /// What was told of each range since everything was read for the last time.
    var told: [[[EtcdEvent]]] = [[], []]
    /// The revision at which everything was read for the last time.
    var lastState: Int64 = 0
    var problems: [String] = []
    var met: Set<String> = []

    private var random: SeededGenerator
    private var watch: EtcdWatch
    private var now = Duration.zero
    private var stream: (number: Int, stream: SimulatedStream)?
    /// Answers that are still to be delivered.
    private var answers: [EtcdWatch.Input] = []

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        watch = EtcdWatch(ranges.map { EtcdWatchedRange($0) }, members: ["m", "n", "o"])
        for _ in 0..<random.below(5) { store.change(&random) }
        let actions = watch.start()
        try perform(actions)
    }

    /// One thing that happens at random.
    mutating func step() throws {
        switch random.below(100) {
        case 0..<35: store.change(&random)
        case 35..<75: try deliver(1 + random.below(400))
        case 75..<80: try cut()
        case 80..<83:
            store.compacted = max(store.compacted, store.revision - Int64(random.below(4)))
            met.insert("compaction")
        case 83..<85:
            if stream != nil { met.insert("silence") }
            stream?.stream.isStalled = true
        case 85..<93: try answer()
        default:
            now += .milliseconds(random.below(12_000))
            try take(.woken)
        }
    }

    /// Lets everything come to its end: no more changes, no more faults.
    mutating func settle() throws {
        for _ in 0..<12 {
            for _ in 0..<40 {
                while !answers.isEmpty { try answer() }
                try deliver(.max)
            }
            guard let wakeAt = watch.wakeAt else { continue }
            now = max(now, wakeAt)
            try take(.woken)
        }
    }

    private mutating func deliver(_ limit: Int) throws {
        guard var open = stream else { return }
        open.stream.catchUp(store, &random)
        let piece = open.stream.deliver(limit)
        stream = open
        if !piece.isEmpty { try take(.received(open.number, piece)) }
    }

    private mutating func cut() throws {
        guard let open = stream else { return }
        met.insert("cut")
        stream = nil
        try take(.ended(open.number, .transport(.connectionLost(host: "m"))))
        // What was under way from a stream that is over is passed over.
        try take(.received(open.number, Array(#"{"result": {}}"#.utf8) + [10]))
    }

    private mutating func answer() throws {
        guard !answers.isEmpty else { return }
        if answers.count > 1 { met.insert("late answer") }
        try take(answers.removeFirst())
    }

    private mutating func take(_ input: EtcdWatch.Input) throws {
        let fraction = Double(random.below(1000)) / 1000
        try perform(watch.take(input, at: now, fraction: fraction))
    }

    private mutating func perform(_ actions: [EtcdWatch.Action]) throws {
        for action in actions {
            switch action {
            // Read when it is asked, and delivered some time later.
            case .load(let number): answers.append(.loaded(number, .success(store.snapshot(ranges))))
            case .open(let number, _, let body):
                stream = (number, try SimulatedStream(body, at: store))
            case .close: stream = nil
            case .signIn(let number): answers.append(.signedIn(number, nil))
            case .probe(let number, _, let question):
                answers.append(.probed(number, .success(try store.answer(question))))
            case .tell(let news): hear(news)
            }
        }
    }

    private mutating func hear(_ news: EtcdNews) {
        for index in mirrors.indices { _ = mirrors[index].take(news) }
        switch news {
        case .state(let snapshot):
            if lastState > 0 { met.insert("reading again") }
            lastState = snapshot.revision
            told = [[], []]
        case .events(let range, let events):
            if let first = events.first, let last = told[range].last?.last, first.revision <= last.revision {
                problems.append("revision \(first.revision) of range \(range) was told in parts, or twice")
            }
            if events.count != Set(events.map { "\($0.revision) \($0.key)" }).count {
                problems.append("events are told twice at once")
            }
            told[range].append(events)
        case .condition(.interrupted(.stalled)): met.insert("a stalled watch")
        case .condition(.interrupted(.invalid(let problem))): problems.append("\(problem)")
        case .condition(.ended), .condition(.refused): problems.append("\(news)")
        case .condition: break
        }
    }
}
