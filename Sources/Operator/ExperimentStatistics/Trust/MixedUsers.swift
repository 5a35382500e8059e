/// Users who were seen in more than one group. They are in no sum, and are counted.
public struct MixedUsers: Sendable, Hashable {
    /// How many of them there are.
    public let count: Int
    /// How many users there are in all, these among them.
    public let users: Int

    /// A count of users in more than one group.
    public init(count: Int, of users: Int) {
        self.users = max(0, users)
        self.count = min(max(0, count), self.users)
    }

    /// Their share of all users.
    public var share: Double { users == 0 ? 0 : Double(count) / Double(users) }

    /// Whether there are so many of them that groups cannot be compared: 1 % of at least ten users, as at GrowthBook.
    public func areTooMany(limit: Double = 0.01) -> Bool { count > 0 && users >= 10 && share >= limit }
}
