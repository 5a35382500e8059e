/// A group of an experiment: who came to it, and who should have.
package struct GroupStanding: Sendable, Hashable {
    /// The group's name.
    package let name: String
    /// Whether the others are compared with it.
    package let isControl: Bool
    /// How many users came.
    package let users: Int
    /// How many of all users who came should have come to it.
    package let expected: Double
    /// The share of users that is meant for it now, from 0 to 1.
    package let intendedShare: Double
    /// The share of simulated users that the source puts into it, from 0 to 1; nil where it does not tell.
    package let simulatedShare: Double?
    /// The share of the users who came to it, from 0 to 1; nil while nobody came at all.
    package let seenShare: Double?
}
