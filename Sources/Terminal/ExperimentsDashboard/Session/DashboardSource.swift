/// One of several sources that a dashboard can show.
public struct DashboardSource: Sendable, Hashable {
    /// What a project file calls it, and `:source NAME` finds it by.
    public var name: String
    /// What the header calls it.
    public var title: String
    /// What its values are for, for example `production`.
    public var environment: String?
    /// The shortest time between fetches that it allows, where it says.
    public var shortestInterval: Duration?
    /// The colour behind the environment's name.
    public var color: Color?

    /// A source.
    public init(name: String, title: String? = nil, environment: String? = nil, color: Color? = nil) {
        self.name = name
        self.title = title ?? name
        self.environment = environment
        self.color = color
    }
}
