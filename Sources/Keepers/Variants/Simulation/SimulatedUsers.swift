import ExperimentsCore

/// The users of a simulation, each of whom can be made by its number alone.
struct SimulatedUsers {
    let options: SimulationOptions
    let keyTable: ContextKeyTable
    private let keys: [(isFixed: Bool, salt: UInt64, slot: ContextSlot)]

    init(_ options: SimulationOptions, _ keyTable: ContextKeyTable) {
        self.options = options
        self.keyTable = keyTable
        keys = keyTable.names.map { name in
            (
                options.context[name] != nil, XXHash64.hash(name, seed: options.seed),
                ContextSlot(options.context[name])
            )
        }
    }

    var count: Int { options.ids?.count ?? max(0, options.users) }

    /// What conditions ask for of the user with a number, without the context behind it: no condition but an app's
    /// own sees that.
    func prepared(_ number: Int, needsContext: Bool) -> PreparedContext {
        let slots = keys.map { key in key.isFixed ? key.slot : slot(number, key.salt) }
        guard needsContext else { return PreparedContext(.empty, keyTable, slots: slots) }
        var context = options.context
        for (name, slot) in zip(keyTable.names, slots) where context[name] == nil {
            context[name] = slot.unit.map { slot.remainder.isNaN ? .string($0) : .number($0) }
        }
        return PreparedContext(context, keyTable, slots: slots)
    }

    /// Fifteen digits: as random as they need to be, and exact in every language.
    private func slot(_ number: Int, _ salt: UInt64) -> ContextSlot {
        if let ids = options.ids {
            let id = ids[number]
            return ContextSlot(Int64(id) == nil ? .string(id) : .number(id))
        }
        let bits = SplitMix64.mix(salt &+ UInt64(number) &* SplitMix64.step)
        return ContextSlot(Int64(bits % 1_000_000_000_000_000))
    }
}
