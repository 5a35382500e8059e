/// A value that tells analytics which group of an experiment its user is in.
public protocol ExperimentalGroupTrackable {
    /// The experiment, as analytics calls it.
    var experimentalGroupKey: String { get }
    /// The user's group in it.
    var experimentalGroupValue: String { get }
    /// Whether to report it. By default, unless the value is a baseline.
    var shouldTrack: Bool { get }
}

extension ExperimentalGroupTrackable {
    /// True, unless the value is a baseline.
    public var shouldTrack: Bool {
        guard let value = self as? any BaselinableRemoteValue else { return true }
        return !value.baseline
    }
}
