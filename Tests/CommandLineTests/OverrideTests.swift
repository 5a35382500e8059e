import ExperimentsCore
import Testing

@Suite("override")
struct OverrideTests {
    let workplace: Workplace

    init() throws {
        workplace = try Workplace()
    }

    @Test("without a project, overrides are kept in the state folder")
    func keptInStateFolder() async throws {
        let set = try await workplace.run("override", "set", "greeting", "hello")
        #expect(set.status == 0, "\(set)")
        let list = try await workplace.run("override", "list", "--json")
        let document = try list.json()
        let path = workplace.homePath + "/.local/state/experiments/overrides.json"
        #expect(document.object?["path"]?.string == path)
    }
}
