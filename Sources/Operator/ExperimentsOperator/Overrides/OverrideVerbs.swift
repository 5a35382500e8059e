import ExperimentsCore
import Foundation

/// The changes that an operator makes to overrides. Each verb returns an edit, and changes nothing itself.
package struct OverrideVerbs: Sendable {
    /// The overrides that edits change: those of the highest layer, if there are several.
    package let own: OverrideSet
    private let layers: [OverrideLayer]
    private let circumstances: OverrideCircumstances
    private let author: String?

    /// - Parameters:
    ///   - own: the overrides that edits change.
    ///   - layers: the overrides of each layer, the lowest first; empty for a single store.
    ///   - circumstances: the time and the values of the source, on which some ends of overrides depend.
    ///   - author: the author of changes.
    package init(
        own: OverrideSet, layers: [OverrideLayer] = [], in circumstances: OverrideCircumstances,
        author: String?
    ) {
        self.own = own
        self.layers = layers
        self.circumstances = circumstances
        self.author = author
    }

    /// Returns the override of a key, in any layer.
    package func override(of name: String) -> Override? { own[name] ?? layers.covered(name) }

    /// Overrides keys with a value. Other members of their previous overrides are dropped.
    ///
    /// - Parameter note: the reason, for others to read.
    package func set(
        _ value: String, for names: [String], note: String? = nil, until end: OverrideExpiry = .never
    ) -> OverrideEdit {
        edit(OverrideTitle.set(names), of: names) { name in
            var override = Override(
                value: value, author: author, note: note, setAt: circumstances.now,
                unknownMembers: own[name]?.unknownMembers ?? JSONObject())
            end.apply(to: &override, upstream: circumstances.snapshot.entries[name]?.text)
            return override
        }
    }

    /// Changes parts of overrides, and preserves the rest. With a value, keys without an override get one. An override
    /// of a lower layer is covered by a changed copy.
    ///
    /// - Parameters:
    ///   - value: the value; the override is then on.
    ///   - note: a note for others; empty for none.
    ///   - end: the end.
    /// - Throws: `OverrideRefusal` if there is no override to change.
    package func amend(
        _ names: [String], value: String? = nil, note: String? = nil, end: OverrideExpiry? = nil
    ) throws(OverrideRefusal) -> OverrideEdit {
        if value == nil, let missing = names.first(where: { override(of: $0) == nil }) {
            throw OverrideRefusal(missing)
        }
        let title = value == nil ? OverrideTitle.amend(names) : OverrideTitle.set(names)
        return edit(title, of: names) { name in
            let before = self.override(of: name)
            guard var override = before ?? value.map({ Override(value: $0) }) else { return nil }
            if let value {
                let hasEnded = override.hasEnded(for: name, in: circumstances)
                (override.value, override.isEnabled) = (value, true)
                (override.author, override.setAt) = (author, circumstances.now)
                if hasEnded { (override.expiresAt, override.until) = (nil, nil) }
            }
            if let end {
                end.apply(to: &override, upstream: circumstances.snapshot.entries[name]?.text)
                override.setAt = circumstances.now
            }
            if let note { override.note = note.isEmpty ? nil : note }
            return override == before ? own[name] : override
        }
    }

    /// Removes overrides.
    ///
    /// - Throws: `OverrideRefusal` if a key has none, or only one of a lower layer.
    package func remove(_ names: [String]) throws(OverrideRefusal) -> OverrideEdit {
        for name in names {
            if let refusal = refusalToRemove(name) { throw refusal }
        }
        return edit(OverrideTitle.remove(names), of: names) { _ in nil }
    }

    /// Returns why the override of a key cannot be removed; nil if it can.
    package func refusalToRemove(_ name: String) -> OverrideRefusal? {
        own[name] == nil ? OverrideRefusal(name, of: layers.supplier(of: name)?.name) : nil
    }

    /// Removes all overrides that are changed here.
    ///
    /// - Parameter names: the only ones to remove, if it was asked about these alone.
    package func removeAll(_ names: [String]? = nil) -> OverrideEdit {
        edit(OverrideTitle.removeAll, of: names ?? own.names) { _ in nil }
    }

    /// Turns overrides on or off. An override of a lower layer is covered by a copy.
    ///
    /// - Throws: `OverrideRefusal` if a key has none.
    package func turn(_ names: [String], on isOn: Bool) throws(OverrideRefusal) -> OverrideEdit {
        for name in names where override(of: name) == nil { throw OverrideRefusal(name) }
        return edit(OverrideTitle.turn(names, on: isOn), of: names) { name in
            var changed = own
            changed.switchOverride(
                of: name, on: isOn, over: layers.covered(name), author: author, at: circumstances.now)
            return changed[name]
        }
    }

    /// Replaces the current overrides with those of a profile.
    ///
    /// - Parameter keepsOthers: whether overrides of keys that are not in the profile stay.
    /// - Returns: the edit, and its changes.
    package func load(
        _ profile: OverrideProfile, keepsOthers: Bool = false
    ) -> (edit: OverrideEdit, changes: OverrideSetDifference) {
        var wanted = profile.overrides
        if keepsOthers { wanted.entries.merge(own.entries) { new, _ in new } }
        let difference = OverrideSetDifference(from: own, to: wanted)
        let new = profile.overrides(setBy: author, at: circumstances.now)
        let entries = Dictionary(difference.changes.map { ($0.name, new[$0.name]) }) { first, _ in first }
        return (OverrideEdit(title: OverrideTitle.load(profile.name), entries: entries), difference)
    }

    /// Returns an edit of the keys whose overrides change.
    private func edit(_ title: String, of names: [String], to new: (String) -> Override?) -> OverrideEdit {
        var entries: [String: Override?] = [:]
        for name in names {
            let override = new(name)
            if override != own[name] { entries.updateValue(override, forKey: name) }
        }
        return OverrideEdit(title: title, entries: entries)
    }
}

/// The reason why an override cannot be changed.
package struct OverrideRefusal: Error, Sendable, Hashable, OperatorError {
    /// The key.
    package let name: String
    /// The layer that its override is from and that is only read here; nil if it has no override.
    package let layer: String?

    package init(_ name: String, of layer: String? = nil) {
        self.name = name
        self.layer = layer
    }

    package var message: String { reason }

    /// The reason in words.
    package var reason: String {
        layer.map { "the override of \(name) is from \($0)" } ?? "\(name) has no override"
    }
}

/// The titles of edits of overrides, on the screen and in the journal.
package enum OverrideTitle {
    package static let removeAll = "remove all overrides"

    package static func set(_ names: [String]) -> String { "override \(words(for: names))" }

    package static func amend(_ names: [String]) -> String { "note and expiry of \(words(for: names))" }

    package static func remove(_ names: [String]) -> String {
        "remove the override\(names.count == 1 ? "" : "s") of \(words(for: names))"
    }

    package static func turn(_ names: [String], on isOn: Bool) -> String {
        "turn the override\(names.count == 1 ? "" : "s") of \(words(for: names)) \(isOn ? "on" : "off")"
    }

    package static func load(_ profile: String) -> String { "load profile \(profile)" }

    /// Returns the name of the only key, or the number of keys.
    package static func words(for names: [String]) -> String {
        names.count == 1 ? names[0] : "\(names.count) keys"
    }
}
