import ExperimentStatistics
import ExperimentsCore
import ExperimentsYAML

/// Reads `metrics:`.
extension ProjectDecoder {
    mutating func readMetrics(_ node: YAMLNode) -> [ProjectMetric] {
        let fields = [
            "name", "event", "per", "count", "kind", "direction", "role", "window", "complete_window", "cap",
            "least_effect", "margin",
        ]
        return readNamedRecords(node, at: "metrics", noun: "metric", fields: fields) {
            $2.metric($0, named: $1)
        }
    }

    private mutating func metric(_ record: DocumentRecord<YAMLNode>, named name: String) -> ProjectMetric? {
        var design = MetricDesign(name: name)
        if let kind = record["kind"].flatMap({ readKind($0) }) { design.kind = kind }
        if let node = record["direction"] {
            let words = Direction.allCases.map(\.rawValue)
            let others = ["increase": "up", "more": "up", "decrease": "down", "less": "down"]
            design.direction =
                word(node, at: "direction", among: words, otherwiseCalled: others, Direction.init) ?? .up
        }
        if let node = record["role"] {
            let words = MetricRole.allCases.map(\.rawValue)
            design.role = word(node, at: "role", among: words, MetricRole.init) ?? .goal
        }
        design.cap = record["cap"].flatMap { readCap($0, of: design.kind) }
        design.leastEffect = record["least_effect"].flatMap { readLeastEffect($0) }
        if let node = record["margin"], let margin = readMargin(node, of: design.role) {
            design.margin = margin
        }
        let event = required("event", of: record).flatMap { line($0, at: "event") }
        let denominator = readDenominator(record, of: design.kind)
        guard let event else { return nil }
        let window = record["window"].map { readWindow($0) } ?? (nil, ProjectMetric.usualWindow)
        var metric = ProjectMetric(
            design: design, event: event, denominatorEvent: denominator, window: window.end)
        metric.windowStart = window.start
        metric.countsEvents = record["count"].map { readCounting($0, design.kind) } ?? false
        metric.countsCompleteWindowsOnly = readCompleteness(record, of: metric)
        return metric
    }

    private mutating func readKind(_ node: YAMLNode) -> MetricKind? {
        let others = [
            "conversion": "proportion", "binomial": "proportion", "revenue": "sum", "average": "mean",
        ]
        return word(
            node, at: "kind", among: MetricKind.allCases.map(\.rawValue), otherwiseCalled: others,
            MetricKind.init)
    }

    private mutating func readDenominator(_ record: DocumentRecord<YAMLNode>, of kind: MetricKind) -> String?
    {
        switch (record["per"], kind) {
        case (let node?, .ratio): return line(node, at: "per", expected: "the event that a ratio counts by")
        case (let node?, _):
            return refuse("is for metrics of kind ratio, but this one is a \(kind.rawValue)", at: "per", node)
        case (nil, .ratio):
            return missing("per", of: record, ": a ratio counts one event per another")
        case (nil, _): return nil
        }
    }

    /// Whether a ratio counts events that have a value, such as clicks with a position, instead of adding up their values.
    private mutating func readCounting(_ node: YAMLNode, _ kind: MetricKind) -> Bool {
        guard kind == .ratio else {
            refuse("is for metrics of kind ratio, but this one is a \(kind.rawValue)", at: "count", node)
            return false
        }
        return onOrOff(node, at: "count") ?? false
    }

    /// Reads the time after the first exposure in which events count: `72h`, `24h..48h`, `7d..none` or `none`.
    private mutating func readWindow(_ node: YAMLNode) -> (start: Duration?, end: Duration?) {
        let text = node.plainText ?? node.textValue ?? ""
        if text == "none" { return (nil, nil) }
        guard let dots = text.firstRange(of: "..") else {
            return (
                nil,
                duration(node, at: "window", least: .seconds(60), or: "none, or a range such as 24h..48h")
            )
        }
        let (start, last) = (text[..<dots.lowerBound], text[dots.upperBound...])
        let end = DurationText.duration(from: String(last))
        guard let start = DurationText.duration(from: String(start)),
            last == "none" || end.map({ $0 > start }) == true
        else {
            self.expected(
                "a range of times after the first exposure, such as 24h..48h or 7d..none", at: "window",
                found: node)
            return (nil, nil)
        }
        return (start > .zero ? start : nil, end)
    }

    /// Reads whether only users whose window is over count. Otherwise, users who have had no time yet would be compared
    /// as if they had. Harm must be seen before the windows are over, so guardrails count everyone, unless the window
    /// starts late and the others have no information yet.
    private mutating func readCompleteness(_ record: DocumentRecord<YAMLNode>, of metric: ProjectMetric)
        -> Bool
    {
        guard let node = record["complete_window"] else {
            return metric.window != nil && (metric.design.role != .guardrail || metric.windowStart != nil)
        }
        guard let isComplete = onOrOff(node, at: "complete_window"), isComplete else { return false }
        guard metric.window != nil else {
            refuse("needs a `window` that ends", at: "complete_window", node)
            return false
        }
        return true
    }

    private mutating func readCap(_ node: YAMLNode, of kind: MetricKind) -> Cap? {
        let words =
            kind == .mean
            ? "the limit for one value, such as 500"
            : "the limit for one user, such as 500, or a percentile of the users with a value, such as 99%"
        switch kind {
        case .proportion:
            return refuse("has no meaning for a proportion: a user counts once", at: "cap", node)
        case .ratio:
            return refuse(
                "has no meaning for a ratio: it would limit only the numerator; cap a metric of the kind sum or mean instead",
                at: "cap", node)
        case .mean, .count, .sum: break
        }
        switch amount(node, at: "cap", expected: words) {
        case .number(let limit): return .value(limit)
        case .share where kind == .mean:
            return refuse(
                "must be a number for a mean, such as 500: it limits each value, not each user", at: "cap",
                node)
        case .share(let share) where share <= 1: return .percentile(share, ofPositive: false)
        case .share:
            return refuse("must not be above 100%", at: "cap", node)
        case nil: return nil
        }
    }

    private mutating func readMargin(_ node: YAMLNode, of role: MetricRole) -> LeastEffect? {
        guard role == .guardrail else {
            return refuse(
                "is for metrics with the role guardrail, but this one is a \(role.rawValue)", at: "margin",
                node)
        }
        let words =
            "how much worse it may become: a share of control's mean, such as 10%, or a difference, such as 0.002"
        return effect(node, at: "margin", expected: words)
    }

    private mutating func readLeastEffect(_ node: YAMLNode) -> LeastEffect? {
        let words =
            "the least effect that matters: a share of control's mean, such as 5%, or a difference, such as 0.2"
        return effect(node, at: "least_effect", expected: words)
    }

    private mutating func effect(_ node: YAMLNode, at name: String, expected words: String) -> LeastEffect? {
        switch amount(node, at: name, expected: words) {
        case .number(let difference): .difference(difference)
        case .share(let share): .lift(share)
        case nil: nil
        }
    }
}

/// Reads a list of named records.
extension ProjectDecoder {
    /// Reads the list `member` of the project file, in order.
    ///
    /// - Parameters:
    ///   - noun: the word for one record, for example `metric`.
    ///   - read: returns a value from a record and its name. The decoder is at the record.
    mutating func readNamedRecords<Value>(
        _ node: YAMLNode, at member: String, noun: String, fields: [String],
        read: (DocumentRecord<YAMLNode>, String, inout ProjectDecoder) -> Value?
    ) -> [Value] {
        if node.isNull { return [] }
        enter(member)
        defer { leave() }
        guard let items = list(node, expected: "a list of \(noun)s, such as `- {name: …}`") else { return [] }
        var places: [String: YAMLNode] = [:]
        var values: [Value] = []
        for (index, item) in items.enumerated() {
            enter(index)
            defer { leave() }
            let expected = "fields such as `name` and `\(fields[1])`"
            guard let record = record(item, fields: fields, expected: expected) else { continue }
            guard let place = required("name", of: record) else { continue }
            guard let name = line(place, at: "name") else { continue }
            if let earlier = places[name] {
                note(
                    "\(noun) \"\(name)\" is declared twice: first at \(earlier.line):\(earlier.column)",
                    at: place,
                    .member("name"))
            }
            places[name] = place
            if let value = read(record, name, &self) { values.append(value) }
        }
        return values
    }
}
