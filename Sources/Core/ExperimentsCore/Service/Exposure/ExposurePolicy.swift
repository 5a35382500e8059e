/// Which values count as exposures to an experiment.
public enum ExposurePolicy: Sendable, Hashable {
    /// Values of the source and of the app itself. Overrides and debug values do not count, so that debug sessions
    /// leave no trace in analytics.
    case withoutOverrides
    /// All values. `Exposure.origin` says which of them are overrides.
    case withOverrides
}
