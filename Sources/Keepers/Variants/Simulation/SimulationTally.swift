import ExperimentsCore

/// Counts of one simulation, or of a part of it.
struct SimulationTally {
    /// The number of variants of a flag up to which overlapping pairs are counted.
    private static let largestFlag = 64

    /// The number of users with each variant active.
    var active: [Int]
    /// The number of users whose value each candidate of each flag sets.
    private(set) var wins: [[Int]]
    /// The number of users with two candidates of a flag both active; see ``pair(_:_:)``. Empty for a flag with too
    /// many candidates.
    private(set) var pairs: [[Int]]

    init(_ program: EvaluationProgram) {
        active = program.variants.map { _ in 0 }
        wins = program.candidates.map { $0.map { _ in 0 } }
        pairs = program.candidates.map { candidates in
            let count = candidates.count <= Self.largestFlag ? candidates.count : 0
            return Array(repeating: 0, count: count * max(count - 1, 0) / 2)
        }
    }

    /// Returns the index of a pair of candidates among those of their flag; `first` is less than `second`.
    static func pair(_ first: Int, _ second: Int) -> Int { second * (second - 1) / 2 + first }

    /// Counts the candidates of a flag for one user, of whom they are active or not.
    mutating func count(_ candidates: [EvaluationProgram.Candidate], of flag: Int, active: [Bool]) {
        guard let winner = candidates.firstIndex(where: { active[$0.variant] }) else { return }
        wins[flag][winner] += 1
        guard !pairs[flag].isEmpty else { return }
        for second in candidates.indices[(winner + 1)...] where active[candidates[second].variant] {
            for first in winner..<second where active[candidates[first].variant] {
                pairs[flag][Self.pair(first, second)] += 1
            }
        }
    }

    mutating func add(_ other: SimulationTally) {
        for index in active.indices { active[index] += other.active[index] }
        for flag in wins.indices {
            for index in wins[flag].indices { wins[flag][index] += other.wins[flag][index] }
            for index in pairs[flag].indices { pairs[flag][index] += other.pairs[flag][index] }
        }
    }
}

/// The users of a simulation, each of whom can be created from its number alone.
struct SimulatedUsers {
    let options: SimulationOptions
    /// The names that are not the same for all users, each with a separate number.
    private let drawn: [(name: String, salt: UInt64)]

    init(_ options: SimulationOptions, names: [String]) {
        self.options = options
        drawn = names.filter { options.context[$0] == nil }.map {
            ($0, XXHash64.hash($0, seed: options.seed))
        }
    }

    var count: Int { options.ids?.count ?? max(0, options.users) }

    /// Returns the context of the user with a number.
    func context(_ number: Int) -> VariantContext {
        var context = options.context
        for (name, salt) in drawn { context[name] = value(number, salt) }
        return context
    }

    /// Returns a number of fifteen digits, which is random enough, and exact in every language.
    private func value(_ number: Int, _ salt: UInt64) -> JSONValue {
        if let ids = options.ids { return .identifier(ids[number]) }
        let bits = SplitMix64.mix(salt &+ UInt64(number) &* SplitMix64.step)
        return .number(String(bits % 1_000_000_000_000_000))
    }
}

extension JSONValue {
    /// Returns the value of an identifier: a number for the digits of one, and a string otherwise.
    static func identifier(_ text: String) -> JSONValue { Int64(text) == nil ? .string(text) : .number(text) }
}
