import ExperimentsCore
import Foundation
import TestSupport

/// An emulator of the built program, which requests try to bring down.
struct AttackedEmulator {
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
    ///   - template: the content of the file that it serves.
    ///   - files: how many files and connections it may have open; nil for as many as usual.
    init(template: String = template, files: Int? = nil, in workplace: Workplace? = nil) async throws {
        let workplace = try workplace ?? Workplace()
        try workplace.folder.write(template, to: "template.json")
        let limit = files.map { "ulimit -n \($0); " } ?? ""
        let program = try workplace.start(
            "/bin/sh", ["-c", "\(limit)exec \"$0\" emulator --template template.json --port 0", Workplace.program])
        try await eventually("the emulator to listen") { program.output.contains("source: ") || program.status != nil }
        guard let start = program.output.firstRange(of: "127.0.0.1:"),
            let port = UInt16(program.output[start.upperBound...].prefix { $0.isNumber })
        else {
            // It may say no, and say why, to what it is to serve.
            if program.status == 1, !program.errors.isEmpty { throw Refusal() }
            throw Broken("it did not start: \(try await program.finished())")
        }
        self.program = program
        self.port = port
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
        let lift = EmulatorRequestText("DELETE", "/emulator/v1/faults")
        let question = EmulatorRequestText("GET", "/v1/projects/demo-project/remoteConfig")
        try await eventually("an answer") {
            if let status = program.status { throw Broken("it exited with \(status)\n\(program.errors)") }
            guard let lifted = try? send(lift.bytes(port: port), patience: 5), !lifted.isEmpty,
                let answer = try? send(question.bytes(port: port), patience: 5)
            else { return false }
            return answer.starts(with: Array("HTTP/1.1 200".utf8))
        }
        try program.expectMemory(below: Self.memoryLimit)
    }

    /// Whether requests, one after the other, bring down an emulator that has seen no others.
    static func isBrought(downBy requests: [[UInt8]]) async -> Bool {
        do {
            let emulator = try await AttackedEmulator()
            for request in requests { _ = try? emulator.send(request) }
            try await emulator.expectAlive()
            return false
        } catch {
            return true
        }
    }
}

/// A good request, to begin with.
struct EmulatorRequestText {
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
    static let all: [EmulatorRequestText] = {
        let project = "/v1/projects/demo-project"
        let control = "/emulator/v1/projects/demo-project"
        let fetch =
            #"{"appId": "1:1:ios:a", "appInstanceId": "fid", "countryCode": "GB", "analyticsUserProperties": {}}"#
        return [
            EmulatorRequestText("POST", project + "/installations", #"{"fid": "", "appId": "1:1:ios:a"}"#),
            EmulatorRequestText("POST", project + "/namespaces/firebase:fetch", fetch),
            EmulatorRequestText("POST", project + "/namespaces/firebase:streamFetchInvalidations", fetch),
            EmulatorRequestText("GET", project + "/remoteConfig?versionNumber=1"),
            EmulatorRequestText("PUT", project + "/remoteConfig", AttackedEmulator.template),
            EmulatorRequestText("PUT", project + "/remoteConfig?validateOnly=true", AttackedEmulator.template),
            EmulatorRequestText(
                "GET", project + "/remoteConfig:listVersions?pageSize=3&startTime=2026-01-01T00:00:00Z"),
            EmulatorRequestText("POST", project + "/remoteConfig:rollback", #"{"versionNumber": 1}"#),
            EmulatorRequestText("GET", project + "/remoteConfig:downloadDefaults?format=PLIST"),
            EmulatorRequestText("GET", project + "/namespaces/firebase-server/serverRemoteConfig"),
            EmulatorRequestText("POST", "/token", "grant_type=urn%3Aietf&assertion=a.b.c"),
            EmulatorRequestText("GET", "/active_config?userID=3"),
            EmulatorRequestText("GET", "/emulator/v1/requests?limit=100"),
            EmulatorRequestText("PUT", "/emulator/v1/faults", #"{"faults": ["fetch/429:0.1", "delay=1ms*3"]}"#),
            EmulatorRequestText("PUT", control + "/installations/fid/overrides", #"{"overrides": {"color": "x"}}"#),
            EmulatorRequestText("DELETE", control + "/streams"),
            EmulatorRequestText(
                "OPTIONS", project + "/namespaces/firebase:fetch", headers: "Origin: http://a.example\r\n"),
        ]
    }()
}
