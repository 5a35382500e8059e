import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("What official clients find in answers of the admin API", .inTurn)
struct OfficialClientTests {
    func emulator() throws -> Emulator { try demoEmulator() }

    @Test("several problems are in one line after the code, because clients look for the code in one line")
    func severalProblems() async throws {
        let body = #"""
            {"conditions": [{"name": "a", "expression": "x"}, {"name": "b", "expression": "y"}],
             "parameters": {"p": {"conditionalValues": {"a": {"value": ""}, "b": {"value": ""}}}}}
            """#
        let answer = try await Operator(emulator: try emulator()).publish(body, match: "*")
        let message = try #require(answer.json["error"]?["message"]?.string)
        #expect(message.hasPrefix("[VALIDATION_ERROR]: ") && message.contains("conditions[1]"), "\(message)")
        #expect(!message.contains("\n"))
    }

    @Test(
        "a member that the API does not have is refused in Google's words, and nothing is published",
        arguments: [
            (#"{"parameters": {}, "condition": []}"#, "condition", "remote_config"),
            (#"{"etag": "etag-1-2", "parameters": {}}"#, "etag", "remote_config"),
            (
                #"{"parameters": {"a": {}, "b": {"defaultvalue": {"value": "1"}}}}"#, "defaultvalue",
                "remote_config.parameters[1].value"
            ),
            (
                #"{"parameterGroups": {"G": {"parameters": {"a": {"defaultValue": {"valu": "1"}}}}}}"#,
                "valu",
                "remote_config.parameter_groups[0].value.parameters[0].value.default_value"
            ),
        ])
    func unknownMember(body: String, name: String, field: String) async throws {
        let console = Operator(emulator: try emulator())
        let answer = try await console.publish(body, match: "*")
        let words =
            "Invalid JSON payload received. Unknown name \"\(name)\" at '\(field)': Cannot find field."
        #expect(answer.status == 400)
        #expect(answer.json["error"]?["message"]?.string == words)
        #expect(answer.json["error"]?["status"] == "INVALID_ARGUMENT")
        let violation = answer.json["error"]?["details"]?.array?.first?["fieldViolations"]?.array?.first
        #expect(violation == ["field": .string(field), "description": .string(words)])
        #expect(try await console.call("GET").etag == "etag-123456789012-1")
    }

    @Test("members in snake_case are read as those in camelCase")
    func snakeCase() async throws {
        let emulator = try emulator()
        let body = #"{"parameters": {"a": {"default_value": {"value": "x"}, "value_type": "STRING"}}}"#
        #expect(try await Operator(emulator: emulator).publish(body, match: "*").status == 200)
        #expect(try await Caller(emulator: emulator).fetch().json["entries"] == ["a": "x"])
    }

    @Test("a template is accepted with any order of conditional values")
    func conditionOrder() async throws {
        let body = #"""
            {"conditions": [{"name": "zeta", "expression": "device.os == 'ios'"},
                            {"name": "alpha", "expression": "device.country in ['GB']"}],
             "parameters": {"k": {"defaultValue": {"value": "0"},
                                  "conditionalValues": {"alpha": {"value": "1"}, "zeta": {"value": "2"}}}}}
            """#
        #expect(try await Operator(emulator: try emulator()).publish(body, match: "*").status == 200)
    }

    @Test("the project is described with its number, as Firebase's tools ask for it")
    func project() async throws {
        let emulator = try emulator()
        let headers: HeaderFields = ["authorization": "Bearer ya29.from-google"]
        let answer = try await Caller(emulator: emulator).call(
            "GET", "/v1beta1/projects/demo-shop", headers: headers)
        #expect(answer.status == 200)
        #expect(answer.json["name"] == "projects/demo-shop")
        #expect(answer.json["projectId"] == "demo-shop")
        #expect(answer.json["projectNumber"] == "123456789012")
        let other = try await Caller(emulator: emulator).call(
            "GET", "/v1beta1/projects/other", headers: headers)
        #expect(other.status == 404)
        #expect(try await Caller(emulator: emulator).call("GET", "/v1beta1/projects/demo-shop").status == 401)
    }

    @Test("an app of another project is answered with the projects that there are, and how to start its own")
    func otherProject() async throws {
        let answer = try await Caller(emulator: try emulator()).call(
            "GET", "/v1beta1/projects/other", headers: ["authorization": "Bearer ya29.from-google"])
        #expect(
            answer.json["error"]?["message"] == """
                Project 'other' not found or deleted. This emulator has demo-shop: start it with --project other for an \
                app of that project.
                """)
    }

    @Test("a project without experiments and rollouts lists none", arguments: ["experiments", "rollouts"])
    func studies(kind: String) async throws {
        let emulator = try emulator()
        let list = Operator(emulator: emulator, path: "namespaces/firebase/\(kind)")
        #expect(try await list.call("GET", query: ["page_size": "10"]).json == [:])
        #expect(try await list.call("GET", "/7").json["error"]?["status"] == "NOT_FOUND")
        #expect(try await list.call("DELETE", "/7").status == 404)
    }

    @Test(
        "a run continues above the last version of the one before, also for what is set in a template's place"
    )
    func laterRun() async throws {
        let first = try emulator()
        try first.publish(template(["color": "blue"]), to: "demo-shop")
        try first.serve(ServedOverrides(everyone: ["color": "mine"]), in: "demo-shop")
        let announced = try first.lastVersions(of: "demo-shop")
        #expect(announced == [.client: 3])

        var project = EmulatedProject(projectID: "demo-shop", template: template(["color": "red"]))
        project.lastVersions = announced
        let second = try Emulator(projects: [project])
        let answer = try await Operator(emulator: second).call("GET")
        #expect(answer.json["version"]?["versionNumber"] == "4")
        #expect(answer.etag == "etag-123456789012-4")
        #expect(try await Caller(emulator: second).fetch().json["templateVersion"] == "4")
    }
}
