/// What can be said of any key, whatever its type.
struct KeyTraits: Sendable {
    var title: String?
    var group: String?
    var summary: String?
    /// The experiment whose groups the values are.
    var experiment: String?
    /// Whether the value is kept for a session.
    var isAtLaunch = false
}

extension Key {
    /// The same key with words for people: in reports, in the dashboard and in catalogues.
    ///
    /// - Parameters:
    ///   - title: what a person calls it.
    ///   - group: the group under which it is listed.
    ///   - summary: what it is for.
    public func described(title: String? = nil, group: String? = nil, summary: String? = nil) -> Key<Value> {
        var traits = traits
        traits.title = title ?? traits.title
        traits.group = group ?? traits.group
        traits.summary = summary ?? traits.summary
        return Key<Value>(copying: self, traits)
    }

    /// The same key as the groups of an experiment: its value, wherever it is neither the default nor a baseline, is told
    /// as an exposure.
    ///
    /// A value type that conforms to `ExperimentalGroupTrackable` says so by itself, and needs no such name; with one, it
    /// is told under this name instead.
    ///
    /// - Parameter experiment: the name of the experiment in analytics.
    public func exposing(_ experiment: String) -> Key<Value> {
        var traits = traits
        traits.experiment = experiment
        return Key<Value>(copying: self, traits)
    }

    /// The same key with a value that stays as it is first read until `RemoteConfigService.beginSession()`, so that
    /// nothing changes under the user's finger.
    public var atLaunch: Key<Value> {
        var traits = traits
        traits.isAtLaunch = true
        return Key<Value>(copying: self, traits)
    }
}
