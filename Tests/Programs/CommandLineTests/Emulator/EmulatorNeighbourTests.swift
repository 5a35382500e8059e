import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("emulator and its neighbours", .fewAtATime, .timeLimit(.minutes(60)))
struct EmulatorNeighbourTests {
    /// A connection that is opened and held.
    private final class HeldConnection {
        private let descriptor: Int32

        init(port: UInt16) throws {
            #if os(Linux)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
            #endif
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard result == 0 else { throw CocoaError(.fileReadUnknown) }
        }

        deinit { close(descriptor) }
    }

    @Test("survives more connections than the system allows, reports it, and serves again afterwards")
    func connections() async throws {
        let workplace = try Workplace()
        let emulator = try workplace.start(
            "/bin/bash",
            ["-c", "ulimit -n 100; exec \"$0\" emulator --scenario demo --port 0", Workplace.program])
        try await emulator.waitForOutput("source: ")
        let source = try #require(emulator.output.split(separator: "\n").first { $0.hasPrefix("source: ") })
        let port = try #require(source.firstMatch(of: /127\.0\.0\.1:(\d+)/).flatMap { UInt16($0.1) })
        var held = try (0..<300).map { _ in try HeldConnection(port: port) }
        try await emulator.waitForOutput(
            "connections are refused: too many open files and connections (limit: 100)")
        held.removeAll()
        try workplace.folder.write("\(source)\nkeys: []\n", to: "experiments.yaml")
        // The emulator may not have seen yet that they are gone.
        try await eventually("an answer") {
            try await workplace.run("get", "price_tier").output == "standard\n"
        }
    }

    @Test("--allow-origin and --allow-host take several, and nothing that is for all")
    func options() async throws {
        let workplace = try Workplace()
        func errors(_ arguments: String...) async throws -> String {
            let all = ["emulator", "--scenario", "demo", "--port", "0"] + arguments
            let finished = try await workplace.run(Workplace.program, all)
            #expect(finished.status != 0)
            return finished.errors
        }
        #expect(try await errors("--allow-origin", "*").contains("* is not allowed"))
        #expect(
            try await errors("--allow-origin", "https://a.example", "b.example").contains(
                "invalid --allow-origin \"b.example\""))
        #expect(try await errors("--allow-host", "a.example:80").contains("without a port"))
    }

    @Test("a template with a version beyond counting is an error with its place")
    func version() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            #"{"parameters": {}, "version": {"versionNumber": "9223372036854775807"}}"#, to: "template.json")
        let finished = try await workplace.run("emulator", "--template", "template.json", "--port", "0")
        #expect(finished.status == 1)
        #expect(finished.errors.contains("template.json: version.versionNumber must be"), "\(finished)")
        #expect(finished.errors.contains("line 1"))
    }
}
