import ExperimentStatistics
import ExperimentsCore
import MarkedYAML

/// Reads `metrics:`.
enum MetricsReader {
    static let fields = ["name", "event", "per", "kind", "direction", "role", "window", "cap", "least_effect"]

    static func read(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> [ProjectMetric] {
        NamedRecords.read(node, at: "metrics", noun: "metric", fields: fields, &decoder, metric)
    }

    private static func metric(
        _ record: DocumentRecord<YAMLNode>, _ name: String, _ decoder: inout ProjectDecoder
    ) -> ProjectMetric? {
        var design = MetricDesign(name: name)
        if let kind = record["kind"].flatMap({ readKind($0, &decoder) }) { design.kind = kind }
        if let node = record["direction"] {
            let words = Direction.allCases.map(\.rawValue)
            let others = ["increase": "up", "more": "up", "decrease": "down", "less": "down"]
            design.direction =
                decoder.word(node, at: "direction", among: words, otherwiseCalled: others, Direction.init) ?? .up
        }
        if let node = record["role"] {
            let words = MetricRole.allCases.map(\.rawValue)
            design.role = decoder.word(node, at: "role", among: words, MetricRole.init) ?? .goal
        }
        design.cap = record["cap"].flatMap { readCap($0, design.kind, &decoder) }
        design.leastEffect = record["least_effect"].flatMap { readLeastEffect($0, &decoder) }
        let event = decoder.required("event", of: record).flatMap { decoder.line($0, at: "event") }
        let denominator = readDenominator(record, design.kind, &decoder)
        guard let event else { return nil }
        return ProjectMetric(
            design: design, event: event, denominatorEvent: denominator,
            window: record["window"].map { readWindow($0, &decoder) } ?? ProjectMetric.usualWindow)
    }

    private static func readKind(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> MetricKind? {
        let others = ["conversion": "proportion", "binomial": "proportion", "revenue": "sum", "average": "mean"]
        return decoder.word(
            node, at: "kind", among: MetricKind.allCases.map(\.rawValue), otherwiseCalled: others, MetricKind.init)
    }

    private static func readDenominator(
        _ record: DocumentRecord<YAMLNode>, _ kind: MetricKind, _ decoder: inout ProjectDecoder
    ) -> String? {
        switch (record["per"], kind) {
        case (let node?, .ratio): return decoder.line(node, at: "per", expected: "the event that a ratio counts by")
        case (let node?, _):
            decoder.refuse("is for metrics of the kind ratio, and this one is a \(kind.rawValue)", at: "per", node)
            return nil
        case (nil, .ratio):
            decoder.missing("per", of: record, ": a ratio counts one event per another")
            return nil
        case (nil, _): return nil
        }
    }

    /// How long events count; nil for ever.
    private static func readWindow(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> Duration? {
        if node.text == "none" { return nil }
        return decoder.duration(node, at: "window", least: .seconds(60), or: "none")
    }

    private static func readCap(_ node: YAMLNode, _ kind: MetricKind, _ decoder: inout ProjectDecoder) -> Cap? {
        let words = "the most that a user counts, such as 500, or a percentile of all users, such as 99%"
        guard kind != .proportion else {
            decoder.refuse("has no meaning for a proportion: a user counts once", at: "cap", node)
            return nil
        }
        switch decoder.amount(node, at: "cap", expected: words) {
        case .number(let limit): return .value(limit)
        case .share(let share) where share <= 1: return .percentile(share, ofPositive: false)
        case .share:
            decoder.refuse("must not be above 100%", at: "cap", node)
            return nil
        case nil: return nil
        }
    }

    private static func readLeastEffect(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> LeastEffect? {
        let words = "the least effect that matters: a share of control's mean, such as 5%, or a difference, such as 0.2"
        return switch decoder.amount(node, at: "least_effect", expected: words) {
        case .number(let difference): .difference(difference)
        case .share(let share): .lift(share)
        case nil: nil
        }
    }
}
