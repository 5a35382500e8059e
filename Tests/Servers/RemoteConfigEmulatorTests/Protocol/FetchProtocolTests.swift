import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("The emulator's client fetch", .inTurn)
struct FetchProtocolTests {
    @Test("the default values of all parameters, groups included, with version and tag")
    func update() async throws {
        var template = template(["color": "red", "empty": ""])
        template.setDefaultValue(.text("1"), of: "count", type: .number, group: "Shop")
        template.setDefaultValue(.inAppDefault, of: "size")
        let answer = try await Caller(emulator: try demoEmulator(template)).fetch()
        #expect(answer.status == 200)
        #expect(answer.json["state"] == "UPDATE")
        #expect(answer.json["entries"] == ["color": "red", "empty": "", "count": "1"])
        #expect(answer.json["templateVersion"] == "1")
        #expect(answer.json["experimentDescriptions"] == nil)
        #expect(answer.headers["ETag"]?.hasPrefix("etag-123456789012-firebase-fetch-") == true)
        #expect(answer.headers["date"].flatMap(HTTPDate.date) != nil)
    }

    @Test("the project's number serves as well as its id")
    func byNumber() async throws {
        #expect(
            try await Caller(emulator: try demoEmulator(), project: "123456789012").fetch().json["state"]
                == "UPDATE")
    }

    @Test("a known tag gets NO_CHANGE until the next publish")
    func noChange() async throws {
        let emulator = try demoEmulator()
        let caller = Caller(emulator: emulator)
        let etag = try #require(try await caller.fetch().headers["etag"])
        let unchanged = try await caller.fetch(etag: etag)
        #expect(unchanged.status == 200)
        #expect(unchanged.json == ["state": "NO_CHANGE", "templateVersion": "1"])
        #expect(unchanged.headers["etag"] == etag)
        #expect(try await caller.fetch(etag: "*").json["state"] == "UPDATE")

        #expect(try emulator.publish(template(["color": "blue"]), to: "demo-shop") == 2)
        let changed = try await caller.fetch(etag: etag)
        #expect(changed.json["entries"] == ["color": "blue"])
        #expect(changed.json["templateVersion"] == "2")
        #expect(changed.headers["etag"] != etag)
    }

    @Test("a version that changes nothing for a client is NO_CHANGE with the new version")
    func unchangedByPublish() async throws {
        let emulator = try demoEmulator()
        let caller = Caller(emulator: emulator)
        let etag = try #require(try await caller.fetch().headers["etag"])
        try emulator.edit("demo-shop") { template, _ in template.setDefaultValue(.inAppDefault, of: "other") }
        let answer = try await caller.fetch(etag: etag)
        #expect(answer.json == ["state": "NO_CHANGE", "templateVersion": "2"])
        #expect(answer.headers["etag"] == etag)
    }

    @Test("a version brought by a template counts, and never goes back")
    func versions() async throws {
        let emulator = try demoEmulator()
        var next = template(["a": "1"])
        next.versionNumber = 40
        #expect(try emulator.publish(next, to: "demo-shop") == 40)
        next.versionNumber = 7
        #expect(try emulator.publish(next, to: "demo-shop") == 41)
    }

    @Test("a template without texts is EMPTY_CONFIG, no template and another namespace NO_TEMPLATE")
    func empty() async throws {
        var onlyDefaults = RemoteConfigTemplate()
        onlyDefaults.setDefaultValue(.inAppDefault, of: "a")
        let empty = try await Caller(emulator: try demoEmulator(onlyDefaults)).fetch()
        #expect(empty.json == ["state": "EMPTY_CONFIG", "templateVersion": "1"])
        #expect(empty.headers["etag"] != nil)
        #expect(try await Caller(emulator: try demoEmulator(nil)).fetch().json == ["state": "NO_TEMPLATE"])
        let other = try await Caller(emulator: try demoEmulator()).fetch(namespace: "fireperf")
        #expect(other.status == 200)
        #expect(other.json == ["state": "NO_TEMPLATE"])
    }

    @Test("experiments are described to everyone")
    func experiments() async throws {
        let emulator = try demoEmulator()
        try emulator.edit("demo-shop") { _, experiments in
            experiments = [
                ExperimentDescription(
                    experimentID: "_exp_1", variantID: "2", startTime: Date(timeIntervalSince1970: 0),
                    affectedParameterKeys: ["color"])
            ]
        }
        let described = try await Caller(emulator: emulator).fetch().json["experimentDescriptions"]?.array?
            .first
        #expect(described?["experimentId"] == "_exp_1")
        #expect(described?["variantId"] == "2")
        #expect(described?["experimentStartTime"] == "1970-01-01T00:00:00.000Z")
        #expect(described?["affectedParameterKeys"] == ["color"])
    }

    @Test("names in snake_case and a key in the query are understood too")
    func otherDialects() async throws {
        let response = await (try demoEmulator()).respond(
            to: EmulatorRequest(
                method: "POST", path: "/v1/projects/demo-shop/namespaces/firebase:fetch",
                query: ["key": "any"],
                body: Array(
                    #"{"app_id": "1:1:ios:a", "app_instance_id": "x", "app_instance_id_token": "t"}"#.utf8)))
        #expect(response.status == 200)
    }

    @Test(
        "a faulty request is refused in Google's shape",
        arguments: [
            ("POST", "/v1/projects/demo-shop/namespaces/firebase:fetch", "{", 400, "INVALID_ARGUMENT"),
            ("POST", "/v1/projects/demo-shop/namespaces/firebase:fetch", "[]", 400, "INVALID_ARGUMENT"),
            ("POST", "/v1/projects/demo-shop/namespaces/firebase:fetch", "\u{1F}", 400, "INVALID_ARGUMENT"),
            ("POST", "/v1/projects/demo-shop/namespaces/firebase:fetch", "{}", 400, "INVALID_ARGUMENT"),
            (
                "POST", "/v1/projects/demo-shop/namespaces/firebase:fetch", #"{"appId": 5}"#, 400,
                "INVALID_ARGUMENT"
            ),
            (
                "POST", "/v1/projects/demo-shop/namespaces/firebase:fetch", #"{"appId": "a"}"#, 400,
                "INVALID_ARGUMENT"
            ),
            (
                "POST", "/v1/projects/demo-shop/namespaces/firebase:fetch",
                #"{"appId": "a", "appInstanceId": "b"}"#, 400, "INVALID_ARGUMENT"
            ),
            ("POST", "/v1/projects/other/namespaces/firebase:fetch", "{}", 404, "NOT_FOUND"),
            ("GET", "/v1/projects/demo-shop/namespaces/firebase:fetch", "{}", 404, "NOT_FOUND"),
            ("GET", "/", "", 404, "NOT_FOUND"), ("POST", "/v1/projects/demo-shop", "", 404, "NOT_FOUND"),
        ])
    func faulty(method: String, path: String, body: String, status: Int, name: String) async throws {
        let answer = try await Caller(emulator: try demoEmulator()).call(method, path, body)
        #expect(answer.status == status)
        #expect(answer.json["error"]?["code"]?.int == status)
        #expect(answer.json["error"]?["status"]?.string == name)
        #expect(answer.json["error"]?["message"]?.string?.isEmpty == false)
    }

    @Test("errors are indented, because an SDK looks for the code with a blank before it")
    func indentedErrors() async throws {
        let response = await (try demoEmulator()).respond(
            to: EmulatorRequest(
                method: "POST", path: "/v1/projects/demo-shop/namespaces/firebase:streamFetchInvalidations",
                body: Array("{}".utf8)))
        #expect(response.status == 403)
        #expect(String(decoding: response.body, as: UTF8.self).contains("\"code\": 403"))
    }

    @Test("a missing key is 403, a wrong one 400")
    func apiKeys() async throws {
        let key = UUID().uuidString
        let emulator = try demoEmulator(apiKey: key)
        #expect(try await Caller(emulator: emulator, apiKey: nil).fetch().status == 403)
        let wrong = try await Caller(emulator: emulator, apiKey: "wrong").fetch()
        #expect(wrong.status == 400)
        #expect(wrong.json["error"]?["message"] == "API key not valid. Please pass a valid API key.")
        #expect(try await Caller(emulator: emulator, apiKey: key).fetch().status == 200)
    }

    @Test("with strict tokens only the installation's own living token is accepted")
    func strictTokens() async throws {
        let clock = ManualClock(testTime)
        let emulator = try demoEmulator(
            configuration: Emulator.Configuration(
                tokenLifetime: 100, requiresValidTokens: true, now: { clock.now }))
        let caller = Caller(emulator: emulator)
        let registered = try await caller.register().json
        let fid = try #require(registered["fid"]?.string)
        let token = try #require(registered["authToken"]?["token"]?.string)
        #expect(try await caller.fetch(token: token, fid: fid).status == 200)
        #expect(try await caller.fetch(token: "other", fid: fid).status == 401)
        #expect(try await caller.fetch(token: token, fid: "other").status == 401)
        clock.advance(by: 100)
        #expect(try await caller.fetch(token: token, fid: fid).status == 401)
        try emulator.forgetInstallations(of: "demo-shop")
        #expect(try await caller.fetch(token: token, fid: fid).status == 401)
    }

    @Test("an unknown project is named together with those that there are")
    func unknownProject() throws {
        let emulator = try demoEmulator()
        let error = #expect(throws: UnknownProject.self) {
            try emulator.publish(RemoteConfigTemplate(), to: "shop")
        }
        #expect(error?.description == "no project \"shop\"; projects: demo-shop")
    }
}
