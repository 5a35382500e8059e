import ExperimentsCore

/// The variant that gives a flag its value, as the group of an experiment.
public struct VariantGroup: ExperimentalGroupTrackable, Sendable, Hashable {
    /// The flag's name.
    public let experimentalGroupKey: String
    /// The variant's id.
    public let experimentalGroupValue: String

    /// The group of those whose flag has its value from a variant.
    public init(flag: String, variant: String) {
        experimentalGroupKey = flag
        experimentalGroupValue = variant
    }
}
