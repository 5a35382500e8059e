import Foundation
import TestSupport
import Testing

private let isAsked = ProcessInfo.processInfo.environment["EXPERIMENTS_RETIREMENTS"] != nil

/// Compiles sources before and after a key was taken out of them, and compares what they do. It takes minutes;
/// `make test-retire` asks for it, with `EXPERIMENTS_RETIREMENTS`.
@Suite("Code without a flag", .enabled(if: isAsked), .serialized)
struct CompiledRetirementTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// One source, under a name, with what reads the key.
    private struct Program {
        let name: String
        let key: String
        let value: String
        let text: String
    }

    private func run(_ path: String, _ arguments: [String]) async throws -> (status: Int32, output: String) {
        let program = try ChildProgram("/bin/sh", ["-c", "exec \"$0\" \"$@\" 2>&1", path] + arguments)
        let status = try await program.end()
        return (status, program.output)
    }

    private func compile(_ arguments: [String]) async throws {
        let (status, output) = try await run("/usr/bin/env", ["swiftc", "-swift-version", "5"] + arguments)
        let errors = output.components(separatedBy: "\n").filter { $0.contains("error:") }
        try #require(status == 0, "\(errors.prefix(10).joined(separator: "\n"))")
    }

    private func compileStub() async throws {
        let stub = try folder.write(try RetirementFixture.text("Stub.swift"), to: "Stub.swift")
        try await compile([
            "-module-name", "Experiments", "-parse-as-library", "-emit-module", "-emit-module-path",
            folder.path("Experiments.swiftmodule"), "-c", "-o", folder.path("Experiments.o"), stub,
        ])
    }

    /// What `check` of a program does, for each input.
    private func trace(of sources: [String: String], calling checks: [Program], in name: String) async throws
        -> [String]
    {
        let rows = checks.map { "(\"\($0.name)\", \"\($0.key)\", \"\($0.value)\", \($0.text))" }
        let main = """
            @main struct Main {
                static func main() throws {
                    let checks: [(String, String, String, (RemoteConfigService, Bool, Int) throws -> Void)] = [
                        \(rows.joined(separator: ",\n            "))
                    ]
                    for (name, key, value, check) in checks {
                        let service = RemoteConfigService([key: value])
                        RemoteScope.service = service
                        for x in [false, true] {
                            for n in 0...3 {
                                trace = []
                                try check(service, x, n)
                                print(name, x, n, trace.joined(separator: ","))
                            }
                        }
                    }
                }
            }
            """
        var paths: [String] = []
        for (path, text) in sources.merging(["Main.swift": main], uniquingKeysWith: { $1 }) {
            paths.append(try folder.write("import Experiments\n" + text, to: "\(name)/\(path)"))
        }
        let program = folder.path("\(name)/program")
        try await compile(
            ["-parse-as-library", "-suppress-warnings", "-wmo", "-module-name", "App", "-I", folder.path]
                + [folder.path("Experiments.o"), "-o", program] + paths)
        let (status, output) = try await run(program, [])
        try #require(status == 0, "\(output)")
        return output.components(separatedBy: "\n")
    }

    @Test("does what the code with the flag does: the fixtures")
    func fixtures() async throws {
        try await compileStub()
        var number = 0
        for fixture in RetirementFixture.all where RetirementFixture.compiled.contains(fixture.file) {
            number += 1
            let call = [Program(name: "check", key: fixture.key, value: fixture.value, text: "check")]
            let before = try await trace(
                of: ["Fixture.swift": fixture.before, "Keys.swift": RetirementFixture.keys], calling: call,
                in: "before\(number)")
            let after = try await trace(of: try fixture.retired().sources, calling: call, in: "after\(number)")
            #expect(before == after, "\(fixture.testDescription)")
        }
        #expect(number >= 120)
    }
}
