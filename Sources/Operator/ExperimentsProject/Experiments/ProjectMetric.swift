import ExperimentStatistics

/// A metric that a project declares: `metrics: [{name: purchase, event: order_completed}]`.
public struct ProjectMetric: Sendable, Hashable {
    /// The default time after a user's first exposure during which events count: three days.
    public static let usualWindow: Duration = .seconds(72 * 3600)

    /// The design for the statistics.
    public var design: MetricDesign
    /// The event that is counted, or the numerator of a ratio.
    public var event: String
    /// The denominator of a ratio.
    public var denominatorEvent: String?
    /// Whether a ratio counts its events, even if they have values.
    public var countsEvents = false
    /// The time after a user's first exposure during which events count; nil for no limit.
    public var window: Duration?
    /// The time after a user's first exposure before which events do not count, for example one day for the users who
    /// come back on the next; nil if they count from the exposure on.
    public var windowStart: Duration?
    /// Whether only users whose window is over count. Such a metric must have a window.
    public var countsCompleteWindowsOnly = false

    /// Creates a metric.
    public init(
        design: MetricDesign, event: String, denominatorEvent: String? = nil, window: Duration? = usualWindow
    ) {
        (self.design, self.event, self.denominatorEvent, self.window) = (design, event, denominatorEvent, window)
    }

    /// The name by which the project file declares it.
    public var name: String { design.name }
}
