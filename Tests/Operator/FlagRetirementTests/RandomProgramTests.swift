import Foundation
import TestSupport
import Testing

/// Takes flags out of random programs, which are compiled and run before and after.
///
/// `EXPERIMENTS_RETIREMENTS` is the number of programs, and `EXPERIMENTS_RETIRE_SEED` makes other ones. With
/// `EXPERIMENTS_RETIREMENT_FAILURES`, the programs that fail are written to files of this folder.
@Suite(
    "Random programs without their flag", .inTurn,
    .enabled(if: ProgramCompiler.path != nil, "there is no swiftc in PATH"))
struct RandomProgramTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["EXPERIMENTS_RETIREMENTS"].flatMap { Int($0) } ?? 300
    private static let isAsked = environment["EXPERIMENTS_RETIREMENTS"] != nil
    private static let seed = environment["EXPERIMENTS_RETIRE_SEED"].flatMap { UInt64($0) } ?? 0
    private static let size = 100

    @Test("compile, and do what they did with the value", .enabled(if: isAsked), .timeLimit(.minutes(600)))
    func programs() async throws {
        let compiler = try await ProgramCompiler()
        var (retirements, refusals, invalid) = (0, 0, 0)
        var failures: [ProgramBatch.Failure] = []
        var reasons: [String: Int] = [:]
        for first in stride(from: 0, to: Self.count, by: Self.size) {
            let programs = (first..<min(first + Self.size, Self.count)).map { number in
                FlaggedProgram(seed: Self.seed &* 1_000_000 &+ UInt64(number), number: number)
            }
            var batch = ProgramBatch(programs, compiler)
            try await batch.check()
            retirements += batch.retirements
            refusals += batch.refusals
            invalid += batch.invalid
            failures += batch.failures
            reasons.merge(batch.reasons, uniquingKeysWith: +)
        }
        print("\(retirements) retirements, \(refusals) with places that are left, \(failures.count) wrong")
        for (reason, count) in reasons.sorted(by: { $0.value > $1.value }) {
            print("  \(count) left: \(reason)")
        }
        for failure in failures { try write(failure) }
        for failure in failures.prefix(5) { Issue.record("\(failure)") }
        #expect(failures.isEmpty, "\(failures.count) of \(retirements); seed \(Self.seed)")
        #expect(refusals * 20 <= retirements, "\(refusals) of \(retirements) have places that are left")
        #expect(invalid * 20 <= Self.count, "\(invalid) programs did not compile before the change")
    }

    @Test(
        "Apps of several files compile, and do what they did with the value", .enabled(if: isAsked),
        .timeLimit(.minutes(60)))
    func apps() async throws {
        let apps = try SampleApp.all()
        #expect(apps.count >= 10)
        let compiler = try await ProgramCompiler()
        var left: [String] = []
        for index in 0..<2 {
            let programs = apps.enumerated().map { $1.program($0, key: $1.keys[index]) }
            var batch = ProgramBatch(programs, compiler)
            try await batch.check()
            #expect(batch.invalid == 0)
            for failure in batch.failures { Issue.record("\(apps[failure.program.number].name): \(failure)") }
            left += batch.left.map {
                "\(apps[$0.program].name) \($0.value): \($0.places.joined(separator: "; "))"
            }
        }
        for line in left { print(line) }
    }

    @Test(
        "Shapes of code compile, and do what they did with the value", .enabled(if: isAsked),
        .timeLimit(.minutes(60)))
    func shapes() async throws {
        let shapes = ProgramShape.all + SameName.shapes
        let compiler = try await ProgramCompiler()
        var batch = ProgramBatch(shapes.enumerated().map { $1.program($0) }, compiler)
        try await batch.check()
        for (number, problem) in batch.invalidPrograms {
            Issue.record("\(shapes[number].testDescription) does not compile: \(problem)")
        }
        for failure in batch.failures {
            Issue.record("\(shapes[failure.program.number].testDescription): \(failure)")
        }
        print("\(shapes.count) shapes; \(batch.refusals) of \(batch.retirements) have places that are left")
    }

    private func write(_ failure: ProgramBatch.Failure) throws {
        print(
            "wrong: program \(failure.program.number), \(failure.program.key)=\(failure.value): \(failure.problem)"
        )
        guard let folder = Self.environment["EXPERIMENTS_RETIREMENT_FAILURES"] else { return }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let name = "\(folder)/\(Self.seed)-\(failure.program.number)-\(failure.value.filter(\.isLetter)).txt"
        try failure.description.write(toFile: name, atomically: true, encoding: .utf8)
    }
}
