import ExperimentsCore
import Foundation
import TestSupport

/// A server of the built program, which requests try to bring down.
struct AttackedServer {
    /// The command that serves.
    enum Kind: String, CaseIterable {
        case emulator
        case serve

        /// Each thing that it can be asked.
        var requests: [GoodRequest] { self == .emulator ? GoodRequest.toEmulator : GoodRequest.toServe }

        fileprivate var words: String {
            self == .emulator ? "emulator --template template.json" : "serve --source live"
        }
        fileprivate var question: GoodRequest {
            GoodRequest("GET", self == .emulator ? "/v1/projects/demo-project/remoteConfig" : "/health")
        }
    }

    let kind: Kind
    let program: RunningProgram
    let port: UInt16
    private static let memoryLimit = 400 << 20

    static let template = #"""
        {"conditions": [{"name": "uk", "expression": "device.country in ['GB'] && percent <= 10"}],
         "parameters": {"color": {"defaultValue": {"value": "red"}, "conditionalValues": {"uk": {"value": "blue"}}}}}
        """#

    /// What it was to serve was refused with a reason.
    struct Refusal: Error {}

    /// Starts one.
    ///
    /// - Parameters:
    ///   - kind: the command that serves.
    ///   - template: the content of the file that it serves.
    ///   - files: how many files and connections it may have open; nil for as many as usual.
    init(
        _ kind: Kind = .emulator, template: String = template, files: Int? = nil,
        in workplace: Workplace? = nil
    )
        async throws
    {
        let workplace = try workplace ?? Workplace()
        try workplace.folder.write(template, to: "template.json")
        try workplace.folder.write(
            "source: {name: live, kind: firebase-template, path: template.json}\noverrides: overrides.json\n"
                + "keys: [{name: color, type: string}]\n", to: "experiments.yaml")
        let limit = files.map { "ulimit -n \($0); " } ?? ""
        let program = try workplace.start(
            "/bin/sh", ["-c", "\(limit)exec \"$0\" \(kind.words) --port 0", Workplace.program])
        try await eventually("the server to listen") {
            program.output.firstRange(of: "127.0.0.1:").map {
                program.output[$0.upperBound...].contains("\n")
            } == true
                || program.status != nil
        }
        guard let start = program.output.firstRange(of: "127.0.0.1:"),
            let port = UInt16(program.output[start.upperBound...].prefix { $0.isNumber })
        else {
            // It may say no, and say why, to what it is to serve.
            if program.status == 1, !program.errors.isEmpty { throw Refusal() }
            throw Broken("it did not start: \(try await program.finished())")
        }
        (self.kind, self.program, self.port) = (kind, program, port)
    }

    /// Sends bytes as a request, and gives what comes back at first.
    @discardableResult
    func send(_ bytes: [UInt8], patience: Double = 0.2) throws -> [UInt8] {
        let socket = try LoopbackSocket(connectingTo: port, patience: patience)
        socket.send(bytes)
        socket.endSending()
        return socket.receive()
    }

    /// Throws unless it runs, within its memory, and answers a good request.
    func expectAlive() async throws {
        // Requests may have told it to let others fail.
        let lift = GoodRequest("DELETE", "/emulator/v1/faults")
        try await eventually("an answer") {
            if let status = program.status { throw Broken("it exited with \(status)\n\(program.errors)") }
            guard let lifted = try? send(lift.bytes(port: port), patience: 5), !lifted.isEmpty,
                let answer = try? send(kind.question.bytes(port: port), patience: 5)
            else { return false }
            return answer.starts(with: Array("HTTP/1.1 200".utf8))
        }
        try program.expectMemory(below: Self.memoryLimit)
    }

    /// Whether requests, one after the other, bring down a server that has seen no others.
    static func isBrought(_ kind: Kind, downBy requests: [[UInt8]]) async -> Bool {
        do {
            let server = try await AttackedServer(kind)
            for request in requests { _ = try? server.send(request) }
            try await server.expectAlive()
            return false
        } catch {
            return true
        }
    }
}

/// A good request, to begin with.
struct GoodRequest {
    var method: String
    var path: String
    var body: String
    var headers: String

    init(_ method: String, _ path: String, _ body: String = "", headers: String = "") {
        (self.method, self.path, self.body, self.headers) = (method, path, body, headers)
    }

    func bytes(port: UInt16) -> [UInt8] {
        let length = method == "GET" || method == "DELETE" ? "" : "Content-Length: \(body.utf8.count)\r\n"
        return Array(
            ("\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer owner\r\n"
                + "x-goog-api-key: no-key-is-needed\r\nx-goog-firebase-installations-auth: t\r\nIf-Match: *\r\n"
                + "Content-Type: application/json\r\n\(length)\(headers)\r\n\(body)").utf8)
    }

    /// Each thing that an emulator can be asked.
    static let toEmulator: [GoodRequest] = {
        let project = "/v1/projects/demo-project"
        let control = "/emulator/v1/projects/demo-project"
        let fetch =
            #"{"appId": "1:1:ios:a", "appInstanceId": "fid", "countryCode": "GB", "analyticsUserProperties": {}}"#
        return [
            GoodRequest("POST", project + "/installations", #"{"fid": "", "appId": "1:1:ios:a"}"#),
            GoodRequest("POST", project + "/namespaces/firebase:fetch", fetch),
            GoodRequest("POST", project + "/namespaces/firebase:streamFetchInvalidations", fetch),
            GoodRequest("GET", project + "/remoteConfig?versionNumber=1"),
            GoodRequest("PUT", project + "/remoteConfig", AttackedServer.template),
            GoodRequest("PUT", project + "/remoteConfig?validateOnly=true", AttackedServer.template),
            GoodRequest(
                "GET", project + "/remoteConfig:listVersions?pageSize=3&startTime=2026-01-01T00:00:00Z"),
            GoodRequest("POST", project + "/remoteConfig:rollback", #"{"versionNumber": 1}"#),
            GoodRequest("GET", project + "/remoteConfig:downloadDefaults?format=PLIST"),
            GoodRequest("GET", project + "/namespaces/firebase-server/serverRemoteConfig"),
            GoodRequest("POST", "/token", "grant_type=urn%3Aietf&assertion=a.b.c"),
            GoodRequest("GET", "/active_config?userID=3"),
            GoodRequest("GET", "/emulator/v1/requests?limit=100"),
            GoodRequest("PUT", "/emulator/v1/faults", #"{"faults": ["fetch/429:0.1", "delay=1ms*3"]}"#),
            GoodRequest("PUT", control + "/installations/fid/overrides", #"{"overrides": {"color": "x"}}"#),
            GoodRequest("DELETE", control + "/streams"),
            GoodRequest(
                "OPTIONS", project + "/namespaces/firebase:fetch", headers: "Origin: http://a.example\r\n"),
        ]
    }()
    /// Each thing that `serve` can be asked.
    static let toServe: [GoodRequest] = {
        let overrides = "/experiments/v1/overrides"
        let user = #"{"context": {"targetingKey": "user-1", "device": {"country": "GB"}}}"#
        return [
            GoodRequest("POST", "/ofrep/v1/evaluate/flags", user, headers: "If-None-Match: \"x\"\r\n"),
            GoodRequest("POST", "/ofrep/v1/evaluate/flags/color", user),
            GoodRequest("GET", "/ofrep/v1/configuration"),
            GoodRequest("GET", "/ofrep/v1/events", headers: "Last-Event-ID: 7\r\n"),
            GoodRequest("GET", overrides + "?app=shop&installation=phone"),
            GoodRequest("PUT", overrides + "/color", #"{"value": "x", "expiresAt": "2030-01-01T00:00:00Z"}"#),
            GoodRequest("DELETE", overrides + "/color"),
            GoodRequest("GET", "/experiments/v1/events?app=shop&installation=phone"),
            GoodRequest(
                "POST", "/experiments/v1/reports", #"{"app": "shop", "installation": "phone", "events": []}"#),
            GoodRequest("GET", "/experiments/v1/openapi.json"),
            GoodRequest("GET", "/metrics"),
            GoodRequest("OPTIONS", "/ofrep/v1/evaluate/flags", headers: "Origin: http://a.example\r\n"),
        ]
    }()
}
