import ExperimentsCore

/// Counts of one simulation, or of a part of it.
struct SimulationTally {
    /// For how many users each variant is active.
    var active: [Int]
    /// For how many users each candidate of each flag gives the value, in the order of the program's candidates.
    var wins: [Int]
    /// For how many users two variants that change the same flag are active; see ``PairTable``.
    var pairs: [Int]

    init(_ program: EvaluationProgram, _ table: PairTable) {
        active = Array(repeating: 0, count: program.variants.count)
        wins = Array(repeating: 0, count: program.candidates.count)
        pairs = Array(repeating: 0, count: table.count)
    }

    mutating func add(_ other: SimulationTally) {
        for index in active.indices { active[index] += other.active[index] }
        for index in wins.indices { wins[index] += other.wins[index] }
        for index in pairs.indices { pairs[index] += other.pairs[index] }
    }
}

/// Numbers the pairs of variants that change the same flag.
struct PairTable {
    /// The number of variants of a flag up to which overlapping pairs are counted.
    static let largestFlag = 64

    /// Where each flag's pairs begin; nil if they are not counted.
    let starts: [Int?]
    /// How many pairs there are.
    let count: Int

    init(_ program: EvaluationProgram) {
        var starts: [Int?] = []
        var count = 0
        for flag in program.flags.indices {
            let candidates = program.candidateRange(flag).count
            guard (2...Self.largestFlag).contains(candidates) else {
                starts.append(nil)
                continue
            }
            starts.append(count)
            count += candidates * (candidates - 1) / 2
        }
        self.starts = starts
        self.count = count
    }

    /// The number of a pair among those of its flag; `first` is less than `second`.
    @inline(__always)
    static func offset(_ first: Int, _ second: Int) -> Int { second * (second - 1) / 2 + first }
}

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
