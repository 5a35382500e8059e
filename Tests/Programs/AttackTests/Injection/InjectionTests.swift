import Foundation
import TestSupport
import Testing

@Suite(
    "Attack: hostile files and arguments", .fewAtATime,
    .enabled(if: Campaign.isPossible, "\(Campaign.absence)"))
struct InjectionTests {
    @Test("no command prints what a file could do to a terminal")
    func files() async throws {
        await Campaign("injection: files").run(40, atOnce: 2) { random in
            let command = random.one(of: HostileFiles.commands)
            let insertions = (0..<1 + random.below(4)).map { _ in
                HostileFiles.insertion(into: command.files, &random)
            }
            guard let problem = try await Self.problem(of: command.arguments, with: insertions) else {
                return
            }
            let needed = try await smallest(insertions) {
                try await Self.problem(of: command.arguments, with: $0) != nil
            }
            throw Broken(
                "\(command.arguments): \(problem)\n" + needed.map(\.description).joined(separator: "\n"))
        }
    }

    @Test("nor what an argument could")
    func arguments() async throws {
        await Campaign("injection: arguments").run(20, atOnce: 2) { random in
            var arguments = random.one(of: HostileFiles.commands).arguments
            let text = random.one(of: HostileText.all).replacingOccurrences(of: "\0", with: "\u{1}")
            let place = random.below(arguments.count + 1)
            arguments.insert(random.one(of: ["", "--", "--config=", "--filter=", "/"]) + text, at: place)
            guard let problem = try await Self.problem(of: arguments, with: []) else { return }
            throw Broken("\(arguments.map { quoted(Array($0.utf8)) }): \(problem)")
        }
    }

    /// What is wrong with what a command prints, or how it ends.
    private static func problem(
        of arguments: [String], with insertions: [HostileFiles.Insertion]
    ) async throws -> String? {
        let program = try HostileFiles.workplace(insertions).start(arguments)
        var usual: [Int32] = [0, 1, 2]
        do {
            // They run until they are told to end.
            if !Set(arguments).isDisjoint(with: ["emulator", "serve"]) {
                try await eventually("a word of it") { !program.output.isEmpty || program.status != nil }
                program.send(SIGTERM)
                usual.append(128 + SIGTERM)
            }
            let status = try await program.finished(memory: 300 << 20).status
            guard usual.contains(status) else { return "exit status \(status)" }
        } catch {
            return "\(error)"
        }
        return HostileText.raw(in: program.bytes).map { "it printed \($0)" }
    }
}
