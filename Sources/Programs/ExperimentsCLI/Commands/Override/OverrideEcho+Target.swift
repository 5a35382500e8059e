import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import Foundation

extension OverrideEcho {
    /// - Parameters:
    ///   - target: the overrides that were changed.
    ///   - settings: the settings that tell where the project is.
    init(_ target: OverrideTarget, _ settings: Settings, at now: Date = Date()) {
        let source = Self.lastKnown(settings).compactMapValues(\.text)
        var values = source
        func add(_ overrides: OverrideSet) {
            for (name, override) in overrides.entries where override.isActive(at: now) {
                values[name] = override.value
            }
        }
        // Layers of other people are lower.
        for layer in target.store.layers.dropLast() { add(layer.overrides) }
        if target.scope != .everyone { add(target.store.overrides[.everyone]) }
        let keys = (try? LocatedProject(settings))?.project.keys ?? []
        self.init(source: source, base: values, keys: keys, at: now, in: .system)
    }

    /// Returns the values of a source that is a file, otherwise the last good values. Nothing is fetched from a server.
    private static func lastKnown(_ settings: Settings) -> ExactDictionary<Snapshot.Entry> {
        guard let located = try? LocatedProject(settings),
            let source = try? located.source(named: settings.source),
            let keeper = try? SourceKeeper.keeper(for: source, in: located, watcher: nil)
        else { return [:] }
        if source.settings.titlePath != nil {
            _ = try? Progress.wait("Reading \(located.title(of: source))") { try await keeper.fetch(.manual) }
        } else {
            located.service(keeper, of: source, overrides: InMemoryOverrideStore(), settings).lastGood
                .restore()
        }
        return keeper.snapshot.entries
    }
}
