/// The properties that a key of any type can have.
struct KeyTraits: Sendable {
    var title: String?
    var group: String?
    var summary: String?
    /// The experiment whose groups are the values.
    var experiment: String?
    /// Whether the value stays the same for a whole session.
    var isAtLaunch = false
}

extension Key {
    /// Returns the same key with a title, a group and a summary, which reports, the dashboard and catalogs show.
    ///
    /// - Parameters:
    ///   - title: the name of the key in lists.
    ///   - group: the group that the key is listed in.
    ///   - summary: the purpose of the key.
    public func described(title: String? = nil, group: String? = nil, summary: String? = nil) -> Key<Value> {
        var traits = traits
        traits.title = title ?? traits.title
        traits.group = group ?? traits.group
        traits.summary = summary ?? traits.summary
        return Key<Value>(copying: self, traits)
    }

    /// Returns the same key as the key of an experiment, whose groups are its values. A value that is neither the
    /// default nor a baseline is reported as an exposure.
    ///
    /// A value type that conforms to `ExperimentalGroupTrackable` reports exposures without this, under its own name
    /// for the experiment. With this, `experiment` is used instead.
    ///
    /// - Parameter experiment: the name of the experiment in analytics.
    public func exposing(_ experiment: String) -> Key<Value> {
        var traits = traits
        traits.experiment = experiment
        return Key<Value>(copying: self, traits)
    }

    /// The same key, except that it keeps the value from its first read until `RemoteConfigService.beginSession()` is
    /// called, so that nothing changes while the user is using the app.
    public var atLaunch: Key<Value> {
        var traits = traits
        traits.isAtLaunch = true
        return Key<Value>(copying: self, traits)
    }
}

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
// The properties needed for reading a value are here, because finding a property of a generic class takes time.
// Unchecked because a class with subclasses cannot be checked; all stored properties are constants.
public class Keys: @unchecked Sendable {
    /// The library's `Key`, even if an app has a type of that name. In extensions of this class, it is `Key`.
    public typealias Key<Value: Sendable> = Experiments.Key<Value>
    /// The library's `Remote`, even if an app has a type of that name.
    public typealias Remote<Value: Sendable> = Experiments.Remote<Value>

    /// The name of the key at the source.
    public let name: String
    /// Whether the value stays the same for a whole session.
    let isAtLaunch: Bool

    init(_ name: String, isAtLaunch: Bool) {
        self.name = name
        self.isAtLaunch = isAtLaunch
    }
}
