import Foundation

/// A value that replaces the value of the source, with an author, a note and an expiry.
///
/// ```swift
/// Override(value: "30", author: "ann", note: "long trial", expiresAt: Date(timeIntervalSinceNow: 7200))
/// ```
public struct Override: Sendable, Hashable {
    /// The text that replaces the text of the source.
    public var value: String
    /// Whether the override is on. An override that is off stays stored.
    public var isEnabled: Bool
    /// The name of the person who set it.
    public var author: String?
    /// The reason, in words.
    public var note: String?
    /// The time at which it was set.
    public var setAt: Date?
    /// The time at which the override expires; nil if it never does.
    public var expiresAt: Date?
    /// An event that ends the override, in addition to `expiresAt`; nil if there is none.
    public var until: OverrideEnd?
    /// The members of its entry in the file that this version does not know. They are preserved.
    public var unknownMembers: JSONObject

    /// Creates an override, which is on by default.
    public init(
        value: String, isEnabled: Bool = true, author: String? = nil, note: String? = nil, setAt: Date? = nil,
        expiresAt: Date? = nil, until: OverrideEnd? = nil, unknownMembers: JSONObject = JSONObject()
    ) {
        self.value = value
        self.isEnabled = isEnabled
        self.author = author
        self.note = note
        self.setAt = setAt
        self.expiresAt = expiresAt
        self.until = until
        self.unknownMembers = unknownMembers
    }

    /// Returns whether two overrides are the same, with texts compared by their bytes.
    public static func == (left: Override, right: Override) -> Bool {
        left.value.isExactly(right.value) && left.isEnabled == right.isEnabled
            && left.author.isExactly(right.author)
            && left.note.isExactly(right.note) && left.setAt == right.setAt
            && left.expiresAt == right.expiresAt
            && left.until == right.until && left.unknownMembers == right.unknownMembers
    }

    /// Hashes some of what is compared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactText(value))
        hasher.combine(isEnabled)
        hasher.combine(setAt)
    }

    /// Returns whether the override has expired at `now`.
    public func isExpired(at now: Date) -> Bool {
        guard let expiresAt else { return false }
        return expiresAt <= now
    }

    /// Returns whether the override is on and has not expired at `now`. An event can end it, too: see `until`.
    public func isActive(at now: Date) -> Bool {
        isEnabled && !isExpired(at: now)
    }
}

/// A layer of a store with several layers.
public struct OverrideLayer: Sendable, Hashable {
    /// The name of the layer, for example the path of its file.
    public let name: String
    /// The overrides of the layer.
    public var overrides: OverrideSet

    /// Creates a layer.
    public init(name: String, overrides: OverrideSet) {
        self.name = name
        self.overrides = overrides
    }
}

extension OverrideSet {
    /// Creates the overrides of all layers together. If several override a key in the same scope, the override of the
    /// highest is taken, active or not. A narrower scope of a lower layer counts more than a wider one of a higher.
    ///
    /// - Parameter layers: the layers, the lowest first.
    public init(merging layers: [OverrideLayer]) {
        guard let top = layers.last else {
            self.init()
            return
        }
        self = top.overrides
        for layer in layers.dropLast().reversed() {
            entries.merge(layer.overrides.entries) { higher, _ in higher }
            for (scope, lower) in layer.overrides.narrower {
                narrower[scope, default: .empty].entries.merge(lower.entries) { higher, _ in higher }
            }
            appsProblem = appsProblem ?? layer.overrides.appsProblem
        }
    }
}

extension [OverrideLayer] {
    /// Returns the highest layer that overrides a key.
    public func supplier(of name: String) -> OverrideLayer? {
        last { $0.overrides[name] != nil }
    }

    /// Returns the override of a key in the layers below the highest one.
    public func covered(_ name: String) -> Override? {
        dropLast().last { $0.overrides[name] != nil }?.overrides[name]
    }
}

extension OverrideSet {
    /// Switches the override of a key on or off in this set, which is the highest layer.
    ///
    /// To turn off an override of a lower layer, a copy of it that is turned off is added here. To switch it on
    /// again, such a copy is removed if its value is the same.
    ///
    /// - Parameters:
    ///   - name: the key.
    ///   - isOn: whether to switch it on.
    ///   - lower: the override of the key in the layers below, if there is one.
    ///   - author: the author of a copy that is added.
    ///   - now: the time.
    public mutating func switchOverride(
        of name: String, on isOn: Bool, over lower: Override?, author: String?, at now: Date
    ) {
        if var own = self[name] {
            own.isEnabled = isOn
            let isCopy = lower.map { $0.isEnabled && $0.value.isExactly(own.value) } ?? false
            self[name] = isOn && isCopy ? nil : own
        } else if var copy = lower, copy.isEnabled != isOn {
            copy.isEnabled = isOn
            (copy.author, copy.setAt) = (author, now)
            self[name] = copy
        }
    }
}
