/// The group of a unit in an experiment, and its actions there.
package struct Assignment: Sendable, Hashable {
    /// The experiment, by its number.
    package var experiment: Int
    /// The group it was first seen in, by its number.
    package var group: Int
    /// When it was first exposed, in milliseconds since 1970.
    package var firstAt: Int64
    /// Whether it was seen in another group, too. Then it counts in none.
    package var isMixed: Bool
    /// Its actions, by metric.
    package var tallies: UnitTallies

    package init(
        experiment: Int, group: Int, firstAt: Int64, isMixed: Bool = false, tallies: UnitTallies = UnitTallies()
    ) {
        (self.experiment, self.group) = (experiment, group)
        (self.firstAt, self.isMixed, self.tallies) = (firstAt, isMixed, tallies)
    }
}

/// An event that is kept as it came.
package struct KeptEvent: Sendable, Hashable {
    /// By what it is known if it comes twice.
    package var id: Int64
    /// The event's name, by its number.
    package var name: Int
    /// When, in milliseconds since 1970.
    package var at: Int64
    package var value: Double?

    package init(id: Int64, name: Int, at: Int64, value: Double?) {
        (self.id, self.name, self.at, self.value) = (id, name, at, value)
    }
}
