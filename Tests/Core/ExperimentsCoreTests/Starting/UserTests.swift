import ExperimentsLocks
import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore

/// A keeper whose server answers for the user that it was asked for, when the test lets it.
private final class UserKeeper: PersonaKeeper {
    private let state: Mutex<(user: SourcePersona, snapshot: Snapshot)>
    private let observers = Observers<KeeperNotice>()
    let asked = Recorder<String>()
    private let isLocal: Bool
    private let answers = Mutex<[Result<String, FetchFailure>]>([])
    /// Called while the server is asked.
    let pause = Mutex<@Sendable () async -> Void>({})

    init(isLocal: Bool, fields: [String: JSONValue] = ["app": "1.0"]) {
        self.isLocal = isLocal
        state = Mutex((SourcePersona(fields: fields), .empty))
    }

    func lineUp(_ answer: Result<String, FetchFailure>) { answers.withLock { $0.append(answer) } }

    var persona: SourcePersona { state.withLock(\.user) }
    var personaFieldNames: [String] { [] }
    var snapshot: Snapshot { state.withLock(\.snapshot) }

    func snapshot(for persona: SourcePersona) -> Snapshot? { isLocal ? values(of: persona) : nil }

    private func values(of user: SourcePersona, _ paywall: String = "b") -> Snapshot {
        let name = user.fields["targetingKey"]?.string ?? "nobody"
        return Snapshot(
            texts: [
                "paywall": paywall, "layout": "list", "user": name,
                "fields": JSONValue.object(JSONObject(sorting: user.fields)).compactText,
            ],
            fetchedAt: Date(timeIntervalSince1970: 1000))
    }

    func setPersona(_ persona: SourcePersona) {
        state.withLock { state in
            state.user = persona
            if isLocal { state.snapshot = values(of: persona) }
            observers.enqueue(isLocal ? .snapshot(state.snapshot) : .sourceChanged)
        }
        observers.deliver()
    }

    func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        let user = persona
        asked.record(user.fields["targetingKey"]?.string ?? "nobody")
        let pause = self.pause.withLock { $0 }
        await pause()
        let answer = answers.withLock { $0.isEmpty ? .success("b") : $0.removeFirst() }
        let snapshot = values(of: user, try answer.get())
        state.withLock { state in
            // An answer for another user is not used.
            guard state.user == user else { return }
            state.snapshot = snapshot
            observers.enqueue(.snapshot(snapshot))
        }
        observers.deliver()
        return FetchOutcome(status: .updated)
    }

    func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        observers.add(handler)
    }
}

/// Writes down the units and groups of exposures.
private final class UnitTracker: ExperimentTracker {
    let told = Recorder<String>()

    func track(_ exposure: Exposure) {
        told.record("\(exposure.unit ?? "-") \(exposure.experimentalGroupValue)")
    }
    func track(_ event: TrackingEvent) {}
}

@Suite("Another user", .inTurn)
struct UserTests {
    private let clock = StandingClock()

    private func user(_ service: RemoteConfigService) -> String {
        service.snapshot.entries["user"]?.text ?? "-"
    }

    @Test("has the values that are evaluated here when the call returns", arguments: [true, false])
    func ready(isLayered: Bool) async throws {
        let keeper = UserKeeper(isLocal: true)
        let layers = LayeredRemoteConfigKeeper([LaunchValuesKeeper(arguments: [], environment: [:]), keeper])
        let service = RemoteConfigService(
            remoteConfigKeeper: isLayered ? layers as any RemoteConfigKeeper : keeper)
        #expect(try await service.setUser("ann").origin == .source)
        #expect(user(service) == "ann" && service.unit == "ann")
        #expect(keeper.asked.count == 0)
    }

    @Test("has the values of the server when the call returns, with one request")
    func asked() async throws {
        let keeper = UserKeeper(isLocal: false)
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        #expect(try await service.setUser("ann").origin == .source)
        #expect(user(service) == "ann" && keeper.asked.elements == ["ann"])
    }

    @Test("has fields of its own, and not those of the user before")
    func fields() async throws {
        let keeper = UserKeeper(isLocal: true)
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        try await service.setUser("ann", fields: ["country": "NZ", "app": "2.0"])
        #expect(keeper.persona.fields == ["app": "2.0", "country": "NZ", "targetingKey": "ann"])
        try await service.setUser("ann", fields: ["plan": "free"])
        #expect(keeper.persona.fields == ["app": "1.0", "plan": "free", "targetingKey": "ann"])
        try await service.setUser(nil)
        #expect(keeper.persona.fields == ["app": "1.0"])
    }

    @Test("whose server is late has its last values, otherwise the defaults, and never those of another user")
    func late() async throws {
        let keeper = UserKeeper(isLocal: false)
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        try await service.setUser("ann")
        let gate = Gate()
        keeper.pause.withLock { $0 = { await gate.wait() } }
        let task = Task { try await service.setUser("ben", within: .seconds(2), clock: clock) }
        try await eventually("the wait") { clock.sleeperCount == 1 }
        #expect(user(service) == "-" && service.unit == "ben")
        #expect(service.row(for: CatalogKey(Key.paywall)).status == .unknown)
        clock.advance(by: .seconds(2))
        let found = try await task.value
        #expect(found.origin == .defaults && found.failure?.summary == "no answer within 2s")
        let back = Task { try await service.setUser("ann", within: .seconds(2), clock: clock) }
        try await eventually("the wait") { clock.sleeperCount == 1 }
        #expect(user(service) == "ann", "the last answer for this user")
        clock.advance(by: .seconds(2))
        #expect(try await back.value.origin == .earlier)
        await gate.open()
        try await eventually("the late answer") { service.history.records.count >= 3 }
        #expect(user(service) == "ann")
    }

    @Test("whose server fails has no values of the user before, until a later fetch succeeds")
    func failure() async throws {
        let keeper = UserKeeper(isLocal: false)
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        try await service.setUser("ann")
        keeper.lineUp(.failure(FetchFailure("no route")))
        let found = try await service.setUser("ben")
        #expect(found.origin == .defaults && found.failure?.summary == "no route")
        #expect(user(service) == "-")
        try await service.fetch()
        try await eventually("the values") { user(service) == "ben" }
    }

    @Test("that is set while another is being set comes last, and the other call ends")
    func race() async throws {
        let keeper = UserKeeper(isLocal: false)
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        let gate = Gate()
        keeper.pause.withLock { $0 = { await gate.wait() } }
        let first = Task { try await service.setUser("ann") }
        _ = try await keeper.asked.first(1)
        let second = Task { try await service.setUser("ben") }
        try await eventually("the second") { service.unit == "ben" }
        await gate.open()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await second.value.origin == .source)
        #expect(user(service) == "ben")
    }

    @Test("many at the same time leave one of them, with its values and its unit")
    func crowd() async throws {
        let keeper = UserKeeper(isLocal: true)
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 { group.addTask { _ = try? await service.setUser("u\(number)") } }
        }
        #expect(user(service) == service.unit)
    }

    @Test("has exposures of its own, also for the same value")
    func exposures() async throws {
        let keeper = UserKeeper(isLocal: true)
        let tracker = UnitTracker()
        let service = RemoteConfigService(remoteConfigKeeper: keeper, tracker: tracker)
        for name in ["ann", "ben", "ann"] {
            try await service.setUser(name)
            for _ in 0..<3 { _ = service.remoteValue(for: Key.layout) as Layout }
        }
        #expect(tracker.told.elements == ["ann list", "ben list", "ann list"])
    }
}
