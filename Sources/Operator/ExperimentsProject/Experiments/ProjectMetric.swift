import ExperimentStatistics

/// A metric that a project declares: `metrics: [{name: purchase, event: order_completed}]`.
public struct ProjectMetric: Sendable, Hashable {
    /// How long after their first exposure users' events count, where the file says nothing: three days.
    public static let usualWindow: Duration = .seconds(72 * 3600)

    /// How it is judged.
    public var design: MetricDesign
    /// The event that is counted; the numerator of a ratio.
    public var event: String
    /// The event that a ratio counts by.
    public var denominatorEvent: String?
    /// How long after a user's first exposure events count; nil for ever.
    public var window: Duration?

    /// A metric.
    public init(
        design: MetricDesign, event: String, denominatorEvent: String? = nil, window: Duration? = usualWindow
    ) {
        (self.design, self.event, self.denominatorEvent, self.window) = (design, event, denominatorEvent, window)
    }

    /// Its name.
    public var name: String { design.name }
}
