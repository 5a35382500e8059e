/// The users in more than one group. They are not in any sum, but are counted.
public struct MixedUsers: Sendable, Hashable {
    /// The number of users who were in several groups.
    public let count: Int
    /// The number of all users, including them.
    public let users: Int

    /// Creates a count.
    public init(count: Int, of users: Int) {
        self.users = max(0, users)
        self.count = min(max(0, count), self.users)
    }

    /// The share of all users.
    public var share: Double { users == 0 ? 0 : Double(count) / Double(users) }

    /// Returns whether they are so many that the groups cannot be compared: by default, 1% of at least ten users, as
    /// in GrowthBook, or all users.
    public func areTooMany(limit: Double = 0.01) -> Bool {
        count > 0 && (count == users || users >= 10 && share >= limit)
    }
}
