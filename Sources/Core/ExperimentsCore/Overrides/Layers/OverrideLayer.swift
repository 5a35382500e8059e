/// One of several stores of overrides that lie over each other.
public struct OverrideLayer: Sendable, Hashable {
    /// What people call it, for example its file's path.
    public let name: String
    /// What it holds.
    public var overrides: OverrideSet

    /// A layer.
    public init(name: String, overrides: OverrideSet) {
        self.name = name
        self.overrides = overrides
    }
}

extension OverrideSet {
    /// What comes of layers: of two overrides of one key, that of the higher layer, in force or not.
    ///
    /// - Parameter layers: the lowest first.
    public init(merging layers: [OverrideLayer]) {
        guard let top = layers.last else {
            self.init()
            return
        }
        self = top.overrides
        for layer in layers.dropLast().reversed() {
            entries.merge(layer.overrides.entries) { higher, _ in higher }
        }
    }
}

extension [OverrideLayer] {
    /// The highest layer that overrides the key called `name`.
    public func supplier(of name: String) -> OverrideLayer? {
        last { $0.overrides[name] != nil }
    }

    /// The override of the key called `name` in the layers under the highest one, which only others change.
    public func covered(_ name: String) -> Override? {
        dropLast().last { $0.overrides[name] != nil }?.overrides[name]
    }
}
