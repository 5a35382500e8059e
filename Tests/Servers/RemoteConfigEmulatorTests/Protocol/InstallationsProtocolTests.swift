import ExperimentsCore
import FirebaseConfig
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("The emulator's installations", .inTurn)
struct InstallationsProtocolTests {
    let id = "cAbCdEfGhIjKlMnOpQrStU"

    @Test("a registration gets an id, a refresh token and a token for a week")
    func create() async throws {
        let answer = try await Caller(emulator: try demoEmulator()).register(fid: id)
        #expect(answer.status == 200)
        #expect(answer.json["fid"]?.string == id)
        #expect(answer.json["name"]?.string == "projects/123456789012/installations/\(id)")
        #expect(answer.json["refreshToken"]?.string?.isEmpty == false)
        #expect(answer.json["authToken"]?["token"]?.string?.isEmpty == false)
        #expect(answer.json["authToken"]?["expiresIn"] == "604800s")
    }

    @Test("a proposal that is not an id is replaced", arguments: ["", "short", "aAbCdEfGhIjKlMnOpQrStU"])
    func replaced(proposal: String) async throws {
        let chosen = try await Caller(emulator: try demoEmulator()).register(fid: proposal).json["fid"]?
            .string
        #expect(chosen.flatMap(InstallationID.init) != nil)
    }

    @Test("an id is given once")
    func taken() async throws {
        let caller = Caller(emulator: try demoEmulator())
        _ = try await caller.register(fid: id)
        let second = try await caller.register(fid: id)
        #expect(second.status == 409)
        #expect(second.json["error"]?["status"] == "ALREADY_EXISTS")
    }

    @Test("the refresh token renews the token; another is 401, another installation 404")
    func renew() async throws {
        let caller = Caller(emulator: try demoEmulator())
        let registered = try await caller.register(fid: id).json
        let refresh = try #require(registered["refreshToken"]?.string)
        let path = "/v1/projects/demo-shop/installations/\(id)/authTokens:generate"
        let renewed = try await caller.call(
            "POST", path, "{}", headers: ["authorization": "FIS_v2 \(refresh)"])
        #expect(renewed.status == 200)
        #expect(renewed.json["token"] != registered["authToken"]?["token"])
        #expect(renewed.json["expiresIn"] == "604800s")
        #expect(
            try await caller.call("POST", path, "{}", headers: ["authorization": "FIS_v2 x"]).status == 401)
        #expect(try await caller.call("POST", path, "{}").status == 401)
        let other = path.replacing(id, with: "dAbCdEfGhIjKlMnOpQrStU")
        #expect(
            try await caller.call("POST", other, "{}", headers: ["authorization": "FIS_v2 \(refresh)"]).status
                == 404)
    }

    @Test("a deleted installation is gone")
    func delete() async throws {
        let caller = Caller(emulator: try demoEmulator())
        let refresh = try #require(try await caller.register(fid: id).json["refreshToken"]?.string)
        let path = "/v1/projects/demo-shop/installations/\(id)"
        let headers: HeaderFields = ["authorization": "FIS_v2 \(refresh)"]
        #expect(try await caller.call("DELETE", path, "{}").status == 401)
        #expect(try await caller.call("DELETE", path, "{}", headers: headers).status == 200)
        #expect(try await caller.call("DELETE", path, "{}", headers: headers).status == 404)
    }

    @Test("projects know only their own installations")
    func projects() async throws {
        let emulator = try Emulator(projects: [
            EmulatedProject(projectID: "one", projectNumber: "1"),
            EmulatedProject(projectID: "two", projectNumber: "2"),
        ])
        let refresh = try #require(
            try await Caller(emulator: emulator, project: "one").register(fid: id).json["refreshToken"]?
                .string)
        let answer = try await Caller(emulator: emulator, project: "two").call(
            "DELETE", "/v1/projects/two/installations/\(id)", "{}",
            headers: ["authorization": "FIS_v2 \(refresh)"])
        #expect(answer.status == 404)
    }

    @Test("an app id is needed")
    func appID() async throws {
        #expect(try await Caller(emulator: try demoEmulator()).register(app: "").status == 400)
    }
}
