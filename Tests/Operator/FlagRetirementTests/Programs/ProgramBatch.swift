import Foundation
import Testing

/// Programs that are compiled and run together, before and after their flags were taken out of them.
struct ProgramBatch {
    /// What is wrong with a program after its change.
    struct Failure: CustomStringConvertible {
        let program: FlaggedProgram
        let value: String
        let problem: String
        let sources: [String: String]
        let left: [String]

        var description: String {
            let texts = { (files: [String: String]) in
                files.sorted { $0.key < $1.key }.map { "// \($0.key)\n\($0.value)" }.joined(separator: "\n")
            }
            return """
                program \(program.number), \(program.key)=\(value): \(problem)
                left: \(left.joined(separator: "; "))
                --- before
                \(texts(program.files))
                --- after
                \(texts(sources))
                """
        }
    }

    private struct Retired {
        let program: FlaggedProgram
        let sources: [String: String]
        let left: [String]
    }

    let compiler: ProgramCompiler
    private(set) var programs: [FlaggedProgram]
    /// How many programs did not compile before the change: mistakes of the generator.
    var invalid: Int { invalidPrograms.count }
    /// The numbers of these programs, with the first message of the compiler.
    private(set) var invalidPrograms: [(program: Int, problem: String)] = []
    private(set) var retirements = 0
    private(set) var refusals = 0
    private(set) var reasons: [String: Int] = [:]
    /// The places that are left, by the number of the program and the value.
    private(set) var left: [(program: Int, value: String, places: [String])] = []
    private(set) var failures: [Failure] = []

    init(_ programs: [FlaggedProgram], _ compiler: ProgramCompiler) {
        self.programs = programs
        self.compiler = compiler
    }

    /// Compiles and runs everything.
    mutating func check() async throws {
        let before = try await built(
            programs.map { Retired(program: $0, sources: $0.files, left: []) }, "before")
        invalidPrograms = before.mistakes.map { ($0.0.program.number, $0.1) }
        programs = before.programs.map(\.program)
        for index in 0..<2 {
            var retired: [Retired] = []
            for program in programs {
                let value = program.values[index]
                let result = try Self.retired(program, value)
                retirements += 1
                refusals += result.left.isEmpty ? 0 : 1
                if !result.left.isEmpty { left.append((program.number, value, result.left)) }
                for place in result.left { reasons[Self.reason(place), default: 0] += 1 }
                let after = Retired(program: program, sources: result.sources, left: result.left)
                if let problem = Self.problem(with: after) { fail(after, value, problem) }
                retired.append(after)
            }
            let after = try await built(retired, "after\(index)")
            for (one, mistakes) in after.mistakes { fail(one, one.program.values[index], mistakes) }
            let expected = try await trace(of: before.path, index)
            let found = try await trace(of: after.path, index)
            for one in after.programs where expected[one.program.number] != found[one.program.number] {
                let difference = Self.difference(
                    expected[one.program.number] ?? [], found[one.program.number] ?? [])
                fail(one, one.program.values[index], difference)
            }
        }
    }

    /// Takes the flag out of a program.
    static func retired(
        _ program: FlaggedProgram, _ value: String
    ) throws -> (sources: [String: String], left: [String]) {
        var sources = program.files
        sources["Support.swift"] = support
        var result = try RetirementFixture.retire(program.key, value, from: sources, readers: [])
        result.sources["Support.swift"] = nil
        return result
    }

    private mutating func fail(_ one: Retired, _ value: String, _ problem: String) {
        failures.append(
            Failure(
                program: one.program, value: value, problem: problem, sources: one.sources, left: one.left))
    }

    /// What the sources after a change show without compiling them.
    private static func problem(with one: Retired) -> String? {
        let text = one.sources.values.joined(separator: "\n")
        guard one.left.isEmpty else { return nil }
        if text.contains("Key(\"\(one.program.key)\"") {
            return "nothing is left, and the key is still declared"
        }
        // Other texts may equal the name; the one in the declaration has gone.
        let mentions = [one.program.files, one.sources].map {
            FlaggedProgram.mentions(of: one.program.key, in: $0)
        }
        return mentions[1] < mentions[0] ? nil : "nothing is left, and the key is still mentioned"
    }

    /// Compiles all programs without mistakes into one.
    private func built(_ all: [Retired], _ name: String) async throws
        -> (path: String, programs: [Retired], mistakes: [(Retired, String)])
    {
        var rest = all
        var found: [(Retired, String)] = []
        while true {
            var sources = ["Support.swift": Self.support, "Main.swift": Self.main(rest.map(\.program))]
            for one in rest { sources.merge(one.sources) { $1 } }
            let (path, mistakes) = try await compiler.compile(sources, as: name)
            guard !mistakes.isEmpty else { return (path, rest, found) }
            let wrong = rest.filter { $0.sources.keys.contains { mistakes[$0] != nil } }
            try #require(!wrong.isEmpty, "\(mistakes)")
            for one in wrong {
                let messages = one.sources.keys.sorted().flatMap { file in
                    (mistakes[file] ?? []).map { "\(file):\($0)" }
                }
                found.append((one, "does not compile: " + (messages.first ?? "")))
            }
            rest.removeAll { one in wrong.contains { $0.program.number == one.program.number } }
        }
    }

    /// What each program prints, by its number.
    private func trace(of path: String, _ index: Int) async throws -> [Int: [String]] {
        let (_, output) = try await compiler.run(path, ["\(index)"])
        var lines: [Int: [String]] = [:]
        for line in output.components(separatedBy: "\n") where line.hasPrefix("P") {
            guard let number = Int(line.dropFirst().prefix { $0 != " " }) else { continue }
            lines[number, default: []].append(line)
        }
        return lines
    }

    private static func reason(_ place: String) -> String {
        let words = place.split(separator: " ", maxSplits: 1)
        return words.count > 1 ? String(words[1]) : place
    }

    private static func difference(_ expected: [String], _ found: [String]) -> String {
        let same = zip(expected, found).prefix { $0 == $1 }.map { _ in 1 }.count
        let line = { (lines: [String]) in same < lines.count ? lines[same] : "nothing" }
        return "does something else: expected \"\(line(expected))\", found \"\(line(found))\""
    }

    private static let support = (try? RetirementFixture.text("Support.swift")) ?? ""

    /// The file that runs programs, each with several inputs.
    private static func main(_ programs: [FlaggedProgram]) -> String {
        let calls = programs.map { "        (\($0.number), \($0.entry))," }
        let texts = programs.map { program in
            "        (\(literal(program.key)), [\(program.values.map(literal).joined(separator: ", "))]),"
        }
        return """
            import Experiments
            import Foundation

            @main struct Main {
                static let calls: [(Int, (RemoteConfigService, Bool, Int) async throws -> Void)] = [
            \(calls.joined(separator: "\n"))
                ]
                static let texts: [(String, [String])] = [
            \(texts.joined(separator: "\n"))
                ]

                static func main() async throws {
                    setlinebuf(stdout)
                    let index = Int(CommandLine.arguments[1]) ?? 0
                    let values = Dictionary(uniqueKeysWithValues: texts.map { ($0, $1[index]) })
                    let snapshot = Snapshot(texts: values, fetchedAt: .now)
                    let service = RemoteConfigService(remoteConfigKeeper: InMemoryRemoteConfigKeeper(snapshot))
                    try await service.fetch()
                    RemoteScope.use(service)
                    for (number, call) in calls {
                        for x in [false, true] {
                            for n in 0...2 {
                                place = "P\\(number) \\(x) \\(n):"
                                do { try await call(service, x, n) } catch { out("throws \\(error)") }
                            }
                        }
                    }
                }
            }
            """
    }

    private static func literal(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
            "\t", with: "\\t")
        return "\"\(escaped)\""
    }
}
