import ExperimentsCore
import FirebaseConfig
import FirebaseExperiments
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("What a fetch says about the origin of values", .inTurn, .timeLimit(.minutes(60)))
struct FetchMetadataTests {
    private static let text = #"""
        {"conditions": [{"name": "all", "expression": "true"}],
         "parameters": {
          "rolled": {"defaultValue": {"value": "no"}, "conditionalValues": {"all": {"rolloutValue":
            {"rolloutId": "rollout_1", "value": "yes", "percent": 100}}}},
          "tested": {"defaultValue": {"value": "no"}, "conditionalValues": {"all": {"experimentValue":
            {"experimentId": "7", "exposurePercent": 100, "variantValue": [
              {"variantId": "0", "value": "old"}, {"variantId": "1", "value": "new"}]}}}},
          "personal": {"defaultValue": {"value": "no"}, "conditionalValues": {"all": {"personalizationValue":
            {"personalizationId": "p1"}}}},
          "plain": {"defaultValue": {"value": "1"}}}}
        """#

    private func template() throws -> RemoteConfigTemplate {
        try RemoteConfigTemplate(parsing: Array(Self.text.utf8))
    }

    private func suppliers(_ snapshot: Snapshot) -> ExactDictionary<String> {
        snapshot.entries.compactMapValues(\.supplier)
    }

    @Test("is in the keeper's snapshot, also at the next start, until the template says otherwise")
    func snapshot() async throws {
        let store = InMemoryConfigStore()
        try await Stage.run(template: try template(), store: store) { stage in
            _ = try await stage.keeper.fetch(.manual)
            let snapshot = stage.keeper.snapshot
            let experiment = try #require(snapshot.experiments.first)
            #expect(experiment.id == "_exp_7" && experiment.keys == ["tested"] && experiment.startedAt != nil)
            #expect(snapshot.entries["tested"]?.text == ["0": "old", "1": "new"][experiment.variant])
            #expect(
                suppliers(snapshot) == [
                    "rolled": "rollout rollout_1", "personal": "personalization p1",
                    "tested": "experiment _exp_7, variant \(experiment.variant)",
                ])
            let active = try #require(stage.keeper.remoteConfig.active)
            #expect(
                active.rollouts == [
                    RolloutAssignment(
                        rolloutID: "rollout_1", variantID: "1", affectedParameterKeys: ["rolled"])
                ])
            #expect(active.personalization["personal"]?.personalizationID == "p1")
        }
        try await Stage.run(template: try template(), store: store) { stage in
            #expect(
                suppliers(stage.keeper.snapshot).count == 3 && stage.keeper.snapshot.experiments.count == 1)
            try stage.emulator.publish(Stage.red, to: "demo-shop")
            _ = try await stage.keeper.fetch(.manual)
            #expect(suppliers(stage.keeper.snapshot).isEmpty && stage.keeper.snapshot.experiments.isEmpty)
        }
    }

    @Test("counts the installation in the experiment, once")
    func exposure() async throws {
        try await Stage.run(template: try template()) { stage in
            let tracker = ExposureRecorder()
            let service = FirebaseRemoteConfigService(
                remoteConfigKeeper: stage.keeper, unit: "ann", tracker: tracker)
            try await service.fetch(.manual)
            try await service.fetch(.manual)
            let exposure = try #require(tracker.exposures.elements.first)
            #expect(tracker.exposures.elements.count == 1)
            #expect(
                exposure.experimentalGroupKey == "_exp_7" && exposure.unit == "ann"
                    && exposure.key == "tested")
            #expect(exposure.experimentalGroupValue == service.snapshot.experiments.first?.variant)
        }
    }
}

private final class ExposureRecorder: ExperimentTracker {
    let exposures = Recorder<Exposure>()

    func track(_ exposure: Exposure) { exposures.record(exposure) }
    func track(_ event: TrackingEvent) {}
}
