/// The room that a box wants along one axis, borders included. Measured from its contents.
package struct RoomWish: Sendable, Hashable {
    /// Below this it is of no use.
    package let least: Int
    /// The length that it gets before others get more than they wish.
    package let wished: Int
    /// With this it shows everything.
    package let most: Int
    /// High ranks come first; the lowest is left out first if there is no room for all.
    package let rank: Int

    /// - Parameters:
    ///   - wished: at least `least`.
    ///   - most: at least `wished`, which it is if it is not given.
    package init(least: Int, wished: Int, most: Int? = nil, rank: Int = 0) {
        self.least = max(0, least)
        self.wished = max(self.least, wished)
        self.most = max(self.wished, most ?? wished)
        self.rank = rank
    }

    /// Divides a length: first every wish gets its least room, then the preferred one, then enough to show everything,
    /// the highest rank first. One of them gets the rest.
    ///
    /// - Parameter filler: the index of the wish that gets the rest; by default the last that has room.
    /// - Returns: a length for each; 0 for those without room. They add up to the whole length.
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
