import Foundation
import TestSupport
import Testing

@Suite("experiments-code generate", .serialized)
struct GenerateCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try write("a: bool", "b: int")
    }

    private func write(_ keys: String...) throws {
        let items = keys.map { "  - {name: \($0.prefix { $0 != ":" }), type: \($0.drop { $0 != " " }.dropFirst())}\n" }
        try folder.write("source: {kind: file, path: v.json}\nkeys:\n" + items.joined(), to: "experiments.yaml")
    }

    private func run(_ arguments: String...) async throws -> (status: Int32, output: String) {
        let script = "cd \"$1\"; shift; exec \"$@\" 2>&1"
        let words = ["-c", script, "sh", folder.path, BuiltProducts.path("experiments-code"), "generate"] + arguments
        let program = try ChildProgram("/bin/sh", words)
        let status = try await program.end()
        return (status, program.output)
    }

    @Test("writes a file once, and not again while it is up to date")
    func unchanged() async throws {
        #expect(try await run("swift", "--output", "Keys.swift") == (0, "wrote Keys.swift\n"))
        #expect(try folder.text(of: "Keys.swift").contains("static let a = Key(\"a\", optional: .bool)"))
        #expect(try await run("swift", "--output", "Keys.swift") == (0, ""))
        #expect(try await run("swift", "--output", "Keys.swift", "--check") == (0, ""))
    }

    @Test("--check says which line is out of date, and how to write the file")
    func check() async throws {
        _ = try await run("swift", "--output", "Keys.swift")
        try write("a: bool", "c: int")
        let (status, output) = try await run("swift", "--output", "Keys.swift", "--check")
        #expect(status == 2)
        #expect(output.hasPrefix("Keys.swift:11: out of date; run `experiments generate swift --from "), "\(output)")
        #expect(try folder.text(of: "Keys.swift").contains("static let b"))
    }

    @Test("leaves a file alone that it did not write")
    func foreign() async throws {
        try folder.write("let mine = 1\n", to: "Keys.swift")
        let (status, output) = try await run("swift", "--output", "Keys.swift")
        #expect(status == 1)
        #expect(output.contains("Keys.swift: was not generated, and is left as it is; name another"), "\(output)")
        #expect(try folder.text(of: "Keys.swift") == "let mine = 1\n")
    }

    @Test("--deprecate keeps a key that is gone for one version")
    func deprecate() async throws {
        _ = try await run("swift", "--output", "Keys.swift")
        try write("a: bool")
        for _ in 0..<2 {
            #expect(try await run("swift", "--output", "Keys.swift", "--deprecate", "2.3").status == 0)
            let text = try folder.text(of: "Keys.swift")
            #expect(text.contains("since 2.3\")\n    static let b = Key(\"b\", optional: .int())"), "\(text)")
        }
        #expect(try await run("swift", "--output", "Keys.swift", "--deprecate", "2.4").status == 0)
        #expect(try folder.text(of: "Keys.swift").contains("\"b\"") == false)
    }

    @Test("writes a manifest, and names keys without a default")
    func manifest() async throws {
        let (status, output) = try await run("manifest", "--output", "flags.json")
        #expect(status == 0)
        #expect(output.contains("note: a has no default; the manifest has an empty one\n"), "\(output)")
        #expect(try folder.text(of: "flags.json").contains("\"flagType\": \"boolean\""))
    }

    @Test("says that there is no project file, and what to do")
    func nothing() async throws {
        try FileManager.default.removeItem(atPath: folder.path("experiments.yaml"))
        let (status, output) = try await run("swift")
        #expect(status == 1)
        #expect(output.contains("use --from"), "\(output)")
    }
}
