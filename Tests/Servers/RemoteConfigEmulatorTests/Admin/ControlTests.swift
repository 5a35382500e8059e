import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("The emulator's own endpoints", .inTurn)
struct ControlTests {
    static let overridesPath = "/emulator/v1/projects/demo-shop/installations/any-fid/overrides"

    @Test("overrides of one installation replace, add and remove values, and are only announced to it")
    func overrides() async throws {
        let emulator = try demoEmulator(template(["color": "red", "size": "M"]))
        let caller = Caller(emulator: emulator)
        let etag = try await caller.fetch().headers["etag"]
        let answer = await caller.listen(knowing: "1")
        var pieces = Pieces(iterator: try #require(answer.stream).makeAsyncIterator())
        #expect(await pieces.next() == "[")

        let set = try await caller.call(
            "PUT", Self.overridesPath, #"{"overrides": {"color": "blue", "size": null, "new": true}}"#)
        #expect(set.json["overrides"] == ["color": "blue", "new": "true", "size": nil])
        #expect(await pieces.next()?.contains(#""2""#) == true)
        let fetched = try await caller.fetch(etag: etag).json
        #expect(fetched["entries"] == ["color": "blue", "new": "true"])
        #expect(fetched["templateVersion"] == "2")
        #expect(try await caller.fetch(fid: "another").json["entries"] == ["color": "red", "size": "M"])
        #expect(try await caller.fetch(fid: "another").json["templateVersion"] == "1")

        try emulator.publish(template(["color": "green", "size": "L"]), to: "demo-shop")
        #expect(await pieces.next()?.contains(#""3""#) == true)
        #expect(try await caller.fetch().json["entries"] == ["color": "blue", "new": "true"])

        #expect(try await caller.call("DELETE", Self.overridesPath).json["overrides"] == [:])
        #expect(await pieces.next()?.contains(#""4""#) == true)
        #expect(try await caller.fetch().json["entries"] == ["color": "green", "size": "L"])
    }

    @Test(
        "an overridden key is not said to be that of an experiment, a rollout or a personalization",
        arguments: [
            (#"{"rolloutValue": {"rolloutId": "r", "value": "x", "percent": 100}}"#, "rolloutMetadata"),
            (
                #"{"experimentValue": {"experimentId": "3", "exposurePercent": 100, "variantValue": ["#
                    + #"{"variantId": "0", "value": "x"}]}}"#, "experimentDescriptions"
            ),
            (#"{"personalizationValue": {"personalizationId": "p"}}"#, "personalizationMetadata"),
        ])
    func metadata(_ value: String, _ member: String) async throws {
        let text = #"""
            {"conditions": [{"name": "all", "expression": "true"}], "parameters": {
              "one": {"defaultValue": {"value": "1"}, "conditionalValues": {"all": \#(value)}},
              "two": {"defaultValue": {"value": "2"}, "conditionalValues": {"all": \#(value)}}}}
            """#
        let caller = Caller(emulator: try demoEmulator(RemoteConfigTemplate(parsing: Array(text.utf8))))
        func affected() async throws -> String { try await caller.fetch().json[member]?.compactText ?? "" }
        #expect(try await affected().contains("one"))
        for (overrides, isMentioned) in [
            (#"{"one": "mine"}"#, true), (#"{"one": "mine", "two": null}"#, false),
        ] {
            _ = try await caller.call("PUT", Self.overridesPath, #"{"overrides": \#(overrides)}"#)
            let text = try await affected()
            #expect(!text.contains("one") && text.contains("two") == isMentioned, "\(text)")
        }
    }

    @Test("there are not more installations, and overrides of them, than the configuration allows")
    func installationLimit() async throws {
        let caller = Caller(
            emulator: try demoEmulator(configuration: Emulator.Configuration(installationLimit: 2)))
        let overrides = #"{"overrides": {"color": "blue"}}"#
        for (letter, status) in [("a", 200), ("b", 200), ("c", 429)] {
            let path = Self.overridesPath.replacing("any-fid", with: letter)
            #expect(try await caller.call("PUT", path, overrides).status == status)
            #expect(try await caller.register(fid: "").status == status)
        }
        #expect(
            try await caller.call("PUT", Self.overridesPath.replacing("any-fid", with: "a"), "{}").status
                == 400)
        let installations = "/emulator/v1/projects/demo-shop/installations"
        #expect(try await caller.call("DELETE", installations).status == 200)
        #expect(try await caller.register(fid: "").status == 200)
    }

    @Test("overrides that are none are refused")
    func wrongOverrides() async throws {
        let caller = Caller(emulator: try demoEmulator())
        #expect(try await caller.call("PUT", Self.overridesPath, #"{"color": "blue"}"#).status == 400)
        let elsewhere = "/emulator/v1/projects/other/installations/any-fid/overrides"
        #expect(try await caller.call("PUT", elsewhere, #"{"overrides": {}}"#).status == 404)
    }

    @Test("faults are set, read and lifted while the emulator runs, and do not happen to this endpoint")
    func faults() async throws {
        let caller = Caller(emulator: try demoEmulator())
        let set = try await caller.call(
            "PUT", "/emulator/v1/faults", #"{"faults": ["any/503", "429,retry-after=30:0.5*2"]}"#)
        #expect(set.json == ["faults": ["any/503", "fetch/429,retry-after=30:0.5*2"]])
        #expect(try await caller.fetch().status == 503)
        #expect(try await Operator(emulator: caller.emulator).call("GET").status == 503)
        #expect(try await caller.call("GET", "/emulator/v1/faults").json == set.json)
        #expect(try await caller.call("DELETE", "/emulator/v1/faults").json == ["faults": []])
        #expect(try await caller.fetch().status == 200)
    }

    @Test("an invalid fault is refused, and the active ones stay")
    func wrongFaults() async throws {
        let emulator = try demoEmulator()
        emulator.inject(Fault(.hang, target: .token))
        let caller = Caller(emulator: emulator)
        for body in [#"{"faults": ["900"]}"#, #"{"faults": [429]}"#, #"{"fail": []}"#, "[]", ""] {
            #expect(try await caller.call("PUT", "/emulator/v1/faults", body).status == 400)
        }
        #expect(emulator.faults.faults == [Fault(.hang, target: .token)])
    }

    @Test("too many faults are refused, and the active ones stay")
    func tooManyFaults() async throws {
        let emulator = try demoEmulator()
        let caller = Caller(emulator: emulator)
        func body(_ count: Int) -> String {
            #"{"faults": [\#([String](repeating: #""fetch/429*1""#, count: count).joined(separator: ","))]}"#
        }
        #expect(try await caller.call("PUT", "/emulator/v1/faults", body(1000)).status == 200)
        let refused = try await caller.call("PUT", "/emulator/v1/faults", body(60_000))
        #expect(refused.status == 400)
        #expect(refused.json["error"]?["message"]?.string?.contains("At most 1000 faults") == true)
        #expect(emulator.faults.faults.count == 1000)
    }

    @Test("the log has the last requests, the newest last")
    func log() async throws {
        let caller = Caller(emulator: try demoEmulator())
        for index in 0..<3 { _ = try await caller.fetch(namespace: "n\(index)") }
        let log = try await caller.call("GET", "/emulator/v1/requests").json["requests"]?.array ?? []
        #expect(
            log.map { $0["note"]?.string } == ["NO_TEMPLATE of n0", "NO_TEMPLATE of n1", "NO_TEMPLATE of n2"])
        #expect(log.first?["method"] == "POST")
        _ = try await caller.call("DELETE", "/emulator/v1/requests")
        let rest = try await caller.call("GET", "/emulator/v1/requests").json["requests"]?.array ?? []
        #expect(rest.map { $0["path"]?.string } == ["/emulator/v1/requests"])
    }

    @Test("a thousand requests are kept")
    func logLimit() async throws {
        let caller = Caller(emulator: try demoEmulator())
        for index in 0..<1005 { _ = try await caller.fetch(namespace: "n\(index)") }
        let notes = caller.emulator.newestRequests(2000).map(\.note)
        #expect(notes.count == 1000)
        #expect(notes.first == "NO_TEMPLATE of n5")
        #expect(notes.last == "NO_TEMPLATE of n1004")
        #expect(
            caller.emulator.newestRequests(2).map(\.note) == ["NO_TEMPLATE of n1003", "NO_TEMPLATE of n1004"])
    }

    @Test("projects are listed with their versions and streams, installations by id, without their tokens")
    func projects() async throws {
        let caller = Caller(emulator: try demoEmulator())
        _ = try await caller.register(fid: "cAbCdEfGhIjKlMnOpQrStU")
        let stream = await caller.listen(knowing: "1")
        #expect(
            try await caller.call("GET", "/emulator/v1/projects").json == [
                "projects": [
                    [
                        "project": "demo-shop", "number": "123456789012",
                        "templates": ["firebase": ["version": 1], "firebase-server": ["version": 0]],
                        "streams": 1,
                    ]
                ]
            ])
        withExtendedLifetime(stream) {}
        let path = "/emulator/v1/projects/demo-shop/installations"
        #expect(try await caller.call("GET", path).json == ["installations": ["cAbCdEfGhIjKlMnOpQrStU"]])
        #expect(try await caller.call("DELETE", path).status == 200)
        #expect(try await caller.call("GET", path).json == ["installations": []])
    }

    @Test(
        "browsers that ask first hear of the services, and not of operators' endpoints or the emulator's own")
    func crossOrigin() async throws {
        let emulator = try demoEmulator()
        func preflight(_ path: String) async -> EmulatorResponse {
            await emulator.respond(to: EmulatorRequest(method: "OPTIONS", path: path))
        }
        let namespace = "/v1/projects/demo-shop/namespaces/firebase"
        #expect(await preflight(namespace + ":fetch").status == 204)
        #expect(await preflight(namespace + ":streamFetchInvalidations").status == 204)
        #expect(await preflight("/v1/projects/demo-shop/installations/x").status == 204)
        #expect(await preflight("/v1/projects/demo-shop/remoteConfig").status == 404)
        #expect(await preflight("/emulator/v1/faults").status == 404)
        #expect(try await Caller(emulator: emulator).fetch().headers["access-control-allow-origin"] == nil)
        let admin = await Operator(emulator: emulator).send("GET")
        #expect(admin.headers["access-control-allow-origin"] == nil)
    }
}
