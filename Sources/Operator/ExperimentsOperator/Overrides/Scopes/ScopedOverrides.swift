import ExperimentsCore
import Foundation

/// The overrides of all scopes that one file holds.
///
/// Those for everyone are the file's `overrides`, as ever; the narrower ones lie beside them, where programs that know
/// nothing of scopes keep them as they are.
package struct ScopedOverrides: Sendable, Hashable {
    /// The overrides for one app.
    struct App: Sendable, Hashable {
        var overrides = OverrideSet.empty
        var installations: [String: OverrideSet] = [:]
    }

    /// The overrides for everyone, with what else the file holds. The member for apps keeps its place among these, and
    /// is written from `apps`.
    var base: OverrideSet
    var apps: [String: App]

    init(base: OverrideSet, apps: [String: App]) {
        (self.base, self.apps) = (base, apps)
    }

    /// No overrides.
    package init() {
        self.init(base: .empty, apps: [:])
    }

    /// The overrides of layers together. If several layers override a key in the same scope, the highest counts; a
    /// narrower scope of a lower layer counts more than a wider one of a higher.
    ///
    /// - Parameter layers: the layers, the lowest first.
    /// - Throws: `ScopedOverridesProblem` where a layer's overrides for apps cannot be read.
    package init(merging layers: [OverrideLayer]) throws(ScopedOverridesProblem) {
        self.init()
        for layer in layers {
            let higher = try ScopedOverrides(layer.overrides)
            for scope in higher.scopes {
                self[scope].merge(higher[scope].entries) { _, new in new }
            }
        }
    }

    /// Reads the overrides of a store, all layers together.
    ///
    /// - Throws: `ScopedOverridesProblem` where the overrides for apps cannot be read.
    package init(_ state: OverrideStoreState) throws(ScopedOverridesProblem) {
        if state.layers.isEmpty {
            try self.init(state.overrides)
        } else {
            try self.init(merging: state.layers)
        }
    }

    /// The overrides of a scope.
    package subscript(scope: OverrideScope) -> OverrideSet {
        get {
            switch scope {
            case .everyone: base
            case .app(let app): apps[app]?.overrides ?? .empty
            case .installation(let app, let id): apps[app]?.installations[id] ?? .empty
            }
        }
        set {
            switch scope {
            case .everyone: base = newValue
            case .app(let app):
                apps[app, default: App()].overrides = newValue
                dropIfEmpty(app)
            case .installation(let app, let id):
                apps[app, default: App()].installations[id] = newValue.isBlank ? nil : newValue
                dropIfEmpty(app)
            }
        }
    }

    private mutating func dropIfEmpty(_ app: String) {
        guard let found = apps[app], found.overrides.isBlank, found.installations.isEmpty else { return }
        apps[app] = nil
    }

    /// The scopes that have overrides: everyone first, then app by app, each before its installations.
    package var scopes: [OverrideScope] {
        var scopes: [OverrideScope] = base.isEmpty ? [] : [.everyone]
        for (app, found) in apps.sorted(by: { $0.key < $1.key }) {
            if !found.overrides.isEmpty { scopes.append(.app(app)) }
            scopes += found.installations.filter { !$0.value.isEmpty }.keys.sorted().map {
                .installation(app: app, id: $0)
            }
        }
        return scopes
    }

    /// Returns the scope that decides which overrides a client sees: the narrowest one with overrides of its own. All
    /// clients with the same result see the same overrides.
    package func view(of scope: OverrideScope) -> OverrideScope {
        scope.reaching.last { !self[$0].isEmpty } ?? .everyone
    }

    /// The override of each key that counts for a scope, with the scope that it is from. One whose time is over does
    /// not count, and does not cover a wider one any more.
    package func effective(for scope: OverrideScope, at now: Date) -> [String: ScopedOverride] {
        var effective: [String: ScopedOverride] = [:]
        for layer in scope.reaching {
            let entries = self[layer].entries
            effective.reserveCapacity(entries.count)
            for (name, override) in entries where !override.isExpired(at: now) {
                effective[name] = ScopedOverride(override: override, scope: layer)
            }
        }
        return effective
    }

    /// The names of the keys whose overrides differ from those of `other`, by scope.
    package func namesChanged(from other: ScopedOverrides) -> [OverrideScope: Set<String>] {
        var changed: [OverrideScope: Set<String>] = [:]
        for scope in Set(scopes).union(other.scopes) {
            let names = self[scope].namesChanged(from: other[scope])
            if !names.isEmpty { changed[scope] = names }
        }
        return changed
    }

    /// The names of the keys whose overrides end by their time after `earlier` and until `now`, by scope.
    package func namesEnded(after earlier: Date, until now: Date) -> [OverrideScope: Set<String>] {
        var ended: [OverrideScope: Set<String>] = [:]
        for scope in scopes {
            let names = self[scope].entries.filter { !$0.value.isExpired(at: earlier) && $0.value.isExpired(at: now) }
            if !names.isEmpty { ended[scope] = Set(names.keys) }
        }
        return ended
    }

    /// The next time after `now` at which an override of any scope ends.
    package func nextExpiry(after now: Date) -> Date? {
        scopes.compactMap { scope in
            self[scope].entries.values.lazy.compactMap(\.expiresAt).filter { $0 > now }.min()
        }.min()
    }
}

extension ScopedOverrides {
    /// The scopes that reach whoever a scope names, as layers of which that scope is the highest: so that an override for
    /// everyone can be switched off for one app.
    ///
    /// - Parameters:
    ///   - own: what the highest of the files holds.
    ///   - files: what each file holds, if there are several.
    static func layers(
        of scope: OverrideScope, _ own: OverrideSet, _ files: [OverrideLayer]
    ) throws(ScopedOverridesProblem) -> [OverrideLayer] {
        let wider = files.isEmpty ? try ScopedOverrides(own) : try ScopedOverrides(merging: files)
        let highest = OverrideLayer(name: scope.layerName, overrides: try ScopedOverrides(own)[scope])
        return scope.reaching.dropLast().map { OverrideLayer(name: $0.layerName, overrides: wider[$0]) } + [highest]
    }
}

extension OverrideScope {
    /// The name of the overrides, in words: `the overrides for shop`.
    fileprivate var layerName: String { "the overrides for \(words)" }
}

/// An override, and the scope that it is from.
package struct ScopedOverride: Sendable, Hashable {
    package let override: Override
    package let scope: OverrideScope

    package init(override: Override, scope: OverrideScope) {
        (self.override, self.scope) = (override, scope)
    }
}

extension OverrideSet {
    /// Whether nothing would be lost without it.
    fileprivate var isBlank: Bool { entries.isEmpty && unknownMembers.isEmpty }

    fileprivate mutating func merge(_ others: [String: Override], _ choose: (Override, Override) -> Override) {
        entries.merge(others, uniquingKeysWith: choose)
    }
}
