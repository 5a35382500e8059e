import ExperimentsCore
import ExperimentsKeyGeneration
import ExperimentsSourceScanning
import Foundation
import TestSupport
import Testing

/// The compiler, where there is one.
private let compiler = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
    .map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }

@Suite("Generated keys of random project files", .inTurn)
struct GeneratedKeysTests {
    private func scan(_ keys: [CatalogKey], _ style: KeyCodeOptions.Style) throws -> (
        scan: SourceScan, text: String
    ) {
        var options = KeyCodeOptions(source: "experiments.yaml")
        options.style = style
        let code = try KeyCode(keys, options)
        return (SourceScan([SourceFile(path: "Keys.swift", text: code.text)]), code.text)
    }

    @Test("Scanning them finds the same keys again", arguments: 0..<400 as Range<UInt64>)
    func properties(seed: UInt64) throws {
        let keys = try RandomKeys.keys(seed: seed)
        let (scan, text) = try scan(keys, .keys)
        #expect(scan.problems == [], "\(text)")
        #expect(scan.keys.count == keys.count, "\(text)")
        #expect(CatalogComparison(file: keys, sources: scan.keys).differences == [], "\(text)")
        for (found, key) in zip(scan.keys, keys) {
            #expect(
                found.declaredTitle == key.declaredTitle && found.group == key.group
                    && found.summary == key.summary)
        }
    }

    @Test("As cases of an enum, they are found again, too", arguments: 0..<200 as Range<UInt64>)
    func cases(seed: UInt64) throws {
        let keys = try RandomKeys.keys(seed: seed).filter { key in
            (try? KeyCode([key], enumOptions)) != nil
        }
        guard !keys.isEmpty else { return }
        let (scan, text) = try scan(keys, .enum)
        #expect(scan.problems == [], "\(text)")
        #expect(scan.keys.count == keys.count, "\(text)")
        #expect(CatalogComparison(file: keys, sources: scan.keys).differences == [], "\(text)")
        for (found, key) in zip(scan.keys, keys) {
            #expect(found.declaredTitle == key.declaredTitle)
        }
    }

    private var enumOptions: KeyCodeOptions {
        var options = KeyCodeOptions(source: "experiments.yaml")
        options.style = .enum
        return options
    }

    @Test("The order of keys decides no name")
    func order() throws {
        for seed in 0..<50 as Range<UInt64> {
            let keys = try RandomKeys.keys(seed: seed)
            let there = try scan(keys, .keys).text.split(separator: "\n").filter { $0.contains("static let") }
            let back = try scan(keys.reversed(), .keys).text.split(separator: "\n").filter {
                $0.contains("static let")
            }
            #expect(there.sorted() == back.sorted())
        }
    }

    /// `EXPERIMENTS_GENERATED_PROJECTS=200` compiles more of them.
    @Test(
        "They compile", .enabled(if: compiler != nil, "there is no swiftc in PATH"), .timeLimit(.minutes(60)))
    func compiled() async throws {
        let count =
            ProcessInfo.processInfo.environment["EXPERIMENTS_GENERATED_PROJECTS"].flatMap { UInt64($0) } ?? 5
        let folder = try TemporaryFolder()
        var files = [
            try folder.write(
                "import Experiments\nextension Keys {\n" + (0..<count).map { "enum P\($0) {}\n" }.joined()
                    + "}\n",
                to: "Spaces.swift")
        ]
        for seed in 0..<count {
            let keys = try RandomKeys.keys(seed: seed)
            let text = try scan(keys, .keys).text
            // Each in a space of its own, so that one call of the compiler does for all.
            files.append(
                try folder.write(
                    text.replacing("extension Keys {", with: "extension Keys.P\(seed) {"),
                    to: "Keys\(seed).swift"))
            let cases = keys.filter { (try? KeyCode([$0], enumOptions)) != nil }
            var options = enumOptions
            options.name = "Key\(seed)"
            guard !cases.isEmpty else { continue }
            files.append(try folder.write(try KeyCode(cases, options).text, to: "Enum\(seed).swift"))
        }
        let products = BuiltProducts.folder
        let macros = "\(products)/ExperimentsMacrosPlugin-tool#ExperimentsMacrosPlugin"
        let program = try ChildProgram(
            "/bin/sh",
            [
                "-c", "exec \"$0\" \"$@\" 2>&1", try #require(compiler), "-typecheck", "-swift-version", "6",
                "-module-cache-path", folder.path("modules"), "-load-plugin-executable", macros,
            ] + BuiltProducts.moduleArguments + files)
        let status = try await program.end(within: .seconds(600))
        #expect(status == 0, "\(program.output)")
    }
}
