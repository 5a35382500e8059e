import Foundation
import TestSupport
import Testing

@Suite("Completion in a shell", .fewAtATime)
struct CompletionTests {
    /// The script for bash. A build for debugging takes seconds to make it.
    private static let script = Task { try await Workplace().run("completion", "bash").output }

    /// What bash offers for the last word of a line.
    private func offered(_ words: String..., in workplace: Workplace) async throws -> Set<String> {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let folder = try TemporaryFolder()
        let script = """
            source '\(try folder.write(try await Self.script.value, to: "completion.bash"))'
            COMP_WORDS=(experiments \(quoted)); COMP_CWORD=\(words.count)
            COMP_LINE="experiments \(words.joined(separator: " "))"; COMP_POINT=${#COMP_LINE}
            _experiments experiments "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"; printf '%s\\n' "${COMPREPLY[@]}"
            """
        let lines = try await workplace.shell(script).lines.map { $0.trimmingCharacters(in: .whitespaces) }
        withExtendedLifetime(folder) {}
        return Set(lines.filter { !$0.isEmpty })
    }

    @Test("offers the project's keys")
    func keys() async throws {
        let workplace = try Workplace.withFineProject()
        let all = try await offered("get", "", in: workplace)
        #expect(all.isSuperset(of: ["paywall", "timeout", "new_ui"]))
        let begun = try await offered("get", "tim", in: workplace)
        #expect(begun == ["timeout"])
        let set = try await offered("override", "set", "tim", in: workplace)
        #expect(set == ["timeout"])
    }

    @Test("offers overridden keys where one is removed, themes and profiles where they are named")
    func others() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("override", "set", "timeout", "7")
        _ = try await workplace.run("override", "profile", "save", "demo")
        let overridden = try await offered("override", "unset", "", in: workplace)
        #expect(overridden.filter { !$0.hasPrefix("-") } == ["timeout"])
        let profiles = try await offered("override", "profile", "load", "de", in: workplace)
        #expect(profiles == ["demo"])
        let themes = try await offered("list", "--theme", "nor", in: workplace)
        #expect(themes == ["nord"])
    }

    @Test("offers the values of the key that is overridden, usual ends, personas and experiments")
    func values() async throws {
        let workplace = try Workplace.withFineProject()
        let cases = try await offered("override", "set", "paywall", "", in: workplace)
        #expect(cases.filter { !$0.hasPrefix("-") }.sorted() == ["a", "b", "c"])
        let switched = try await offered("override", "set", "new_ui", "t", in: workplace)
        #expect(switched == ["true"])
        let ends = try await offered("override", "set", "paywall", "a", "--expires", "", in: workplace)
        // The shell writes it on the line, where a blank needs a backslash.
        #expect(ends.isSuperset(of: ["2h", "18:00", #"next\ fetch"#]))
        _ = try await workplace.run("persona", "save", "norway", "country=NO")
        let personas = try await offered("list", "--as", "no", in: workplace)
        #expect(personas == ["norway"])
        let fields = try await offered("list", "--filter", "gro", in: workplace)
        #expect(fields == ["group:"])
    }

    @Test("offers and prints nothing without a project")
    func nothing() async throws {
        let found = try await offered("get", "tim", in: try Workplace())
        #expect(found == [])
    }
}
