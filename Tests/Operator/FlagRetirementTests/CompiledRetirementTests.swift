import Foundation
import TestSupport
import Testing

/// Compiles the fixtures with the library before and after a key was taken out of them, and compares what they do. It
/// takes minutes; `make test-retire` asks for it.
@Suite(
    "Code without a flag", .inTurn,
    .enabled(
        if: ProcessInfo.processInfo.environment["EXPERIMENTS_RETIREMENTS"] != nil
            && ProgramCompiler.path != nil))
struct CompiledRetirementTests {
    private static let fixtures = RetirementFixture.all.filter { fixture in
        RetirementFixture.compiled.contains(fixture.file)
            // Those need the libraries of other sources.
            && !["RemoteConfig.", "VariantRegistry"].contains { fixture.before.contains($0) }
    }

    /// What `check` does, for each input.
    private func trace(
        of sources: [String: String], _ fixture: RetirementFixture, _ name: String,
        _ compiler: ProgramCompiler
    )
        async throws -> String
    {
        let main = """
            nonisolated(unsafe) var trace: [String] = []
            @discardableResult func step(_ text: String) -> Bool {
                trace.append(text)
                return true
            }
            @main struct Main {
                static func main() async throws {
                    let snapshot = Snapshot(texts: ["\(fixture.key)": "\(fixture.value)"], fetchedAt: .now)
                    let service = RemoteConfigService(remoteConfigKeeper: InMemoryRemoteConfigKeeper(snapshot))
                    try await service.fetch()
                    App.service = service
                    RemoteScope.use(service)
                    for x in [false, true] {
                        for n in 0...3 {
                            trace = []
                            try check(service, x, n)
                            print(x, n, trace.joined(separator: ","))
                        }
                    }
                }
            }
            """
        let texts = sources.merging(["Main.swift": main]) { $1 }.mapValues {
            "import Experiments\nimport Foundation\n" + $0
        }
        let (path, mistakes) = try await compiler.compile(texts, as: name)
        #expect(mistakes.isEmpty, "\(fixture.testDescription): \(mistakes)")
        guard mistakes.isEmpty else { return "" }
        let (status, output) = try await compiler.run(path, [])
        #expect(status == 0, "\(fixture.testDescription): \(output)")
        return output
    }

    @Test("does what the code with the flag does", .timeLimit(.minutes(60)))
    func fixtures() async throws {
        let compiler = try await ProgramCompiler()
        for (number, fixture) in Self.fixtures.enumerated() {
            let sources = ["Fixture.swift": fixture.before, "Keys.swift": RetirementFixture.keys]
            let before = try await trace(of: sources, fixture, "before\(number)", compiler)
            let after = try await trace(
                of: try fixture.retired().sources, fixture, "after\(number)", compiler)
            #expect(before == after, "\(fixture.testDescription)")
        }
        #expect(Self.fixtures.count >= 120)
    }
}
