import Foundation

/// A layer of a store that is made of several.
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
    /// To switch off an override of a lower layer, a copy of it that is switched off is added here. To switch it on
    /// again, such a copy is removed if its value is the same.
    ///
    /// - Parameters:
    ///   - lower: the override of the key in the layers below, if there is one.
    ///   - author: the author of a copy that is added.
    ///   - now: the time.
    public mutating func switchOverride(
        of name: String, on isOn: Bool, over lower: Override?, author: String?, at now: Date
    ) {
        if var own = self[name] {
            own.isEnabled = isOn
            let isCopy = lower.map { $0.isEnabled && $0.value == own.value } ?? false
            self[name] = isOn && isCopy ? nil : own
        } else if var copy = lower, copy.isEnabled != isOn {
            copy.isEnabled = isOn
            (copy.author, copy.setAt) = (author, now)
            self[name] = copy
        }
    }
}
