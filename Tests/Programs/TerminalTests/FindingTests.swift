import Foundation
import TestSupport
import Testing

@Suite("Finding and moving on a terminal", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct FindingTests {
    @Test("f goes to a row while all stay, n continues, and Esc forgets what was looked for")
    func finding() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try window.press("f")
        try window.type("/^(new|free)_/")
        try await window.wait(for: "find /^(new|free)_/")
        try await window.wait(for: "1/2")
        try window.press("Enter", "n")
        try await window.wait(for: "find /^(new|free)_/  2/2")
        #expect(try window.lines().contains { $0.contains("paywall_type") })
        try window.press("Escape")
        try await window.waitForAbsence(of: "find /^(new|free)_/")
    }

    @Test("a regular expression filters, and one that cannot be read is reported with its place")
    func expression() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try window.press("/")
        try window.type("!/_/")
        try await window.waitForAbsence(of: "paywall_type")
        try await window.wait(for: "support")
        try window.type(" /a(")
        try await window.wait(for: "character 2: this ( has no )")
    }

    @Test("F finds text in the details, which scroll to it")
    func details() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        let days = (1...60).map { "\"day_\($0)\": \"from 0\($0 % 10):30\"" }
        try window.replace("config.json", with: "{\"support\": {\(days.joined(separator: ","))}}")
        // What the keys below unfold has to be there.
        try await window.wait(for: "day_1")
        try window.press("f")
        try window.type("support")
        try window.press("Enter", "Z", "z", "z")
        try await window.wait(for: "\"day_1\"")
        try window.press("F")
        try window.type("day_57")
        try await window.wait(for: "\"day_57\"")
        try await window.wait(for: "find in the details day_57")
    }

    @Test("ctrl-o goes back to what was shown before, alt-o forward again")
    func places() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try window.press("6")
        try await window.wait(for: "changed keys")
        try window.press("C-o")
        try await window.waitForAbsence(of: "changed keys")
        try window.press("M-o")
        try await window.wait(for: "changed keys")
        try window.press("BSpace")
        try await window.wait(for: "paywall_type")
    }

    @Test("V marks the rows that the cursor passes over")
    func range() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try window.press("g", "V", "j", "j")
        try await window.wait(for: "3 marked  move to mark more, V ends")
        try window.press("V")
        try await window.wait(for: "3 marked  actions apply to all of them")
    }

    @Test("+ and - change the time between fetches")
    func interval() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try await window.wait(for: "manual (r)")
        try window.press("+")
        try await window.wait(for: "fetching every 1h (this session)")
        try await window.wait(for: "next in")
        try window.press("-")
        try await window.wait(for: "manual (r)")
    }

    @Test("the rows are written to a file, and a file that exists only after a yes")
    func export() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try window.press("E")
        try await window.wait(for: "export keys.json")
        try window.press("Enter")
        try await window.wait(for: "wrote 6 rows to keys.json")
        let text = try window.folder.text(of: "keys.json")
        #expect(text.contains("\"key\": \"trial_days\""))
        try window.press("E", "Enter")
        try await window.wait(for: "Replace it?")
        try window.press("n")
        try await window.waitForAbsence(of: "Replace it?")
    }

    @Test("the line beside the details is dragged with the mouse")
    func dragging() async throws {
        let window = try TerminalWindow.onProject(TerminalWindow.Options(columns: 140, rows: 30))
        try await window.waitForProject()
        try await window.wait(for: "mouse_any_flag", toBe: "1")
        try await window.wait(for: "the line at column 56") { $0[9].dropFirst(55).first == "│" }
        try window.drag(from: (56, 10), to: (71, 10))
        try await window.wait(for: "the line at column 71") { $0[9].dropFirst(70).first == "│" }
    }
}
