import Foundation
import TestSupport
import Testing

@Suite("experiments-scan", .inTurn, .serialized)
struct ScanCommandTests {
    private let folder: TemporaryFolder
    private let sources: String

    init() throws {
        folder = try TemporaryFolder()
        sources = folder.path("Sources")
        try folder.write(Self.app, to: "Sources/App.swift")
    }

    private static let app = """
        import Experiments

        enum Key: String, CaseIterable, RemoteKey {
            case paywallType = "paywall_type"
            var valueType: any RemoteValue.Type {
                switch self {
                case .paywallType: PaywallType.self
                }
            }
        }

        @StringRemoteValue
        enum PaywallType: String {
            case a, b
        }
        """

    private func run(_ arguments: String...) async throws -> (status: Int32, output: String) {
        // What it lists goes to standard error.
        let program = try ChildProgram(
            "/bin/sh", ["-c", "exec \"$0\" \"$@\" 2>&1", BuiltProducts.path("experiments-scan")] + arguments)
        let status = try await program.end()
        return (status, program.output)
    }

    @Test("prints the catalog of the sources it is given")
    func prints() async throws {
        let (status, output) = try await run(sources)
        #expect(status == 0)
        #expect(output.contains("name: paywall_type"))
        #expect(output.contains("cases: [a, b]"))
    }

    @Test("--references prints the places that are about keys, --json for programs")
    func references() async throws {
        try folder.write("let type = service.value(for: .paywallType)\n", to: "Sources/Main.swift")
        let (status, output) = try await run(sources, "--references", "--key", "paywall_type")
        #expect(status == 0)
        #expect(output.contains("App.swift:4:10: case paywallType = \"paywall_type\""), "\(output)")
        #expect(output.contains("Main.swift:1:31: let type = service.value(for: .paywallType)"), "\(output)")
        let (_, json) = try await run(sources, "--references", "--json")
        #expect(json.contains("\"kind\": \"used\""), "\(json)")
        #expect(try await run(sources, "--references", "--key", "paywal_type").status == 1)
        #expect(try await run(sources, "--json", "--check", "x.yaml").status == 1)
    }

    @Test("writes it into a project file, with which --check is content until the sources change")
    func checks() async throws {
        let file = try folder.write("source: {kind: file, path: config.json}\n", to: "experiments.yaml")
        #expect(try await run(sources, "--output", file).status == 0)
        #expect(try await run(sources, "--check", file).status == 0)
        try folder.write(Self.app.replacing("case a, b", with: "case a, b, c"), to: "Sources/App.swift")
        let (status, output) = try await run(sources, "--check", file)
        #expect(status == 2)
        #expect(output.contains("paywall_type"))
    }

    @Test("writes what can be read, keeps what may be the rest, lists it, and exits with 1")
    func incomplete() async throws {
        let text = """
            source: {kind: file, path: config.json}
            keys:
              - name: hidden
                type: int

            """
        let file = try folder.write(text, to: "experiments.yaml")
        try folder.write(
            "extension Keys { static let hidden = Key(makeName(), default: 1) }\n", to: "Sources/Hidden.swift"
        )
        let (status, output) = try await run(sources, "--output", file)
        #expect(status == 1)
        #expect(output.contains("Hidden.swift:1:29: "), "\(output)")
        let written = try folder.text(of: "experiments.yaml")
        #expect(written.contains("name: paywall_type"), "\(written)")
        #expect(written.contains("name: hidden"), "\(written)")
        // The file is as up to date as it can be.
        #expect(try await run(sources, "--check", file).status == 1)
    }

    @Test("leaves out a file that is not a text, and lists it")
    func skipsFiles() async throws {
        try folder.write(Data([0xFF, 0xFE, 0x00]), to: "Sources/Bytes.swift")
        let (status, output) = try await run(sources)
        #expect(status == 1)
        #expect(output.contains("Bytes.swift") && output.contains("name: paywall_type"), "\(output)")
    }

    @Test("says what it saw if there are no keys, and keeps those of the project file")
    func nothingFound() async throws {
        let text = "source: {kind: file, path: config.json}\nkeys:\n  - {name: a, type: bool}\n"
        let file = try folder.write(text, to: "experiments.yaml")
        try folder.write("enum AppFeature: String { case a, b }\n", to: "Sources/App.swift")
        let (status, output) = try await run(sources, "--output", file)
        #expect(status == 1)
        #expect(output.contains("no keys found in 1 Swift file"), "\(output)")
        #expect(
            output.contains("Enum AppFeature has 2 cases; if they are keys, pass --enum AppFeature:TYPE."),
            "\(output)")
        #expect(try folder.text(of: "experiments.yaml") == text)
        #expect(
            try await run(sources, "--enum", "AppFeature:bool").output.contains("- name: b\n    type: bool"))
        #expect(try await run(sources, "--enum", "AppFeature").output.contains("such as Feature:bool"))
        #expect(
            try await run(sources, "--enum", "AppFeatur:bool").output.contains("did you mean AppFeature?"))
    }

    @Test("--unused lists keys that no code reads, also those of the project file")
    func unused() async throws {
        try folder.write("let type = service.value(for: .paywallType)\n", to: "Sources/Main.swift")
        let text = "source: {kind: file, path: config.json}\nkeys:\n  - {name: old, type: bool}\n"
        let file = try folder.write(text, to: "experiments.yaml")
        let (status, output) = try await run(sources, "--unused", "--config", file)
        #expect(status == 2)
        #expect(output == "old is not read anywhere\n")
        let (_, json) = try await run(sources, "--unused", "--config", file, "--json")
        #expect(json.contains("\"key\": \"old\""), "\(json)")
        try folder.write("", to: "Sources/Main.swift")
        #expect(
            try await run(sources, "--unused", "--config", file).output.contains(
                "App.swift:4:10: paywall_type is not read anywhere"))
    }

    @Test("--json prints the keys with their places, and what could not be read")
    func json() async throws {
        let (status, output) = try await run(sources, "--json")
        #expect(status == 0)
        #expect(
            output.contains("\"name\": \"paywall_type\"") && output.contains("\"problems\": []"), "\(output)")
    }

    @Test("is also the command `scan` of experiments-code")
    func command() async throws {
        let program = try ChildProgram(BuiltProducts.path("experiments-code"), ["scan", sources])
        #expect(try await program.end() == 0)
        #expect(program.output.contains("name: paywall_type"))
    }

    @Test("says that a folder is not there")
    func nothing() async throws {
        #expect(try await run(folder.path("elsewhere")).status == 1)
    }
}
