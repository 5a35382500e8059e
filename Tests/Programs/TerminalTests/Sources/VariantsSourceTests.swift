import TestSupport
import Testing

@Suite(
    "A source of variants on a terminal", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct VariantsSourceTests {
    private static let document = """
        {"flag_defs": [{"flag": "checkout", "base_value": "old"}, {"flag": "search", "base_value": "classic"}],
         "variants": [{"id": "Half", "conditions": [{"type": "USER_ID_MOD", "values": [0, 49]}],
                       "mods": [{"flag": "checkout", "value": "new"}]},
                      {"id": "Norway", "conditions": [{"type": "MOD_RANGE", "values": ["shop", 7, 7]}],
                       "mods": [{"flag": "search", "value": "northern"}]}]}
        """

    private func window() async throws -> TerminalWindow {
        let folder = try TemporaryFolder()
        try folder.write(Self.document, to: "variants.json")
        try folder.write(
            """
            source: {kind: variants, path: variants.json, context: {user_id: 42}}
            refresh: off
            keys:
              - {name: checkout, type: string}
              - {name: search, type: string}

            """, to: "experiments.yaml")
        let window = try TerminalWindow(
            running: "\"$EXPERIMENTS\"\(TerminalWindow.ending)", in: folder, .init(columns: 130, rows: 30))
        try await window.wait(for: " checkout")
        return window
    }

    @Test("the details say why a flag has its value")
    func why() async throws {
        let window = try await window()
        try await window.wait(for: "Why")
        try await window.wait(for: "chosen  variant Half sets \"new\": wins")
        try await window.wait(for: "USER_ID_MOD met")
        try window.press("j")
        try await window.wait(for: "MOD_RANGE not met: shop is not in the")
    }

    @Test("another persona has its values immediately, named in the header, and gone with a key")
    func persona() async throws {
        let window = try await window()
        try window.press("i")
        try await window.wait(for: "View as")
        try await window.wait(for: "shop")
        try window.press("j", "Enter")
        try window.type("107")
        try window.press("Enter")
        try await window.wait(for: "as shop=107 user_id=42: 1 value changed")
        try window.press("Escape")
        try await window.waitForAbsence(of: "View as")
        try await window.wait(for: "northern")
        try window.press("j")
        try await window.wait(for: "MOD_RANGE met: shop = 107")
        try window.press("i")
        try await window.wait(for: "View as")
        try window.press("R")
        try await window.wait(for: "back to the default user: 1 value changed")
        try await window.wait(for: "classic")
    }

    @Test("a change to the file is on the screen, and its problems are reported while it is broken")
    func file() async throws {
        let window = try await window()
        try window.replace("variants.json", with: "{")
        try await window.wait(for: "variants.json:1")
        try window.replace(
            "variants.json", with: #"{"flag_defs": [{"flag": "checkout", "base_value": "newest"}]}"#)
        try await window.wait(for: "newest")
        try await window.wait(for: "○ search")
    }
}
