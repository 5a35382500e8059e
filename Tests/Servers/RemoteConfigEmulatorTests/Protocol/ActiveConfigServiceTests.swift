import ActiveConfiguration
import ExperimentsCore
import ExperimentsTransport
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("The ActiveConfig backend", .inTurn)
struct ActiveConfigServiceTests {
    let folder: TemporaryFolder
    let emulator: Emulator

    init() throws {
        folder = try TemporaryFolder()
        emulator = try Emulator(
            projects: [],
            configuration: Emulator.Configuration(activeConfigFolder: folder.path, now: ManualClock().reading)
        )
    }

    func answer(_ user: String?, etag: String? = nil) async -> EmulatorResponse {
        var request = EmulatorRequest(method: "GET", path: "/active_config")
        request.query["userID"] = user
        request.headers["if-none-match"] = etag
        return await emulator.respond(to: request)
    }

    @Test("a misspelled user is refused instead of taken for no one")
    func misspelt() async throws {
        let request = EmulatorRequest(method: "GET", path: "/active_config", query: ["userid": "3"])
        let answer = await emulator.respond(to: request)
        #expect(answer.status == 400)
        #expect(String(decoding: answer.body, as: UTF8.self).contains("Did you mean userID?"))
        let other = EmulatorRequest(
            method: "GET", path: "/active_config", query: ["userID": "3", "v": "1.2"])
        #expect(await emulator.respond(to: other).status == 200)
    }

    @Test(
        "the sample follows from the user's number as recorded",
        .enabled(if: Conformance.isPresent, "\(Conformance.absence)"))
    func formula() async throws {
        let recorded = try JSONValue(
            parsing: Array(try Conformance.data("active_config/backend_formula.json")))
        let cases = try #require(recorded["cases"]?.array)
        #expect(cases.count == 6)
        for vector in cases {
            let response = await answer(vector["userID"]?.valueText)
            let state = try ActiveConfigState(parsing: response.body)
            let section = try #require(state["SampleViewConfiguration"])
            #expect(state.problems.isEmpty)
            #expect(section.string(forKey: "LabelText") == vector["LabelText"]?.string)
            #expect(section.bool(forKey: "ButtonEnabled") == vector["ButtonEnabled"]?.bool)
            for color in ["red", "green", "blue"] {
                let made = try #require(section.dictionary(forKey: "ViewBackgroundColor")?[color]?.double)
                let expected = try #require(vector["ViewBackgroundColor"]?[color]?.double)
                #expect(abs(made - expected) < 1e-15, "\(color) of \(vector)")
            }
        }
    }

    @Test(
        "an ID that is not a number has no user, and one that begins with a number is that number",
        arguments: [("", "NaN"), ("abc", "NaN"), ("3x", "3"), ("-2", "-2"), ("99999999999999999999", "NaN")])
    func ids(id: String, shown: String) async throws {
        let state = try ActiveConfigState(parsing: await answer(id).body)
        #expect(
            state["SampleViewConfiguration"]?.string(forKey: "LabelText")
                == "This is a label value for user ID \(shown)")
    }

    @Test("a user's file is served as it is, and shared.json is not a user's")
    func files() async throws {
        try folder.write("not JSON", to: "7.json")
        try folder.write("{}", to: "shared.json")
        #expect(await answer("7").body == Array("not JSON".utf8))
        #expect(await answer(nil).body == Array("{}".utf8))
        #expect(
            try ActiveConfigState(parsing: await answer("8").body).sectionNames == ["SampleViewConfiguration"]
        )
    }

    @Test(
        "an ID cannot lead out of the folder",
        arguments: ["../secret", "/etc/passwd", ".hidden", "a/../../secret"])
    func outside(id: String) async throws {
        try folder.write("{}", to: "inner/../.hidden.json")
        #expect(
            try ActiveConfigState(parsing: await answer(id).body).sectionNames == ["SampleViewConfiguration"])
    }

    @Test("a file that cannot be read is an error of the server")
    func unreadable() async throws {
        try folder.write("x", to: "7.json/inside")
        #expect(await answer("7").status == 500)
    }

    @Test("the tag is that of the sections, and spares an answer that says the same")
    func etag() async throws {
        let first = await answer("2")
        let etag = try #require(first.headers["etag"])
        let second = await answer("2", etag: etag)
        #expect(second.status == 304)
        #expect(second.body.isEmpty)
        #expect(await answer("3", etag: etag).status == 200)
    }

    @Test("faults can be limited to downloads")
    func faults() async {
        emulator.inject(Fault(.status(503, retryAfter: "9"), target: .activeConfig, remaining: 1))
        #expect(await answer("1").status == 503)
        #expect(await answer("1").status == 200)
    }

    @Test("an ActiveConfig downloads from it over HTTP, user by user")
    func overHTTP() async throws {
        let server = EmulatorServer(emulator)
        let url = try await server.start()
        let template = try #require(UserURLTemplate(url.absoluteString + "/active_config?userID={user}"))
        let config = ActiveConfig(
            downloader: URLActiveConfigDownloader(template), userID: "3", listenerQueue: .global())
        #expect(
            try await config.downloadNewConfig().outcome
                == .applied(changedSections: ["SampleViewConfiguration"]))
        #expect(config["SampleViewConfiguration"]?.bool(forKey: "ButtonEnabled") == true)
        #expect(try await config.downloadNewConfig().outcome == .unchanged)
        config.currentUserID = "2"
        #expect(config["SampleViewConfiguration"] == nil)
        let failed = Fault(.truncatedBody, target: .activeConfig, remaining: 1)
        emulator.inject(failed)
        await #expect(throws: ActiveConfigDownloadFailure.self) { try await config.downloadNewConfig() }
        try await config.downloadNewConfig()
        #expect(config["SampleViewConfiguration"]?.bool(forKey: "ButtonEnabled") == false)
        await server.stop()
    }
}
