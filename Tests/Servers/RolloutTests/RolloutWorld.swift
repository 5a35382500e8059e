import ExperimentEvents
import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsLocks
import ExperimentsOperator
import ExperimentsProject
import ExperimentsRollouts
import ExperimentsSupport
import ExperimentsTransport
import FirebaseConfig
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator
import Testing

/// A clock that only tests move.
final class WorldClock: Sendable {
    private let time: Mutex<Date>

    init(_ start: Date) { time = Mutex(start) }

    var now: Date { time.withLock { $0 } }

    func advance(by seconds: TimeInterval) { time.withLock { $0 += seconds } }
}

/// Users, apps and crash reports, and the results that a store of events would have.
final class WorldUsers: ExperimentResultsSource {
    /// The users who came in some hours.
    private struct Batch {
        let at: Date
        let users: [Int]
        let crashes: [Int]
        let returning: Int
    }

    private struct State {
        var random: SplitMix64
        /// The shares of users who crash, with the old and with the new value.
        var crashRates: [Double]
        var splits: [SourceSplit] = []
        /// The shares of the new value in the published template, in percent.
        var published: [(from: Date, percent: Double)] = []
        var batches: [Batch] = []
        var isBroken = false
        var counts = Counts()
    }

    /// The numbers of users who came since a time.
    struct Counts: Sendable {
        var all = 0
        /// The users with the new value, and those of them who crashed.
        var exposed = 0
        var crashed = 0
    }

    static let usersPerDay = 20_000.0
    static let returningShare = 0.6
    /// The time within which all apps fetch, and after which a crash is reported, in seconds.
    private static let fetchTime: TimeInterval = 12 * 3600
    private static let reportTime: TimeInterval = 24 * 3600

    let experiment: ProjectExperiment
    let metrics: [ProjectMetric]
    private let state: Mutex<State>

    init(_ rollout: ProjectRollout, crashRates: [Double], seed: UInt64) {
        experiment = ProjectExperiment(
            name: rollout.experiment, key: rollout.key, groups: ["classic", rollout.value],
            metrics: ["crashes"])
        var design = MetricDesign(name: "crashes", direction: .down, role: .guardrail)
        // Ten percent of a crash rate of 1% would take a month at 5%.
        design.margin = .lift(1)
        metrics = [ProjectMetric(design: design, event: "crash", window: nil)]
        state = Mutex(State(random: SplitMix64(seed: seed), crashRates: crashRates))
    }

    var subjects: Set<String> { [experiment.name] }

    /// Sets the share of users with the new value who crash from now on, and counts from now on.
    func setCrashRate(_ rate: Double) {
        state.withLock { state in
            if state.crashRates[1] != rate { state.counts = Counts() }
            state.crashRates[1] = rate
        }
    }

    /// Whether the store of events does not answer.
    func setBroken(_ isBroken: Bool) { state.withLock { $0.isBroken = isBroken } }

    /// The numbers of users since the start, or since the share of those who crash was set.
    var counts: Counts { state.withLock(\.counts) }

    /// Users come during some hours, with the values that their apps have fetched.
    func come(until now: Date, hours: Double, _ percent: Double) {
        state.withLock { state in
            if state.published.last?.percent != percent {
                state.published.append((now - hours * 3600, percent))
            }
            // Some apps have fetched just now, others up to twelve hours ago.
            let ages = (0..<24).map { Double($0) * Self.fetchTime / 24 }
            let share =
                ages.reduce(0.0) { sum, age in
                    sum + (state.published.last { $0.from <= now - age }?.percent ?? 0) / 100
                } / Double(ages.count)
            let begin = state.published.last?.from ?? now
            let isFirstDay = now.timeIntervalSince(begin) <= 86_400
            let visitors = Int(Self.usersPerDay * hours / 24)
            let count = isFirstDay ? visitors : Int(Double(visitors) * (1 - Self.returningShare))
            let new = state.random.binomial(count, share)
            let users = [count - new, new]
            var crashes: [Int] = []
            for (index, rate) in state.crashRates.enumerated() {
                crashes.append(state.random.binomial(users[index], rate))
            }
            state.counts.all += count
            state.counts.exposed += new
            state.counts.crashed += crashes[1]
            let isLater = state.published.count > 1
            let returning = isFirstDay && isLater ? Int(Double(count) * Self.returningShare) : 0
            state.batches.append(Batch(at: now, users: users, crashes: crashes, returning: returning))
        }
    }

    func standings(
        at date: Date, _ known: KnownExperiments, keepingLooks keeps: Bool
    ) async throws -> [ExperimentStanding] {
        if state.withLock(\.isBroken) { throw MessageError("the warehouse did not respond") }
        if keeps { _ = try await keepSplits(known, at: date) }
        let (tally, splits) = state.withLock { (Self.tally($0, experiment, at: date), $0.splits) }
        let plan = ExperimentPlan(
            experiment, metrics: metrics,
            known: known.experiment(experiment.name, key: experiment.key, flag: nil), splits: splits,
            tally: tally)
        return [ExperimentStanding(plan, tally, at: date)]
    }

    private static func tally(_ state: State, _ experiment: ProjectExperiment, at date: Date)
        -> ExperimentTally
    {
        struct Place: Hashable {
            let day: EventDay
            let phase: Int
        }
        var days: [Place: ExperimentTally.Day] = [:]
        for batch in state.batches {
            let day = EventDay(of: batch.at)
            let phase = max(0, state.splits.lastIndex { $0.from <= batch.at } ?? 0)
            // The first hours of a phase do not count, because apps may not know the split.
            if phase > 0, batch.at.timeIntervalSince(state.splits[phase].from) < fetchTime { continue }
            var place = days[Place(day: day, phase: phase)] ?? ExperimentTally.Day(day, phase: phase)
            let isReported = date.timeIntervalSince(batch.at) >= reportTime
            for (index, group) in experiment.groups.enumerated() {
                place.users[group, default: 0] += batch.users[index]
                let crashes = isReported ? batch.crashes[index] : 0
                place.totals["crashes", default: [:]][group, default: GroupTotals()] +=
                    GroupTotals(units: batch.users[index], converted: crashes)
            }
            place.returning += batch.returning
            days[Place(day: day, phase: phase)] = place
        }
        return ExperimentTally(days: Array(days.values))
    }

    func keepSplits(_ known: KnownExperiments, at date: Date) async throws -> Bool {
        if state.withLock(\.isBroken) { throw MessageError("the warehouse did not respond") }
        let arms = known.experiment(experiment.name, key: experiment.key, flag: nil).arms.compactMap { arm in
            arm.intended.map { SourceSplit.Arm(name: arm.name, value: arm.value, share: $0) }
        }
        guard !arms.isEmpty else { return false }
        state.withLock { state in
            guard state.splits.last?.arms != arms else { return }
            state.splits.append(SourceSplit(from: date, source: known.source ?? "", arms: arms))
        }
        return true
    }

    func watch(_ changed: @escaping @Sendable () -> Void) -> ObservationHandle { ObservationHandle {} }
}

extension SplitMix64 {
    /// Returns a number from 0 to 1.
    mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Returns how many of some trials succeed.
    mutating func binomial(_ count: Int, _ share: Double) -> Int {
        guard count > 0, share > 0 else { return 0 }
        guard share < 1 else { return count }
        if share > 0.5 { return count - binomial(count, 1 - share) }
        guard Double(count) * share > 60 else {
            // The gaps between successes have a geometric distribution.
            var (place, successes) = (0, 0)
            while true {
                place += 1 + Int((log(1 - fraction()) / log(1 - share)).rounded(.down))
                guard place <= count else { return successes }
                successes += 1
            }
        }
        let mean = Double(count) * share
        let normal = (-2 * log(1 - fraction())).squareRoot() * cos(2 * .pi * fraction())
        return min(count, max(0, Int((mean + normal * (mean * (1 - share)).squareRoot()).rounded())))
    }
}

/// A rollout in a simulated world: users, an emulator of the service, and runs of programs on two machines.
final class RolloutWorld {
    static let start = Date(timeIntervalSince1970: 1_772_323_200)
    static let project = "demo-shop"
    private static let hoursBetweenRuns = 4.8

    let rollout: ProjectRollout
    let clock: WorldClock
    let emulator: Emulator
    let users: WorldUsers
    var random: SplitMix64
    /// Whether the service does not answer.
    var isServiceAway = false

    init(crashRates: [Double] = [0.01, 0.01], seed: UInt64) throws {
        var rollout = ProjectRollout(
            name: "Checkout", key: "checkout_flow", to: "one_page", source: "production",
            experiment: "Checkout",
            steps: [5, 25, 50, 100], guardrails: ["crashes"])
        rollout.users = 500
        rollout.isAutomatic = true
        self.rollout = rollout
        let text = #"{"parameters": {"checkout_flow": {"defaultValue": {"value": "classic"}}}}"#
        let clock = WorldClock(Self.start)
        self.clock = clock
        emulator = try Emulator(
            projects: [
                EmulatedProject(
                    projectID: Self.project, template: try RemoteConfigTemplate(parsing: Array(text.utf8)))
            ], configuration: Emulator.Configuration(now: { clock.now }))
        users = WorldUsers(rollout, crashRates: crashRates, seed: seed)
        random = SplitMix64(seed: seed &+ 1)
    }

    /// Returns the rollout as one run of a program sees it.
    func work(over network: RunNetwork) throws -> RolloutWork {
        let url = try #require(URL(string: "http://emulator"))
        let client = TemplateClient(
            project: Self.project, baseURL: url, tokens: FixedAccessToken(AccessToken("owner")),
            transport: network)
        let clock = clock
        let results = RunResults(users: users, network: network)
        return RolloutWork(rollout, at: .service(client), keys: [], results: results) { clock.now - 60 }
    }

    /// Publishes a change, as a command does.
    ///
    /// - Returns: the stage that was reached; nil if the program was killed.
    @discardableResult
    func publish(
        _ publication: TemplatePublication, _ work: RolloutWork, over network: RunNetwork
    ) async throws -> TemplatePublication.Stage? {
        var publication = publication
        var request = publication.begin()
        while let next = request {
            let event = await work.origin.answer(next)
            if network.isKilled { return nil }
            request = publication.take(event)
        }
        if case .published(let base, _, _) = publication.stage {
            try? await work.keep(base.template, "", at: clock.now)
        }
        return publication.stage
    }

    /// Runs a command that changes the rollout, without faults.
    func make(_ action: RolloutAction) async throws {
        let network = RunNetwork(to: emulator)
        let work = try work(over: network)
        let reading = try await work.reading()
        if action == .start { try await work.keepSplitBeforeStart(of: reading, at: clock.now - 1) }
        try await publish(work.publication(of: action, from: reading.state), work, over: network)
    }

    /// A run of `rollout step`.
    struct Run: Sendable {
        let work: RolloutWork
        let clock: WorldClock

        /// Looks once, and makes one step at most.
        ///
        /// - Returns: the last look, and the step; nil if the program was killed, or the service did not answer.
        func step() async -> (look: RolloutLook, done: RolloutStep?)? { try? await work.step(at: clock.now) }
    }

    /// Returns a run of a program.
    func run(_ trouble: RunNetwork.Trouble? = nil) throws -> Run {
        let network = RunNetwork(to: emulator, trouble, isAway: isServiceAway)
        return Run(work: try work(over: network), clock: clock)
    }

    /// Runs `rollout step` once.
    ///
    /// - Returns: the last look; nil if the program was killed, or the service did not answer.
    @discardableResult
    func step(_ trouble: RunNetwork.Trouble? = nil) async throws -> RolloutLook? {
        try await run(trouble).step()?.look
    }

    /// The state in the template.
    func state() async throws -> RolloutState {
        try await work(over: RunNetwork(to: emulator)).reading().state
    }

    /// Lets the time pass until the next run.
    func pass() async throws {
        clock.advance(by: Self.hoursBetweenRuns * 3600)
        users.come(until: clock.now, hours: Self.hoursBetweenRuns, try await state().percent ?? 0)
    }

    /// The shares that the versions say were published, the oldest first.
    func history() async throws -> [Double] {
        let origin = try work(over: RunNetwork(to: emulator)).origin
        return try await origin.versions().reversed().compactMap {
            RolloutRecord.all(of: rollout, in: [$0]).first?.percent
        }
    }
}
