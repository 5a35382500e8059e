import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Hints for beginners", .inTurn)
struct HintTests {
    private func fixture(dismissed: Set<Hint> = [], keyMap: KeyMap = .standard) -> ShopFixture {
        var options = DashboardOptions(keyMap: keyMap)
        options.showsHints = true
        options.remembered = RememberedView()
        options.remembered?.dismissedHints = dismissed
        return ShopFixture(options: options)
    }

    private static let welcome =
        "? shows every key   o overrides the value under the cursor   : finds a command"

    @Test("the first dashboard begins with a hint, unless hints are turned off")
    func welcome() {
        #expect(fixture().screen.contains(Self.welcome))
        #expect(!ShopFixture().screen.contains("shows every key"))
    }

    @Test("what a hint suggests takes it, and Esc puts it away", arguments: ["?", "o", ":", "Esc"])
    func taken(key: String) throws {
        var fixture = fixture()
        try fixture.press(key)
        #expect(fixture.state.memory.dismissedHints == [.welcome])
        try fixture.press("Esc")
        #expect(!fixture.screen.contains("shows every key"))
    }

    @Test("once the first is gone, a screen has a hint of its own")
    func screens() throws {
        var fixture = fixture(dismissed: [.welcome])
        #expect(fixture.state.hint == nil)
        try fixture.press("3")
        #expect(fixture.screen.contains("Enter shows the value, and where the mistake is"))
        try fixture.press("Enter")
        #expect(fixture.state.memory.dismissedHints == [.welcome, .incorrect])
    }

    @Test("a screen without keys has no hint about them")
    func otherScreens() throws {
        var fixture = fixture()
        for screen in ["5", "6", "7"] {
            try fixture.press(screen)
            #expect(!fixture.screen.contains("overrides the value under the cursor"))
        }
        #expect(fixture.state.memory.dismissedHints.isEmpty)
        for hint in Hint.allCases {
            #expect(!hint.screens.isEmpty && !hint.spans(.standard).isEmpty, "\(hint)")
        }
    }

    @Test("other users are hinted at only if the source can answer for them")
    func users() throws {
        #expect(fixture(dismissed: [.welcome]).state.hint == nil)
    }

    @Test("a hint names the keys as they are bound, and leaves out what has none")
    func bound() {
        let map = KeyMap.standard(changing: ["help": ["F1"], "palette": []]).map
        #expect(
            fixture(keyMap: map).screen.contains(
                "F1 shows every key   o overrides the value under the cursor   Esc"))
    }

    @Test("a notice and a filter come before a hint")
    func order() throws {
        var fixture = fixture()
        try fixture.press("u")
        #expect(fixture.screen.contains("has no override") && !fixture.screen.contains("shows every key"))
        fixture.pass(10)
        #expect(fixture.screen.contains("shows every key"))
        try fixture.press("/")
        fixture.type("e")
        try fixture.press("Enter")
        #expect(!fixture.screen.contains("shows every key"))
    }
}
