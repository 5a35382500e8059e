import ExperimentsCore
import Foundation

/// Prints overrides, and what was done to them.
struct OverridesPrinter {
    private let settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
    }

    /// Says what was done to the overrides of keys.
    func printChange(_ verb: String, _ names: [String], _ target: OverrideTarget, _ after: OverrideSet) throws {
        if settings.json { return try printDocument(target, after, changed: names) }
        let style = PlainText(settings)
        if names.isEmpty { try StandardOutput.line("no overrides in \(style.shown(target.store.path))") }
        for name in names { try StandardOutput.line("\(verb) \(style.shown(name))") }
    }

    /// Prints all overrides.
    func printAll(_ target: OverrideTarget, _ overrides: OverrideSet) throws {
        if settings.json { return try printDocument(target, overrides, changed: nil) }
        let style = PlainText(settings)
        guard !overrides.isEmpty else {
            return try StandardOutput.line("no overrides in \(style.shown(target.store.path))")
        }
        try StandardOutput.write(table(overrides, at: Date()).text(style, width: Console.columns))
    }

    private func table(_ overrides: OverrideSet, at now: Date) -> Table {
        var table = Table([
            .init(title: "KEY", limit: 60), .init(title: "STATE", limit: 7), .init(title: "VALUE", limit: 40),
            .init(title: "AUTHOR", limit: 20), .init(title: "SET", limit: 20), .init(title: "UNTIL", limit: 20),
            .init(title: "NOTE", limit: 120),
        ])
        for name in overrides.names {
            guard let override = overrides[name] else { continue }
            let state = override.isExpired(at: now) ? "expired" : override.isEnabled ? "on" : "off"
            table.append([
                .init(name), .init(state, override.isActive(at: now) ? .cyan : .dim),
                .init(override.value.isEmpty ? "\"\"" : override.value), .init(override.author ?? ""),
                .init(override.setAt.map { RFC3339.text(of: $0) } ?? ""),
                .init(override.expiresAt.map { RFC3339.text(of: $0) } ?? ""), .init(override.note ?? ""),
            ])
        }
        return table
    }

    private func printDocument(_ target: OverrideTarget, _ overrides: OverrideSet, changed: [String]?) throws {
        let document = OverridesDocument(overrides, path: target.store.path, changed: changed, at: Date())
        try StandardOutput.line(document.json.prettyText)
    }
}
