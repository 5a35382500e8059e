/// Whom to simulate.
public struct SimulationOptions: Sendable {
    /// How many users, if their identifiers are drawn.
    public var users: Int
    /// The identifiers of users, to see how real ones fall; nil to draw whole numbers.
    public var ids: [String]?
    /// What all users have in common. What it holds is not drawn.
    public var context: VariantContext
    /// Fixes the identifiers and what `RANDOM` draws.
    public var seed: UInt64

    /// A simulation of drawn users.
    public init(users: Int = 1_000_000, ids: [String]? = nil, context: VariantContext = .empty, seed: UInt64 = 0) {
        self.users = users
        self.ids = ids
        self.context = context
        self.seed = seed
    }
}
