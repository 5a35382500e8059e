import ExperimentsCore
import ExperimentsLocks
import FirebaseConfig
import FirebaseExperiments
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("The Firebase keeper, over loopback", .inTurn)
struct FirebaseRemoteConfigKeeperTests {
    @Test("before the first fetch there is nothing")
    func beginning() async throws {
        try await Stage.run { stage in
            #expect(stage.keeper.snapshot.entries.isEmpty)
            #expect(stage.keeper.snapshot.fetchedAt == nil)
        }
    }

    @Test("a fetch brings a snapshot with version, tag and time, and reports it")
    func fetch() async throws {
        try await Stage.run { stage in
            let notices = Mutex<[Snapshot]>([])
            let observation = stage.keeper.observe { notice in
                if case .snapshot(let snapshot) = notice { notices.withLock { $0.append(snapshot) } }
            }
            let outcome = try await stage.keeper.fetch(.manual)
            #expect(outcome.status == .updated)
            #expect(outcome.httpStatus == 200)
            #expect(outcome.bytes > 0)
            let snapshot = stage.keeper.snapshot
            #expect(snapshot.entries == ["color": Snapshot.Entry(text: "red")])
            #expect(snapshot.version == "1")
            #expect(snapshot.etag != nil)
            #expect(snapshot.fetchedAt == stage.clock.now)
            #expect(notices.withLock { $0.map(\.version) } == ["1"])

            stage.clock.advance(by: 5)
            #expect(try await stage.keeper.fetch(.scheduled).status == .unchanged)
            #expect(stage.keeper.snapshot.fetchedAt == stage.clock.now)
            #expect(notices.withLock { $0.count } == 1)
            observation.cancel()
        }
    }

    @Test("a version that changes nothing for this app is in the snapshot, and no one is reported it")
    func unchangedVersion() async throws {
        try await Stage.run { stage in
            _ = try await stage.keeper.fetch(.manual)
            let notices = Recorder<KeeperNotice>()
            let observation = stage.keeper.observe { notices.record($0) }
            defer { observation.cancel() }
            try stage.emulator.edit("demo-shop") { template, _ in
                template.setDefaultValue(.inAppDefault, of: "of_others")
            }
            #expect(try await stage.keeper.fetch(.manual).status == .unchanged)
            #expect(stage.keeper.snapshot.version == "2")
            #expect(notices.count == 0)
        }
    }

    @Test("only the app waits for the minimum interval")
    func triggers() async throws {
        try await Stage.run { stage in
            _ = try await stage.keeper.fetch(.app)
            var statuses: [FetchOutcome.Status] = []
            for trigger in [FetchTrigger.app, .manual, .scheduled, .realtime(attempt: 1)] {
                statuses.append(try await stage.keeper.fetch(trigger).status)
            }
            #expect(statuses == [.cached, .unchanged, .unchanged, .unchanged])
            stage.clock.advance(by: 12 * 3600)
            let later = try await stage.keeper.fetch(.app)
            #expect(later.status == .unchanged)
        }
    }

    @Test("an emptied and a missing template are distinguished")
    func empty() async throws {
        try await Stage.run { stage in
            _ = try await stage.keeper.fetch(.manual)
            try stage.emulator.publish(RemoteConfigTemplate(), to: "demo-shop")
            let outcome = try await stage.keeper.fetch(.manual)
            #expect(outcome.status == .empty)
            #expect(stage.keeper.snapshot.entries.isEmpty)
        }
        try await Stage.run(template: nil) { stage in
            let outcome = try await stage.keeper.fetch(.manual)
            #expect(outcome.status == .noTemplate)
        }
    }

    @Test("experiments and who decided a value are in the snapshot")
    func experiments() async throws {
        try await Stage.run { stage in
            let start = Date(timeIntervalSince1970: 1_772_323_200)
            try stage.emulator.edit("demo-shop") { template, experiments in
                template.setDefaultValue(.text("12"), of: "size")
                experiments = [
                    ExperimentDescription(
                        experimentID: "_exp_1", variantID: "2", startTime: start,
                        affectedParameterKeys: ["color"])
                ]
            }
            _ = try await stage.keeper.fetch(.manual)
            let snapshot = stage.keeper.snapshot
            #expect(
                snapshot.experiments
                    == [ExperimentAssignment(id: "_exp_1", variant: "2", keys: ["color"], startedAt: start)])
            #expect(snapshot.entries["color"]?.supplier == "experiment _exp_1, variant 2")
            #expect(snapshot.entries["size"]?.supplier == nil)
        }
    }

    @Test("a failure keeps the snapshot, and says what failed and when the next try is")
    func failure() async throws {
        try await Stage.run { stage in
            _ = try await stage.keeper.fetch(.manual)
            stage.emulator.inject(Fault(.status(429, retryAfter: "20"), remaining: 1))
            let failure = await #expect(throws: FetchFailure.self) { try await stage.keeper.fetch(.manual) }
            #expect(
                failure?.summary == "Remote Config returned 429 RESOURCE_EXHAUSTED: Injected by the emulator."
            )
            #expect(failure?.httpStatus == 429)
            let wait = try #require(failure?.retryAt).timeIntervalSince(stage.clock.now)
            #expect((20...22).contains(wait))
            #expect(failure?.wasHeldBack == false)
            let second = await #expect(throws: FetchFailure.self) { try await stage.keeper.fetch(.manual) }
            #expect(second?.wasHeldBack == true)
            #expect((failure?.bytes ?? 0) > 0)
            #expect(stage.keeper.snapshot.entries["color"]?.text == "red")
        }
    }

    @Test("a set that the app activates by itself is heard")
    func ownActivation() async throws {
        try await Stage.run { stage in
            try await stage.keeper.remoteConfig.fetch()
            #expect(stage.keeper.snapshot.entries.isEmpty)
            stage.keeper.remoteConfig.activate()
            #expect(stage.keeper.snapshot.entries["color"]?.text == "red")
        }
    }

    @Test("the last good snapshot is there at the next start")
    func restart() async throws {
        let store = InMemoryConfigStore()
        try await Stage.run(store: store) { stage in _ = try await stage.keeper.fetch(.manual) }
        try await Stage.run(store: store) { stage in
            #expect(stage.keeper.snapshot.entries["color"]?.text == "red")
            #expect(stage.keeper.snapshot.fetchedAt != nil)
        }
    }
}
