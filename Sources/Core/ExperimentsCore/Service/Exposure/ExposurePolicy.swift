/// Whose values count as exposures to an experiment.
public enum ExposurePolicy: Sendable, Hashable {
    /// The source's and the app's own. Overrides and debug values are not tracked, so that debug sessions leave no trace
    /// in analytics.
    case withoutOverrides
    /// Those and overrides, marked by `Exposure.origin`.
    case withOverrides
}
