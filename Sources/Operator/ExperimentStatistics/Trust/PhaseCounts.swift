/// The number of users in each group who came while one split was in force.
public struct PhaseCounts: Sendable, Hashable {
    /// The weights of the groups, in any unit, in the order of the groups.
    public var weights: [Double]
    /// The number of users in each group, in the same order.
    public var users: [Int]

    /// Creates the counts of a phase.
    public init(weights: [Double], users: [Int]) {
        (self.weights, self.users) = (weights, users)
    }

    /// The users of a group; 0 if they are missing.
    func users(in group: Int) -> Int { users.indices.contains(group) ? max(0, users[group]) : 0 }

    /// Whether a group should get users.
    func hasWeight(_ group: Int) -> Bool {
        weights.indices.contains(group) && weights[group] > 0 && weights[group].isFinite
    }

    /// The weights as shares of 1, and the users, of the groups that have a weight. A missing count is 0.
    var split: [(share: Double, users: Double)] {
        let all = weights.enumerated().map { index, weight in
            (weight: weight, users: Double(users(in: index)))
        }.filter { $0.weight > 0 && $0.weight.isFinite }
        let total = all.reduce(0) { $0 + $1.weight }
        guard total.isFinite else { return [] }
        return all.map { ($0.weight / total, $0.users) }
    }

    /// How many users each group should have: the users who came to groups with a weight, by the shares.
    var expected: [Double] {
        let split = split
        let total = split.reduce(0) { $0 + $1.users }
        var shares = split.makeIterator()
        return weights.map { $0 > 0 && $0.isFinite ? (shares.next()?.share ?? 0) * total : 0 }
    }
}
