import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("A client and the emulator over loopback", .inTurn, .timeLimit(.minutes(60)))
struct LoopbackTests {
    @Test("register, fetch, activate; then unchanged; then a publish")
    func story() async throws {
        try await Served.run { served in
            #expect(try await served.refresh().status == .updated)
            #expect(served.color == "red")
            #expect(served.config.active?.templateVersion == 1)
            let unchanged = try await served.refresh()
            #expect(unchanged.status == .unchanged)
            #expect(unchanged.httpStatus == 200)
            try served.emulator.publish(template(["color": "blue", "größe": "12 €\n\"漢\""]), to: "demo-shop")
            #expect(try await served.refresh().status == .updated)
            #expect(served.color == "blue")
            #expect(served.config.configValue(for: "größe").stringValue == "12 €\n\"漢\"")
            try served.emulator.publish(RemoteConfigTemplate(), to: "demo-shop")
            #expect(try await served.refresh().status == .empty)
            #expect(served.config.keys() == [])
        }
    }

    @Test("a project without a template")
    func noTemplate() async throws {
        try await Served.run(nil) { served in
            let outcome = try await served.refresh()
            #expect(outcome.status == .noTemplate)
        }
    }

    @Test("experiments arrive with their values")
    func experiments() async throws {
        try await Served.run { served in
            try served.emulator.edit("demo-shop") { template, experiments in
                template.setDefaultValue(.text("green"), of: "color")
                experiments.append(
                    ExperimentDescription(
                        experimentID: "_exp_1", variantID: "2", startTime: Date(timeIntervalSince1970: 0),
                        affectedParameterKeys: ["color"]))
            }
            try await served.refresh()
            #expect(served.config.active?.experiments.map(\.experimentID) == ["_exp_1"])
        }
    }

    @Test("an emulator that has forgotten its clients gets them back")
    func forgotten() async throws {
        let configuration = Emulator.Configuration(requiresValidTokens: true)
        try await Served.run(emulatorConfiguration: configuration) { served in
            try await served.refresh()
            try served.emulator.forgetInstallations(of: "demo-shop")
            try served.emulator.publish(template(["color": "blue"]), to: "demo-shop")
            #expect(try await served.refresh().status == .updated)
            #expect(served.color == "blue")
        }
    }

    @Test("last good values survive a restart in a file")
    func restart() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = FileConfigStore(path: folder.appendingPathComponent("config.json").path)
        try await Served.run(store: store) { served in try await served.refresh() }
        try await Served.run(nil, store: store) { served in
            #expect(served.color == "red")
            served.emulator.inject(Fault(.status(500), target: .any))
            await #expect(throws: FirebaseFetchError.self) { try await served.refresh() }
            #expect(served.color == "red")
        }
    }

    @Test("a template of 3,000 parameters and a megabyte")
    func large() async throws {
        var large = RemoteConfigTemplate()
        for number in 0..<3000 {
            large.setDefaultValue(.text(String(repeating: "v\(number) ", count: 60)), of: "key_\(number)")
        }
        try await Served.run(large) { served in
            let outcome = try await served.refresh()
            #expect(outcome.bytes > 1_000_000)
            #expect(served.config.keys().count == 3000)
        }
    }

    @Test("many clients together")
    func manyClients() async throws {
        try await Served.run { served in
            let url = served.url
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        let config = RemoteConfig(
                            project: try Served.project(), endpoints: .emulator(at: url))
                        try await config.fetchAndActivate()
                        return config.configValue(for: "color").stringValue
                    }
                }
                for try await color in group { #expect(color == "red") }
            }
        }
    }
}
