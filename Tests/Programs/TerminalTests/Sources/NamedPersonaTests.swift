import Foundation
import TestSupport
import Testing

@Suite("Personas on a terminal", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct NamedPersonaTests {
    @Test("one is saved in the editor, and compared with the others key by key")
    func matrix() async throws {
        let folder = try TemporaryFolder()
        let text = """
            {"flag_defs": [{"flag": "checkout", "base_value": "old"}],
             "variants": [
               {"id": "Rollout", "conditions": [{"type": "USER_ID_MOD", "values": [0, 49]}],
                "mods": [{"flag": "checkout", "value": "new"}]}]}
            """
        try folder.write(text, to: "variants.json")
        try folder.write(
            """
            source: {kind: variants, path: variants.json, context: {user_id: 42}}
            refresh: off
            personas: {late user: {user_id: 99}}
            keys: [{name: checkout, type: string}]

            """, to: "experiments.yaml")
        let window = try TerminalWindow(
            running: "\"$EXPERIMENTS\"", in: folder, .init(columns: 100, rows: 24))
        try await window.wait(for: "checkout")
        try window.press("i")
        try await window.wait(for: "View as")
        try window.press("s")
        try await window.wait(for: "save the persona as")
        try window.type("early user")
        try window.press("Enter")
        try await window.wait(for: "late user  (project file)")
        try await window.wait(for: "› early user")
        try window.press("Escape")
        try await window.waitForAbsence(of: "Personas")
        try window.press("Escape")
        try await window.waitForAbsence(of: "View as")
        try window.press("I")
        try await window.wait(for: "1 differs")
        try await window.wait(for: "as configured")
        try await window.wait(for: "early user")
        // What the source holds by now is evaluated by itself.
        try folder.write(text.replacing("49", with: "10"), to: "variants.json.new")
        #expect(rename(folder.path("variants.json.new"), folder.path("variants.json")) == 0)
        try await window.wait(for: "0 differ")
        try folder.write(text, to: "variants.json")
        try await window.wait(for: "1 differs")
        try window.press("Right", "Enter")
        try await window.wait(for: "late user")
    }
}
