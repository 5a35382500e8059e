import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("The emulator's admin API", .inTurn)
struct AdminProtocolTests {
    let clock = ManualClock(testTime)

    func emulator(_ template: RemoteConfigTemplate? = template(["color": "red"])) throws -> Emulator {
        let clock = clock
        return try demoEmulator(template, configuration: Emulator.Configuration(now: { clock.now }))
    }

    @Test("the template comes with its version and an ETag")
    func get() async throws {
        let answer = try await Operator(emulator: try emulator()).call("GET")
        #expect(answer.status == 200)
        #expect(answer.etag == "etag-123456789012-1")
        #expect(answer.json["parameters"]?["color"]?["defaultValue"] == ["value": "red"])
        #expect(answer.json["version"]?["versionNumber"] == "1")
        #expect(answer.json["version"]?["updateTime"] == "2026-02-02T02:40:00.000Z")
    }

    @Test("a project without a template has an empty one, which can be published on")
    func empty() async throws {
        let console = Operator(emulator: try emulator(nil))
        let answer = try await console.call("GET")
        #expect(answer.json["parameters"] == [:])
        #expect(answer.etag == "etag-123456789012-0")
        #expect(try await console.publish(Operator.template("blue"), match: answer.etag).status == 200)
    }

    @Test("what is published is served, with only the description of the version taken")
    func publish() async throws {
        let emulator = try emulator()
        let console = Operator(emulator: emulator)
        let etag = try await console.call("GET").etag
        let answer = try await console.publish(Operator.template("blue", description: "spring"), match: etag)
        #expect(answer.status == 200)
        #expect(answer.etag == "etag-123456789012-2")
        #expect(
            answer.json["version"] == [
                "versionNumber": "2", "updateTime": "2026-02-02T02:40:00.000Z",
                "updateUser": ["email": "owner@localhost"], "description": "spring",
                "updateOrigin": "REST_API",
                "updateType": "INCREMENTAL_UPDATE",
            ])
        #expect(try await console.call("GET").json == answer.json)
        #expect(try await Caller(emulator: emulator).fetch().json["entries"] == ["color": "blue"])
    }

    @Test("of two who publish on one version, the second gets a version mismatch, and nothing is published")
    func mismatch() async throws {
        let console = Operator(emulator: try emulator())
        let etag = try await console.call("GET").etag
        #expect(try await console.publish(Operator.template("blue"), match: etag).status == 200)
        let second = try await console.publish(Operator.template("green"), match: etag)
        #expect(second.status == 412)
        #expect(
            second.json["error"] == [
                "code": 412,
                "message":
                    "[VERSION_MISMATCH]: Expected version 1, found version 2 for project: 123456789012",
                "status": "FAILED_PRECONDITION",
            ])
        #expect(
            try await console.call("GET").json["parameters"]?["color"]?["defaultValue"]?["value"] == "blue")
        let forced = try await console.publish(Operator.template("green"), match: "*")
        #expect(forced.json["version"]?["updateType"] == "FORCED_UPDATE")
    }

    @Test("without If-Match nothing is published")
    func noMatch() async throws {
        let answer = try await Operator(emulator: try emulator()).publish(
            Operator.template("blue"), match: nil)
        #expect(answer.status == 400)
        #expect(
            answer.json["error"]?["message"]?.string?.hasPrefix(
                "[VERSION_MISMATCH]: No If-Match header found on UpdateRemoteConfig call") == true)
    }

    @Test("validating stores nothing", arguments: ["validateOnly", "validate_only"])
    func validate(name: String) async throws {
        let console = Operator(emulator: try emulator())
        let answer = try await console.publish(
            Operator.template("blue"), match: "etag-123456789012-1", query: [name: "true"])
        #expect(answer.status == 200)
        #expect(answer.etag == "etag-123456789012-0")
        #expect(try await console.call("GET").json["version"]?["versionNumber"] == "1")
        let bad = try await console.publish(#"{"parameters": {"a": 1}}"#, match: "*", query: [name: "true"])
        #expect(bad.status == 400)
        #expect(
            bad.json["error"]?["message"] == "[VALIDATION_ERROR]: parameters.a: expected an object, found 1")
        let stale = try await console.publish(
            Operator.template("blue"), match: "etag-123456789012-7", query: [name: "true"])
        #expect(stale.status == 412)
    }

    @Test("validating answers with the description of the version, and with nothing else of it")
    func validatedVersion() async throws {
        let console = Operator(emulator: try emulator())
        let query = ["validateOnly": "true"]
        let described = try await console.publish(
            Operator.template("blue", description: "spring"), match: "*", query: query)
        #expect(described.json["version"] == ["description": "spring"])
        #expect(
            try await console.publish(Operator.template("blue"), match: "*", query: query).json["version"]
                == nil)
    }

    @Test(
        "validateOnly without a value is refused, and nothing is published",
        arguments: ["validateOnly", "validate_only"])
    func emptyFlag(name: String) async throws {
        let console = Operator(emulator: try emulator())
        #expect(
            try await console.publish(Operator.template("blue"), match: "*", query: [name: ""]).status == 400)
        #expect(try await console.call("GET").json["version"]?["versionNumber"] == "1")
    }

    @Test("a misspelled query item is refused as Google does it, and nothing is published")
    func misspeltQuery() async throws {
        let console = Operator(emulator: try emulator())
        let answer = try await console.publish(
            Operator.template("blue"), match: "*", query: ["validateOnyl": "true"])
        #expect(answer.status == 400)
        let message = try #require(answer.json["error"]?["message"]?.string)
        #expect(
            message.hasPrefix(
                #"Invalid JSON payload received. Unknown name "validateOnyl": Cannot bind query parameter."#))
        #expect(message.hasSuffix("Did you mean validateOnly?"))
        #expect(try await console.call("GET").json["version"]?["versionNumber"] == "1")
        #expect(try await console.call("GET", query: ["prettyPrint": "false", "alt": "json"]).status == 200)
        #expect(try await console.call("GET", ":listVersions", query: ["page_size": "1"]).status == 200)
    }

    @Test("versions are listed newest first, in pages, by number and by time")
    func versions() async throws {
        let emulator = try emulator()
        let console = Operator(emulator: emulator)
        for _ in 2...25 {
            clock.advance(by: 60)
            try emulator.publish(template([:]), to: "demo-shop")
        }
        func numbers(_ query: [String: String]) async throws -> (numbers: [Int?], next: String?) {
            let json = try await console.call("GET", ":listVersions", query: query).json
            return (
                (json["versions"]?.array ?? []).map { $0["versionNumber"]?.string.flatMap { Int($0) } },
                json["nextPageToken"]?.string
            )
        }
        let first = try await numbers([:])
        #expect(first.numbers == (16...25).reversed())
        let second = try await numbers(["pageToken": try #require(first.next), "pageSize": "13"])
        #expect(second.numbers == (3...15).reversed())
        let last = try await numbers(["pageToken": try #require(second.next)])
        #expect(last.numbers == [2, 1])
        #expect(last.next == nil)
        #expect(try await numbers(["endVersionNumber": "2"]).numbers == [2, 1])
        let start = RFC3339.text(of: testTime + 60)
        let end = RFC3339.text(of: testTime + 180)
        #expect(try await numbers(["startTime": start, "endTime": end]).numbers == [3, 2])
        #expect(try await console.call("GET", ":listVersions", query: ["pageSize": "301"]).status == 400)
        #expect(try await console.call("GET", ":listVersions", query: ["startTime": "noon"]).status == 400)
    }

    @Test("300 versions are kept")
    func storedVersions() async throws {
        let emulator = try emulator()
        for _ in 0..<300 { try emulator.publish(template([:]), to: "demo-shop") }
        let console = Operator(emulator: emulator)
        #expect(try await console.call("GET", query: ["versionNumber": "1"]).status == 404)
        #expect(
            try await console.call("GET", query: ["versionNumber": "2"]).json["version"]?["versionNumber"]
                == "2")
    }

    @Test("an older version can be read, and rolled back to as a new one", arguments: [true, false])
    func rollback(isInBody: Bool) async throws {
        let emulator = try emulator()
        let console = Operator(emulator: emulator)
        try emulator.publish(template(["color": "blue"]), to: "demo-shop")
        let old = try await console.call("GET", query: ["versionNumber": "1"])
        #expect(old.json["parameters"]?["color"]?["defaultValue"]?["value"] == "red")
        #expect(old.etag == "etag-123456789012-1")
        let answer = try await console.call(
            "POST", ":rollback", query: isInBody ? [:] : ["versionNumber": "1"],
            body: isInBody ? #"{"versionNumber": "1"}"# : "")
        #expect(answer.etag == "etag-123456789012-3")
        #expect(answer.json["version"]?["updateType"] == "ROLLBACK")
        #expect(answer.json["version"]?["rollbackSource"] == "1")
        #expect(answer.json["version"]?["description"] == "Rollback to version 1")
        #expect(try await Caller(emulator: emulator).fetch().json["entries"] == ["color": "red"])
        #expect(try await console.call("POST", ":rollback", body: #"{"versionNumber": "9"}"#).status == 404)
        #expect(try await console.call("POST", ":rollback").status == 400)
    }

    @Test("defaults can be had in three formats")
    func defaults() async throws {
        let console = Operator(emulator: try emulator(template(["a": "<&\"'>", "b": "two\nlines\u{1}"])))
        func text(_ format: String) async -> String {
            String(
                decoding: await console.send("GET", ":downloadDefaults", query: ["format": format]).body,
                as: UTF8.self)
        }
        #expect(try JSONValue(parsing: await text("JSON")) == ["a": "<&\"'>", "b": "two\nlines\u{1}"])
        #expect(await text("XML").contains("<key>a</key>\n        <value>&lt;&amp;\"'&gt;</value>"))
        let plist = try PropertyListSerialization.propertyList(
            from: Data(await text("PLIST").utf8), format: nil)
        #expect(plist as? [String: String] == ["a": "<&\"'>", "b": "two\nlines"])
        #expect(try await console.call("GET", ":downloadDefaults", query: ["format": "INI"]).status == 400)
    }

    @Test("a publish is heard by the clients that listen, one for servers is not")
    func realtime() async throws {
        let emulator = try emulator()
        let answer = await Caller(emulator: emulator).listen(knowing: "1")
        var pieces = Pieces(iterator: try #require(answer.stream).makeAsyncIterator())
        _ = await pieces.next()
        let servers = Operator(emulator: emulator, path: "namespaces/firebase-server/remoteConfig")
        #expect(try await servers.publish(Operator.template("black"), match: "*").status == 200)
        #expect(
            try await Operator(emulator: emulator).publish(Operator.template("blue"), match: "*").status
                == 200)
        #expect(await pieces.next()?.contains(#""2""#) == true)
    }

    @Test("servers load their own template by its compiled form")
    func serverTemplate() async throws {
        let emulator = try emulator()
        let loader = Operator(emulator: emulator, path: "namespaces/firebase-server/serverRemoteConfig")
        let none = try await loader.call("GET")
        #expect(none.json == [:])
        // Without an ETag, the SDKs for Node and Java take no answer.
        #expect(none.etag?.hasPrefix("etag-demo-shop-firebase-server-fetch-") == true)
        let console = Operator(emulator: emulator, path: "namespaces/firebase-server/remoteConfig")
        #expect(try await console.call("GET").etag == "etag-123456789012-firebase-server-0")
        let published = try await console.publish(
            Operator.template("black"), match: "etag-123456789012-firebase-server-0")
        #expect(published.status == 200)
        let loaded = try await loader.call("GET")
        #expect(loaded.json["parameters"]?["color"]?["defaultValue"]?["value"] == "black")
        #expect(loaded.etag?.hasPrefix("etag-demo-shop-firebase-server-fetch-") == true)
        #expect(try await Caller(emulator: emulator).fetch().json["entries"] == ["color": "red"])
        let again = try await Operator(
            emulator: emulator, path: "namespaces/firebase-server/serverRemoteConfig"
        )
        .publish(Operator.template("white"), match: published.etag)
        #expect(again.status == 200)
        #expect(try await loader.call("GET").etag != loaded.etag)
    }

    @Test(
        "an invalid template is refused, and nothing is published",
        arguments: [
            ("{", "Invalid JSON payload received."), ("[]", "Root element must be a message"),
            (#"{"parameters": {"a": {}}, "parameters": {}}"#, "occurs twice"),
            (
                #"{"parameters": {"a": {"defaultValue": {"value": 1}}}}"#,
                "parameters.a.defaultValue.value: expected a string"
            ),
            (#"{"parameters": []}"#, "parameters: expected an object, found []"),
            (
                String(repeating: #"{"a":"#, count: 300) + "1" + String(repeating: "}", count: 300),
                "nested deeper"
            ),
            ("{\"a\": \"\u{0}\"}", "Invalid JSON payload received."),
        ])
    func refused(body: String, message: String) async throws {
        let console = Operator(emulator: try emulator())
        let answer = try await console.publish(body, match: "*")
        #expect(answer.status == 400)
        #expect(answer.json["error"]?["status"] == "INVALID_ARGUMENT")
        #expect(answer.json["error"]?["message"]?.string?.contains(message) == true, "\(answer.json)")
        #expect(try await console.call("GET").etag == "etag-123456789012-1")
    }
}
