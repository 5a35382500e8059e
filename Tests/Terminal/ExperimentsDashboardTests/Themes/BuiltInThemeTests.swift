import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("The themes that come with the program", .inTurn)
struct BuiltInThemeTests {
    static let names = ThemeLibrary().names

    /// Roles that only decorate, and may be faint.
    private let decoration: Set<Role> = [.border, .scrollBar, .shadow, .caret]

    /// Roles that are laid over others.
    private let layers: Set<Role> = [.cursorRow, .selectedRow, .filterMatch, .caret]

    @Test("Those built in are those in the folder, letter for letter")
    func embedded() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../../Themes")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "yaml" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        #expect(files.map { $0.deletingPathExtension().lastPathComponent } == ThemeText.builtIn.map(\.name))
        for (file, theme) in zip(files, ThemeText.builtIn) {
            #expect(try String(contentsOf: file, encoding: .utf8) == theme.text)
        }
    }

    @Test("Each can be read", arguments: names)
    func readable(name: String) throws {
        let theme = try ThemeLibrary().theme(named: name)
        #expect(theme.name == name && theme.title != name)
    }

    @Test("The dark one, which others are made from, says something about every role")
    func complete() throws {
        let document = try ThemeDocument(
            try #require(ThemeText.builtIn.first { $0.name == "dark" }), roles: Role.dashboard)
        #expect(Set(document.roles.keys) == Set(Role.dashboard))
    }

    @Test("The cursor's row differs from a marked row, however few colors there are", arguments: names)
    func cursor(name: String) throws {
        for depth in ColorDepth.allCases {
            let theme = try ThemeLibrary().theme(named: name).adapted(to: depth)
            #expect(theme[.cursorRow] != theme[.selectedRow], "\(depth)")
            if depth == .indexed256, theme[.cursorRow].background != .terminal {
                #expect(theme[.cursorRow].background != theme[.selectedRow].background, "\(depth)")
            }
        }
    }

    @Test("Text can be read on every ground and in every row, in 24-bit colors and in 256", arguments: names)
    func contrast(name: String) throws {
        for depth in [ColorDepth.truecolor, .indexed256] {
            let theme = try ThemeLibrary().theme(named: name).adapted(to: depth)
            let below = Role.grounds.filter { $0 != .shadow } + [.cursorRow, .selectedRow]
            for role in Role.dashboard where !layers.contains(role) && !decoration.contains(role) {
                // What has a ground of its own stands in no row.
                let hasOwn = theme.text(role).background != .terminal
                for ground in below where !(hasOwn && layers.contains(ground)) {
                    // What lies over a row colors the text in it too, where it says so.
                    let isRow = layers.contains(ground)
                    let text = theme.text(role).over(isRow ? theme[.text] : theme[ground].over(theme[.text]))
                    let ratio = Self.contrast(isRow ? theme[ground].over(text) : text, isDark: theme.isDark)
                    #expect(ratio >= 4.5, "\(role) on \(ground) in \(depth): \(ratio)")
                }
            }
        }
    }

    @Test("Lines and scroll bars can be made out", arguments: names)
    func decorations(name: String) throws {
        let theme = try ThemeLibrary().theme(named: name)
        for role in [Role.border, .scrollBar] {
            let ratio = Self.contrast(theme.text(role).over(theme[.text]), isDark: theme.isDark)
            #expect(ratio >= 1.8, "\(role): \(ratio)")
        }
    }

    @Test("A theme with colors has a ground of its own, which the terminal keeps where that is chosen")
    func grounds() throws {
        for name in Self.names where name != "monochrome" {
            let theme = try ThemeLibrary().theme(named: name)
            #expect(Role.grounds.allSatisfy { theme[$0].background != .terminal }, "\(name)")
            let plain = theme.onTerminalBackground
            #expect(Role.grounds.allSatisfy { plain[$0].background == .terminal }, "\(name)")
            #expect(plain[.text].foreground == .terminal && plain[.missing] == theme[.missing])
        }
    }

    @Test(
        "On 16 colors and fewer the background stays the terminal's, unless a theme says which of them it is")
    func groundsOnFewColors() throws {
        for name in Self.names where name != "high-contrast" {
            for depth in [ColorDepth.none, .ansi8, .ansi16] {
                let theme = try ThemeLibrary().theme(named: name).adapted(to: depth)
                #expect(theme[.text] == .terminal && theme[.popup] == .terminal, "\(name) \(depth)")
            }
        }
    }

    @Test("The row under the cursor stands out on few colors and on none", arguments: names)
    func cursorRowStandsOut(name: String) throws {
        let theme = try ThemeLibrary().theme(named: name)
        for depth in [ColorDepth.none, .ansi8, .ansi16] {
            let row = theme.adapted(to: depth)[.cursorRow]
            let hasBothColors = row.foreground != .terminal && row.background != .terminal
            #expect(hasBothColors || row.attributes.contains(.reverse), "\(depth)")
            #expect(row.foreground != row.background || row.foreground == .terminal)
        }
    }

    @Test(
        "No text is bright black, or black on the terminal's own background, on few colors", arguments: names)
    func neverBrightBlack(name: String) throws {
        let theme = try ThemeLibrary().theme(named: name)
        for depth in [ColorDepth.ansi8, .ansi16] {
            for role in Role.dashboard {
                let style = theme.adapted(to: depth)[role]
                #expect(style.foreground != .ansi(8), "\(role)")
                if style.foreground == .ansi(0) { #expect(style.background != .terminal, "\(role)") }
            }
        }
    }

    @Test("What is wrong looks different from what is right, even without colors", arguments: names)
    func states(name: String) throws {
        for depth in [ColorDepth.none, .ansi8, .ansi16, .indexed256, .truecolor] {
            let theme = try ThemeLibrary().theme(named: name).adapted(to: depth)
            #expect(theme[.ok] != theme[.missing], "\(depth)")
            #expect(theme[.ok] != theme[.incorrect], "\(depth)")
        }
    }

    private static func contrast(_ style: CellStyle, isDark: Bool) -> Double {
        let (ink, ground) =
            isDark ? (Color.rgb(0xd0, 0xd0, 0xd0), Color.rgb(0, 0, 0)) : (.rgb(0, 0, 0), .rgb(255, 255, 255))
        var front = luminance(style.foreground == .terminal ? ink : style.foreground)
        var back = luminance(style.background == .terminal ? ground : style.background)
        if style.attributes.contains(.reverse) { swap(&front, &back) }
        return (max(front, back) + 0.05) / (min(front, back) + 0.05)
    }

    private static func luminance(_ color: Color) -> Double {
        func linear(_ value: Int) -> Double {
            let part = Double(value) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        let rgb = color.rgb
        return 0.2126 * linear(rgb.red) + 0.7152 * linear(rgb.green) + 0.0722 * linear(rgb.blue)
    }
}
