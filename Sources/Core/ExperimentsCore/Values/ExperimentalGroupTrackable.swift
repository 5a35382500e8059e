/// A value that says for analytics which group of an experiment the user is in.
public protocol ExperimentalGroupTrackable {
    /// The name of the experiment in analytics.
    var experimentalGroupKey: String { get }
    /// The group that the user is in.
    var experimentalGroupValue: String { get }
    /// Whether to report the group. By default, true unless the value is a baseline.
    var shouldTrack: Bool { get }
}

extension ExperimentalGroupTrackable {
    /// True, unless the value is a baseline.
    public var shouldTrack: Bool {
        guard let value = self as? any BaselinableRemoteValue else { return true }
        return !value.baseline
    }
}
