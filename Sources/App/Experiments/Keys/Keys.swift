import ExperimentsCore

/// The base class of all keys. An app declares its keys in an extension of it, so that they can be written as
/// `.columns`:
///
/// ```swift
/// extension Keys {
///     static let columns = Key("columns", default: 3, in: 1...6)
/// }
/// ```
///
/// It has no other purpose.
//
// What a read looks at is here: the place of a property of a generic class would have to be asked for.
// Unchecked, because a class with subclasses cannot be checked; all it has are constants.
public class Keys: @unchecked Sendable {
    /// The library's `Key`, also where an app has a type of that name. In extensions of this class, it is `Key`.
    public typealias Key<Value: Sendable> = Experiments.Key<Value>
    /// The library's `Remote`, also where an app has a type of that name.
    public typealias Remote<Value: Sendable> = Experiments.Remote<Value>

    /// The name of the key at the source.
    public let name: String
    /// Whether the value is kept for a session.
    let isAtLaunch: Bool

    init(_ name: String, isAtLaunch: Bool) {
        (self.name, self.isAtLaunch) = (name, isAtLaunch)
    }
}
