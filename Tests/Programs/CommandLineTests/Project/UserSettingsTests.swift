import TestSupport
import Testing

@Suite("Settings for all projects", .fewAtATime)
struct UserSettingsTests {
    /// Runs a command beside a file of settings.
    private func run(_ line: String, settings: String, in workplace: Workplace) async throws -> Finished {
        let folder = try TemporaryFolder()
        try folder.write(settings, to: "experiments/config.yaml")
        return try await workplace.shell("experiments \(line)", with: ["XDG_CONFIG_HOME": folder.path])
    }

    @Test("name the author of overrides")
    func author() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await run("override set timeout 20", settings: "author: Ann Example\n", in: workplace)
        let listed = try await workplace.run("override", "list", "--json")
        #expect(listed.output.contains("\"Ann Example\""), "\(listed)")
    }

    @Test("bind keys, also without a project")
    func bindings() async throws {
        let bound = try await run("bindings", settings: "bindings: {refetch: F6}\n", in: Workplace())
        #expect(bound.output.contains("F6 "), "\(bound)")
    }

    @Test("are refused with their place, and not ignored")
    func mistake() async throws {
        let refused = try await run("list", settings: "\nthem: nord\n", in: Workplace.withFineProject())
        #expect(refused.status == 1)
        #expect(refused.errors.contains("experiments/config.yaml:2:1: "), "\(refused)")
        #expect(refused.errors.contains("unknown field \"them\" (did you mean \"theme\"?)"), "\(refused)")
    }

    @Test("are listed by paths")
    func paths() async throws {
        let paths = try await run("paths", settings: "", in: Workplace())
        #expect(paths.output.contains("/experiments/config.yaml\n"), "\(paths)")
    }
}
