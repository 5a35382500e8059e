/// The room that a box wants along one axis, including its borders, as measured from its content.
package struct RoomWish: Sendable, Hashable {
    /// The length below which the box is useless.
    package let least: Int
    /// The preferred length. Other boxes get more than theirs only when this one has it.
    package let wished: Int
    /// The length that shows everything.
    package let most: Int
    /// Higher ranks get room first. If there is not enough for all, the lowest is left out first.
    package let rank: Int

    /// - Parameters:
    ///   - wished: at least `least`.
    ///   - most: at least `wished`, which is also the default.
    package init(least: Int, wished: Int, most: Int? = nil, rank: Int = 0) {
        self.least = max(0, least)
        self.wished = max(self.least, wished)
        self.most = max(self.wished, most ?? wished)
        self.rank = rank
    }

    /// Divides a length: every wish gets its least length, then its preferred length, then enough to show everything,
    /// the highest rank first. One of them gets the rest.
    ///
    /// - Parameter filler: the index of the wish that gets the rest; by default the last that has room.
    /// - Returns: a length for each; 0 for those without room. They add up to `length`.
    package static func divide(_ length: Int, among wishes: [RoomWish], filler: Int? = nil) -> [Int] {
        let ranked = wishes.indices.sorted { (wishes[$0].rank, $1) > (wishes[$1].rank, $0) }
        var lengths = [Int](repeating: 0, count: wishes.count)
        var kept = ranked
        while kept.count > 1, kept.reduce(0, { $0 + wishes[$1].least }) > length { kept.removeLast() }
        var rest = length
        for wanted in [\RoomWish.least, \.wished, \.most] {
            for index in kept {
                let more = max(0, min(rest, wishes[index][keyPath: wanted] - lengths[index]))
                lengths[index] += more
                rest -= more
            }
        }
        if let last = filler.flatMap({ kept.contains($0) ? $0 : nil }) ?? kept.max() { lengths[last] += rest }
        return lengths
    }
}
