/// Where an app declares its keys, so that they can be named with a dot:
///
/// ```swift
/// extension Keys {
///     static let columns = Key("columns", default: 3, in: 1...6)
/// }
/// ```
///
/// It is the class that every `Key` inherits from, and does nothing but that.
// Unchecked, because a class with subclasses cannot be checked; it has no state.
public class Keys: @unchecked Sendable {
    /// The library's `Key` within extensions of this class, also where an app has a type of that name.
    public typealias Key<Value: Sendable> = Experiments.Key<Value>

    init() {}
}
