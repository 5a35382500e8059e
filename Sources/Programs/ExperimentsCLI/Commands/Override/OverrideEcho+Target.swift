import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import Foundation

extension OverrideEcho {
    /// - Parameters:
    ///   - target: the overrides that were changed.
    ///   - settings: the settings by which the project is found.
    init(_ target: OverrideTarget, _ settings: Settings, at now: Date = Date()) {
        let source = Self.lastKnown(settings).compactMapValues(\.text)
        var values = source
        func add(_ overrides: OverrideSet) {
            for (name, override) in overrides.entries where override.isActive(at: now) { values[name] = override.value }
        }
        // The layers of others lie below.
        for layer in target.store.layers.dropLast() { add(layer.overrides) }
        if target.scope != .everyone { add(target.store.overrides[.everyone]) }
        self.init(source: source, base: values, at: now, in: .system)
    }

    /// Returns the last known values of the source. Nothing is fetched.
    private static func lastKnown(_ settings: Settings) -> [String: Snapshot.Entry] {
        guard !settings.noState, let located = try? LocatedProject(settings),
            let source = try? located.source(named: settings.source)
        else { return [:] }
        return FetchLog(path: located.fetchLogPath(of: source.name)).lastKnown()?.entries ?? [:]
    }
}
