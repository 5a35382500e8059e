import ExperimentsCore
import FirebaseConfig
import FirebaseExperiments
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("The Firebase service, over loopback", .inTurn)
struct FirebaseRemoteConfigServiceTests {
    @Test(
        "the demo's first template has a missing key and an incorrect value, and its first steps break others"
    )
    func demo() async throws {
        try await Stage.run(template: Scenario.demo().first) { stage in
            let service = FirebaseRemoteConfigService(remoteConfigKeeper: stage.keeper)
            try await service.fetch(.manual)
            #expect(faults(service).missing == ["free_shipping_from"])
            #expect(faults(service).incorrect == ["checkout_flow"])

            for step in Scenario.demo().steps.prefix(2) {
                try stage.emulator.edit("demo-shop") { template, experiments in
                    for edit in step.edits { Scenario.demo().apply(edit, to: &template, &experiments) }
                }
                let record = try await service.fetch(.scheduled)
                #expect(record.difference.count == 2, "\(step.note)")
            }
            #expect(faults(service).missing == ["support_chat_enabled"])
            #expect(faults(service).incorrect == ["trial_days"])
        }
    }

    private func faults(_ service: FirebaseRemoteConfigService) -> (missing: [String], incorrect: [String]) {
        let report = service.getValues(for: DemoCatalogue.keys)
        return (
            report.rows.filter { $0.status == .missing }.map(\.name),
            report.rows.filter { $0.status == .incorrect }.map(\.name)
        )
    }
}
