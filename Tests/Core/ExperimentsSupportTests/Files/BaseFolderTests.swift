import ExperimentsSupport
import TestSupport
import Testing

@Suite("The user's folders for programs", .inTurn)
struct BaseFolderTests {
    @Test("a folder that the environment names is used")
    func named() {
        #expect(
            BaseFolder.state.path(home: "/home/anna") { $0 == "XDG_STATE_HOME" ? "/state" : nil } == "/state")
        #expect(
            BaseFolder.configuration.path(home: "/home/anna") { $0 == "XDG_CONFIG_HOME" ? "/c" : nil } == "/c"
        )
    }

    @Test("a relative or empty path counts as none", arguments: [nil, "", "state", "./state"])
    func ignored(_ value: String?) {
        #expect(BaseFolder.state.path(home: "/home/anna") { _ in value } == "/home/anna/.local/state")
        #expect(BaseFolder.configuration.path(home: "/home/anna") { _ in value } == "/home/anna/.config")
    }
}
