import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Foundation

/// Prints overrides and their changes.
extension OverrideTarget {
    /// Prints a change to overrides of the scope, for example `trial_days: 7 -> 5, until next fetch`.
    ///
    /// - Parameter before: the overrides of the scope before the change.
    func printChange(of names: [String], before: OverrideSet, _ settings: Settings) throws {
        let addresses = names.map { OverrideAddress($0, scope) }
        var all = OverrideSet.empty
        all[scope] = before
        try printChange(of: addresses, before: all, settings)
    }

    /// Prints a change to overrides of any scope.
    ///
    /// - Parameter before: the overrides of all scopes before the change.
    func printChange(of addresses: [OverrideAddress], before: OverrideSet, _ settings: Settings) throws {
        if settings.json {
            return try printDocument(.empty, changed: addresses.map { $0.scope == scope ? $0.name : $0.text })
        }
        let style = PlainText(settings)
        if addresses.isEmpty {
            try StandardOutput.line("no overrides\(scope.titleEnding) in \(style.shown(path))")
        }
        let echo = OverrideEcho(self, settings)
        let after = (try? ownOfAllScopes()) ?? .empty
        for address in addresses {
            let line = echo.line(
                address.name + address.scope.titleEnding, of: address.name, from: before[address],
                to: after[address])
            try StandardOutput.line(style.shown(line))
        }
    }

    /// Prints what was undone or redone.
    ///
    /// - Parameter step: the recorded step; nil if it could not be recorded.
    func printReversal(_ reversal: OverrideReversal, _ step: OverrideStep?, _ settings: Settings) throws {
        if settings.json { return try printDocument(.empty, changed: step?.names ?? [], step: step) }
        let style = PlainText(settings)
        try StandardOutput.line("\(reversal.done): \(style.shown(step?.title ?? "the last change"))")
        let echo = OverrideEcho(self, settings)
        for change in step?.changes ?? [] {
            let address = OverrideAddress(text: change.name)
            let line = echo.line(
                address.name + address.scope.titleEnding, of: address.name, from: change.before,
                to: change.after)
            try StandardOutput.line("  \(style.shown(line))")
        }
    }

    /// Prints all overrides.
    ///
    /// - Parameter snapshot: the values of the source; empty if they are not known.
    func printAll(_ snapshot: Snapshot, _ settings: Settings) throws {
        if settings.json { return try printDocument(snapshot, changed: nil) }
        let style = PlainText(settings)
        let listed = ListedOverride.all(of: self, try scoped(), given: snapshot, at: Date())
        guard !listed.isEmpty else {
            let ending = style.shown(scope.titleEnding)
            return try StandardOutput.line("no overrides\(ending) in \(style.shown(path))")
        }
        try StandardOutput.write(table(of: listed, given: snapshot, at: Date()).text(style))
    }

    private func table(of listed: [ListedOverride], given snapshot: Snapshot, at now: Date) -> Table {
        let layers = store.layers
        let circumstances = OverrideCircumstances(now: now, snapshot: snapshot, fetchedAt: nil)
        func words(_ listed: ListedOverride) -> String {
            listed.warnings.filter { $0 != .expired }.map(\.word).joined(separator: ", ")
        }
        // Leave out columns that would be empty.
        let warns = listed.contains { !words($0).isEmpty }
        let isScoped = listed.contains { $0.scope != .everyone }
        var columns: [Table.Column] = [.init(title: "KEY", limit: 60), .init(title: "STATE", limit: 7)]
        if warns { columns.append(.init(title: "WARNING", limit: 24)) }
        if isScoped { columns.append(.init(title: "FOR", limit: 40)) }
        if !layers.isEmpty { columns.append(.init(title: "LAYER", limit: 40)) }
        columns += [
            .init(title: "VALUE", limit: 40), .init(title: "AUTHOR", limit: 20),
            .init(title: "SET", limit: 20),
            .init(title: "UNTIL", limit: 20), .init(title: "NOTE", limit: 120),
        ]
        var table = Table(columns)
        for listed in listed {
            let (name, override) = (listed.name, listed.override)
            let hasEnded = override.hasEnded(for: name, in: circumstances)
            let state = hasEnded ? "expired" : override.isEnabled ? "on" : "off"
            var cells: [Table.Cell] = [
                .init(name), .init(state, override.isEnabled && !hasEnded ? .cyan : .dim),
            ]
            if warns { cells.append(.init(words(listed), .yellow)) }
            if isScoped { cells.append(.init(listed.scope.words)) }
            if !layers.isEmpty { cells.append(.init(listed.layer ?? "")) }
            cells += [
                .init(override.value.isEmpty ? "\"\"" : override.value), .init(override.author ?? ""),
                .init(override.setAt.map { RFC3339.text(of: $0) } ?? ""),
                .init(override.endWords ?? ""),
                .init(override.note ?? ""),
            ]
            table.append(cells)
        }
        return table
    }

    private func printDocument(_ snapshot: Snapshot, changed: [String]?, step: OverrideStep? = nil) throws {
        let now = Date()
        // Report the change even if the overrides for apps cannot be read.
        let scoped = changed == nil ? try self.scoped() : (try? self.scoped()) ?? store.overrides[.everyone]
        let listed = ListedOverride.all(of: self, scoped, given: snapshot, at: now)
        try StandardOutput.document(document(listed, changed: changed, step: step, at: now))
    }
}

extension Override {
    /// The end in words, if it has one: `next fetch`, or a time.
    fileprivate var endWords: String? { until?.words ?? expiresAt.map { RFC3339.text(of: $0) } }
}

/// An override in a list, with its scope.
struct ListedOverride {
    let name: String
    let scope: OverrideScope
    let override: Override
    let warnings: [OverrideWarning]
    /// The layer of the override, if there are several.
    let layer: String?

    /// Returns the overrides of a file: those for everyone, then app by app. For a narrower target, returns only those
    /// that apply to it.
    static func all(
        of target: OverrideTarget, _ overrides: OverrideSet, given snapshot: Snapshot, at now: Date
    ) -> [ListedOverride] {
        let scopes = target.scope == .everyone ? overrides.scopes : target.scope.reaching
        let layers = target.store.layers.reversed()
        return scopes.flatMap { scope -> [ListedOverride] in
            let overrides = overrides[scope]
            let warnings = target.warnings(on: overrides, given: snapshot, at: now)
            return overrides.names.compactMap { name in
                guard let override = overrides[name] else { return nil }
                return ListedOverride(
                    name: name, scope: scope, override: override, warnings: warnings[name] ?? [],
                    layer: layers.first { $0.overrides[scope][name] != nil }?.name)
            }
        }
    }
}

extension OverrideTarget {
    /// Overrides: `{"path", "layers", "changed", "overrides": [{"name", "app", "installation", "value", …, "layer",
    /// "warnings"}], "step"}`. One for everyone has no `app`.
    ///
    /// - Parameters:
    ///   - changed: the changed names; nil for a command that changes nothing.
    ///   - step: the step that changed them.
    func document(_ listed: [ListedOverride], changed: [String]?, step: OverrideStep? = nil, at now: Date)
        -> Document
    {
        [
            "path": team?.place ?? URL(fileURLWithPath: path).standardizedFileURL.path,
            "layers": store.layers.isEmpty ? nil : store.layers.map(\.name), "changed": changed,
            "overrides": listed.map { $0.document(at: now) }, "step": step?.document,
        ]
    }
}

extension ListedOverride {
    fileprivate func document(at now: Date) -> Document {
        let isActive = override.isActive(at: now) && !warnings.contains(.expired)
        let place: Document = ["name": name, "app": scope.app, "installation": scope.installation]
        return place + override.document(isActive: isActive) + [
            "layer": layer, "warnings": warnings.map(\.document),
        ]
    }
}
