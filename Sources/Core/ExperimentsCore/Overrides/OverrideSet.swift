import Foundation

/// The overrides of a store, by the names of the keys.
///
/// The set itself has the overrides for everyone. The narrower ones, for an app or an installation of it, are separate
/// sets inside it.
public struct OverrideSet: Sendable, Hashable {
    /// The overrides for everyone, by the names of the keys.
    public var entries: [String: Override]
    /// The members of the document that this version does not know. They are preserved.
    public var unknownMembers: JSONObject
    /// The overrides for apps and for installations; none of the sets is empty.
    var narrower: [OverrideScope: OverrideSet] = [:]
    /// The number of unknown members before the one for apps, so that its position in the document is preserved.
    var placeOfApps = 0
    /// The reason why the overrides for apps cannot be read; nil if they can. Those for everyone can be used anyway.
    /// The member for apps remains an unknown one, and is not changed.
    package var appsProblem: OverrideDocumentProblem?

    /// Creates a set of overrides, by the names of the keys.
    public init(_ entries: [String: Override] = [:], unknownMembers: JSONObject = JSONObject()) {
        self.entries = entries
        self.unknownMembers = unknownMembers
    }

    /// The set without overrides.
    public static let empty = OverrideSet()

    /// The override of a key for everyone; nil for none. Set nil to remove it.
    public subscript(name: String) -> Override? {
        get { entries[name] }
        set { entries[name] = newValue }
    }

    /// Whether there are no overrides for everyone.
    public var isEmpty: Bool { entries.isEmpty }

    /// The names of the keys that are overridden for everyone, in alphabetical order.
    public var names: [String] { entries.keys.sorted() }

    /// Returns the text of the override of a key for everyone, if there is an override and it is active.
    package func activeText(for name: String, in circumstances: OverrideCircumstances) -> String? {
        guard let override = entries[name], override.isActive(for: name, in: circumstances) else {
            return nil
        }
        return override.value
    }

    /// Returns the next time after `now` at which an override for everyone expires.
    public func nextExpiry(after now: Date) -> Date? {
        entries.values.lazy.filter { $0.isActive(at: now) }.compactMap(\.expiresAt).min()
    }

    /// Returns the names of the keys whose overrides for everyone differ between this set and `other`.
    public func namesChanged(from other: OverrideSet) -> Set<String> {
        guard entries != other.entries else { return [] }
        var names = Set(entries.keys.filter { entries[$0] != other.entries[$0] })
        names.formUnion(other.entries.keys.filter { entries[$0] == nil })
        return names
    }

    /// Only the overrides of a scope, as a set without narrower ones. While those for apps cannot be read, setting them
    /// does nothing: see ``checkReadable(_:)``.
    package subscript(scope: OverrideScope) -> OverrideSet {
        get {
            guard scope == .everyone else { return narrower[scope] ?? .empty }
            return OverrideSet(entries, unknownMembers: unknownMembers)
        }
        set {
            guard scope == .everyone else { return change(scope) { $0 = newValue } }
            (entries, unknownMembers) = (newValue.entries, newValue.unknownMembers)
        }
    }

    /// The override that has an address; nil for none.
    package subscript(address: OverrideAddress) -> Override? {
        get {
            address.scope == .everyone
                ? entries[address.name] : narrower[address.scope]?.entries[address.name]
        }
        set {
            guard address.scope == .everyone else {
                return change(address.scope) { $0[address.name] = newValue }
            }
            entries[address.name] = newValue
        }
    }

    private mutating func change(_ scope: OverrideScope, _ change: (inout OverrideSet) -> Void) {
        guard appsProblem == nil else { return }
        if narrower.isEmpty { placeOfApps = unknownMembers.members.count }
        change(&narrower[scope, default: .empty])
        if narrower[scope]?.isBlank == true { narrower[scope] = nil }
        if narrower.isEmpty { placeOfApps = 0 }
    }

    /// Whether nothing would be lost without it.
    var isBlank: Bool { entries.isEmpty && unknownMembers.isEmpty }

    /// Checks whether the overrides of a scope can be read, and so be changed.
    ///
    /// - Throws: the reason why not.
    package func checkReadable(_ scope: OverrideScope) throws(OverrideDocumentProblem) {
        if scope != .everyone, let appsProblem { throw appsProblem }
    }

    /// Returns the same overrides. If those for apps cannot be read, they are replaced by the last readable ones.
    package func keepingApps(of last: OverrideSet) -> OverrideSet {
        guard appsProblem != nil else { return self }
        var kept = self
        kept.narrower = last.narrower
        return kept
    }

    /// The scopes that have overrides: everyone first, then app by app, each before its installations.
    package var scopes: [OverrideScope] {
        let narrow = narrower.filter { !$0.value.isEmpty }.keys.sorted { one, other in
            (one.app ?? "", one.installation == nil ? 0 : 1, one.installation ?? "")
                < (other.app ?? "", other.installation == nil ? 0 : 1, other.installation ?? "")
        }
        return isEmpty ? narrow : [.everyone] + narrow
    }

    /// Returns the scope that determines a client's overrides: the narrowest one that has overrides. All clients with
    /// the same result have the same overrides.
    package func view(of scope: OverrideScope) -> OverrideScope {
        scope.reaching.last { !self[$0].isEmpty } ?? .everyone
    }

    /// Returns the override of each key that applies to a scope, with its own scope. An override that has ended does
    /// not apply, and no longer covers one of a wider scope.
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

    /// Returns the names of the keys whose overrides of any scope differ between this set and `other`, by scope.
    package func scopedNamesChanged(from other: OverrideSet) -> [OverrideScope: Set<String>] {
        var changed: [OverrideScope: Set<String>] = [:]
        let everyone = namesChanged(from: other)
        if !everyone.isEmpty { changed[.everyone] = everyone }
        guard narrower != other.narrower else { return changed }
        for scope in Set(narrower.keys).union(other.narrower.keys) {
            let names = self[scope].namesChanged(from: other[scope])
            if !names.isEmpty { changed[scope] = names }
        }
        return changed
    }

    /// Returns the changes from these overrides to others, in all scopes, in alphabetical order of their addresses.
    package func changes(to new: OverrideSet) -> [OverrideSetDifference.Change] {
        let addresses = new.scopedNamesChanged(from: self).flatMap { scope, names in
            names.map { OverrideAddress($0, scope) }
        }
        return addresses.map { address in
            OverrideSetDifference.Change(name: address.text, before: self[address], after: new[address])
        }.sorted { $0.name < $1.name }
    }

    /// Returns the names of the keys whose overrides end by their time after `earlier` and until `now`, by scope.
    package func namesEnded(after earlier: Date, until now: Date) -> [OverrideScope: Set<String>] {
        var ended: [OverrideScope: Set<String>] = [:]
        for scope in scopes {
            let names = self[scope].entries.filter {
                !$0.value.isExpired(at: earlier) && $0.value.isExpired(at: now)
            }
            if !names.isEmpty { ended[scope] = Set(names.keys) }
        }
        return ended
    }

    /// Returns the next time after `now` at which an override of any scope ends, turned on or off.
    package func nextEnd(after now: Date) -> Date? {
        scopes.compactMap { scope in
            self[scope].entries.values.lazy.compactMap(\.expiresAt).filter { $0 > now }.min()
        }.min()
    }

    /// Returns the scopes that apply to a scope as layers, of which that scope is the highest, so that an override for
    /// everyone can be turned off for one app.
    ///
    /// - Parameter files: the overrides of each file, if there are several; these overrides are those of the highest.
    package func layers(of scope: OverrideScope, in files: [OverrideLayer]) -> [OverrideLayer] {
        let wider = files.isEmpty ? self : OverrideSet(merging: files)
        func name(_ scope: OverrideScope) -> String { "the overrides for \(scope.words)" }
        return scope.reaching.dropLast().map { OverrideLayer(name: name($0), overrides: wider[$0]) }
            + [OverrideLayer(name: name(scope), overrides: self[scope])]
    }
}

/// The differences between two sets of overrides, key by key.
package struct OverrideSetDifference: Sendable, Hashable {
    /// The change of one key's override.
    package struct Change: Sendable, Hashable {
        /// The key's name.
        package let name: String
        /// Its override before; nil for none.
        package let before: Override?
        /// Its override after; nil for none.
        package let after: Override?

        /// Creates a change.
        package init(name: String, before: Override?, after: Override?) {
            (self.name, self.before, self.after) = (name, before, after)
        }

        /// The word for the change: `added`, `removed`, `changed`, `switched-on`, `switched-off`, or `edited` if only
        /// something else differs.
        package var word: String {
            switch (before, after) {
            case (nil, _): "added"
            case (_, nil): "removed"
            case (let before?, let after?):
                if !before.value.isExactly(after.value) {
                    "changed"
                } else if before.isEnabled == after.isEnabled {
                    "edited"
                } else {
                    after.isEnabled ? "switched-on" : "switched-off"
                }
            }
        }
    }

    /// The changes, in alphabetical order of the names.
    package let changes: [Change]

    /// Compares two sets. Only values, and whether overrides are turned on, are compared.
    package init(from old: OverrideSet, to new: OverrideSet) {
        changes = Set(old.entries.keys).union(new.entries.keys).sorted().compactMap { name in
            let (before, after) = (old[name], new[name])
            if let before, let after, before.value.isExactly(after.value), before.isEnabled == after.isEnabled
            {
                return nil
            }
            return Change(name: name, before: before, after: after)
        }
    }

    /// Whether both override the same keys with the same values.
    package var isEmpty: Bool { changes.isEmpty }
}
