import Foundation
import TestSupport
import Testing

@Suite("Without HOME", .fewAtATime)
struct HomelessTests {
    private static let variables: [String: String?] = [
        "HOME": nil, "XDG_STATE_HOME": nil, "XDG_CONFIG_HOME": nil, "USER": nil, "LOGNAME": nil,
    ]

    @Test(
        "the home folder that the system knows is used, and nothing relative",
        arguments: [nil, "", ".", "home"])
    func paths(home: String?) async throws {
        let workplace = try Workplace.withFineProject()
        let finished = try await workplace.run(
            "paths", "--json", with: Self.variables.merging(["HOME": home]) { $1 })
        #expect(finished.status == 0)
        let entry = try #require(getpwuid(getuid()))
        let folder = String(cString: entry.pointee.pw_dir)
        #expect(finished.output.contains("\"\(folder)/.local/state/experiments\""))
        #expect(finished.output.contains("\"\(folder)/.config/experiments/themes\""))
    }

    @Test("nothing is written into the working directory", arguments: [nil, "", "."])
    func check(home: String?) async throws {
        let workplace = try Workplace.withFineProject()
        // Where the system's own home folder is that of whoever runs the tests, state is sent elsewhere.
        let state = try TemporaryFolder()
        let variables = Self.variables.merging(["HOME": home, "XDG_STATE_HOME": state.path]) { $1 }
        _ = try await workplace.run("check", with: variables)
        let names = try FileManager.default.contentsOfDirectory(atPath: workplace.folder.path)
        #expect(names.sorted() == ["config.json", "experiments.yaml"])
    }

    @Test("and without USER, the author is who the system says")
    func author() async throws {
        let workplace = try Workplace.withFineProject()
        let variables: [String: String?] = ["USER": nil, "LOGNAME": nil]
        _ = try await workplace.run("override", "set", "timeout", "20", with: variables)
        let listed = try await workplace.run("override", "list", "--json", with: variables)
        let entry = try #require(getpwuid(getuid()))
        #expect(listed.output.contains("\"\(String(cString: entry.pointee.pw_name))\""))
    }
}
