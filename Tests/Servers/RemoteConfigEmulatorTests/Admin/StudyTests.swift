import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("Experiments and rollouts of the emulator", .inTurn)
struct StudyTests {
    private static let text = #"""
        {"conditions": [{"name": "all", "expression": "true"}],
         "parameters": {
          "rolled": {"defaultValue": {"value": "no"}, "conditionalValues": {"all": {"rolloutValue":
            {"rolloutId": "rollout_1", "value": "yes", "percent": 100}}}},
          "tested": {"defaultValue": {"value": "no"}, "conditionalValues": {"all": {"experimentValue":
            {"experimentId": "7", "exposurePercent": 100, "variantValue": [
              {"variantId": "0", "noChange": true}, {"variantId": "1", "value": "yes"}]}}}},
          "personal": {"defaultValue": {"value": "no"}, "conditionalValues": {"all": {"personalizationValue":
            {"personalizationId": "p1"}}}}}}
        """#

    private func emulator(_ studies: [Study] = []) throws -> Emulator {
        var project = EmulatedProject(
            projectID: "demo-shop", template: try RemoteConfigTemplate(parsing: Array(Self.text.utf8)))
        project.studies = studies
        return try Emulator(projects: [project])
    }

    private func list(_ kind: String, _ emulator: Emulator) -> Operator {
        Operator(emulator: emulator, path: "namespaces/firebase/\(kind)")
    }

    @Test("are those of the template, and a fetch says which decide its values")
    func template() async throws {
        let emulator = try emulator()
        let rollouts = try await list("rollouts", emulator).call("GET").json["rollouts"]?.array
        #expect(rollouts?.first?["name"] == "projects/123456789012/namespaces/firebase/rollouts/rollout_1")
        #expect(rollouts?.first?["state"] == "RUNNING")
        let answer = try await Caller(emulator: emulator).fetch().json
        #expect(
            answer["rolloutMetadata"] == [
                ["rolloutId": "rollout_1", "variantId": "1", "affectedParameterKeys": ["rolled"]]
            ])
        let experiment = answer["experimentDescriptions"]?.array?.first
        #expect(experiment?["experimentId"] == "_exp_7")
        #expect(experiment?["affectedParameterKeys"] == ["tested"])
        let value = experiment?["variantId"] == "1" ? "yes" : "no"
        #expect(answer["entries"]?["tested"] == .string(value))
        #expect(answer["personalizationMetadata"]?["personal"]?["personalizationId"] == "p1")
        #expect(answer["entries"]?["rolled"] == "yes")
    }

    @Test("end with a published template that leaves out their values, and can be deleted then, not before")
    func ending() async throws {
        let emulator = try emulator()
        let experiments = list("experiments", emulator)
        let refusal = try await experiments.call("DELETE", "/7")
        #expect(refusal.status == 400)
        #expect(
            refusal.json["error"]?["message"]?.string?.contains("is running and cannot be deleted") == true)
        try emulator.publish(RemoteConfigEmulatorTests.template(["tested": "no"]), to: "demo-shop")
        #expect(try await experiments.call("GET", "/7").json["state"] == "STOPPED")
        #expect(try await list("rollouts", emulator).call("GET", "/rollout_1").json["state"] == "DONE")
        #expect(try await experiments.call("DELETE", "/7").json == [:])
        #expect(try await experiments.call("GET", "/7").status == 404)
    }

    @Test("come from a file, in pages, by a filter")
    func pages() async throws {
        let items = (1...1000).map { number in
            #"{"name": "projects/1/namespaces/firebase/experiments/\#(number)", "state": "\#(number % 2 == 0 ? "DRAFT" : "STOPPED")", "definition": {"objectives": {}, "displayName": "E\#(number)"}}"#
        }
        let file = #"{"experiments": [\#(items.joined(separator: ","))]}"#
        let emulator = try emulator(try EmulatedProject.studies(parsing: Array(file.utf8)))
        let experiments = list("experiments", emulator)
        let first = try await experiments.call("GET", query: ["page_size": "300", "filter": "state=DRAFT"])
            .json
        #expect(first["experiments"]?.array?.count == 300)
        #expect(first["experiments"]?.array?.first?["definition"] == ["displayName": "E2"])
        let next = try #require(first["nextPageToken"]?.string)
        let second = try await experiments.call(
            "GET", query: ["page_size": "300", "filter": "state=DRAFT", "page_token": next]
        ).json
        #expect(second["experiments"]?.array?.count == 200)
        #expect(second["nextPageToken"] == nil)
        #expect(try await experiments.call("GET", query: ["filter": "color=red"]).status == 400)
    }

    @Test("of a file without a name are refused with their place")
    func wrongFile() {
        let problem = #expect(throws: TemplateProblem.self) {
            try EmulatedProject.studies(parsing: Array(#"{"rollouts": [{"state": "RUNNING"}]}"#.utf8))
        }
        #expect(problem?.path.description == "rollouts[0]")
    }
}
