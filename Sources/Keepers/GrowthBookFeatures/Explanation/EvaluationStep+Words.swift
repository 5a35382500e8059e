import ExperimentsCore

extension EvaluationStep {
    /// The step in words.
    public var text: String {
        switch fact {
        case .rule(let index, let id): "rule \(index + 1)" + (id.isEmpty ? "" : " (\(id))")
        case .prerequisite(let key, let isGate):
            "needs the feature \(key)" + (isGate ? ", or the feature ends here" : "")
        case .cycle(let keys): "features need each other: " + keys.joined(separator: " → ")
        case .condition(let text): text
        case .forcedByHand: "the value is forced"
        case .usesDefault(let value): "otherwise: \(ConditionExplanation.shortened(value.compactText))"
        case .onlyGate: "sets no value itself"
        case .bandit(let id, let leaf):
            "the bandit \(id) chose the weights of its context \(leaf.compactText)"
        case .passesThrough(let key): "variation \(key) lets the next rules decide"
        case .noIdentity(let name): "no \(name) to assign the user by"
        case .unknownHashVersion: "unknown hash version"
        case .unreadable: "its filters or prerequisites cannot be read, so it applies to nobody"
        case .coversNobody: "no users are covered"
        case .tooFewVariations: "an experiment needs two variations"
        case .disabled: "experiments are disabled"
        case .urlNotTargeted(let url): "the address \(url.isEmpty ? "is empty and" : url) is not targeted"
        case .forcedByURL(let key): "the URL requests variation \(key)"
        case .forcedByContext(let variation): "variation \(variation) is forced"
        case .forcedByExperiment(let variation):
            "the experiment forces variation \(variation) for all who take part"
        case .draft: "the experiment is a draft, or not active"
        case .stopped: "the experiment is stopped"
        case .qualityAssurance: "no users are assigned to experiments in QA mode"
        case .filter, .namespace, .rollout, .buckets: bucketText
        case .stickyFound(let name, let variation):
            "stays in variation \(variation), which is stored as \(name)"
        case .stickyBlocked(let name): "is stored as \(name), a version that does not count any more"
        case .stickyGone(let key): "variation \(key) is stored, but no variation has that key in the payload"
        case .stickyKept(let name): "would be stored as \(name)"
        }
    }

    private var bucketText: String {
        switch fact {
        case .filter(let seed, let bucket, _): "filter \(seed): \(Self.text(ofBucket: bucket))"
        case .namespace(let name, let bucket, _): "namespace \(name): \(Self.text(ofBucket: bucket))"
        case .rollout(_, let seed, let bucket): "rollout by \(seed): \(Self.text(ofBucket: bucket))"
        case .buckets(let bucket, let seed, _, let keys, let chosen):
            "variation \(keys.indices.contains(chosen) ? keys[chosen] : "none") by \(seed): "
                + Self.text(ofBucket: bucket)
        default: ""
        }
    }

    private static func text(ofBucket bucket: Double) -> String {
        "bucket \(JavaScriptNumber.text(of: bucket))"
    }

    /// The ranges of buckets and the position of the user, drawn as a line from 0 to 1; nil if the step used no bucket.
    public var bar: String? {
        switch fact {
        case .filter(_, let bucket, let ranges): BucketRange.bar(bucket: bucket, ranges: ranges, keys: [])
        case .namespace(_, let bucket, let range), .rollout(let range, _, let bucket):
            BucketRange.bar(bucket: bucket, ranges: [range], keys: [])
        case .buckets(let bucket, _, let ranges, let keys, _):
            BucketRange.bar(bucket: bucket, ranges: ranges, keys: keys)
        default: nil
        }
    }
}

extension FeatureExplanation {
    /// The explanation as lines, with the rules as a tree.
    public var lines: [ExplanationLine] {
        var lines: [ExplanationLine] = []
        if steps.isEmpty {
            lines.append(ExplanationLine("the payload has no feature \(result.key)", .problem))
        }
        for step in steps { Self.add(step, depth: 0, to: &lines) }
        return lines
    }

    private static func add(_ step: EvaluationStep, depth: Int, to lines: inout [ExplanationLine]) {
        let remark = step.verdict == .notAsked ? ": not asked" : ""
        lines.append(ExplanationLine(step.text + remark, ExplanationLine.Verdict(step.verdict), depth: depth))
        if let bar = step.bar { lines.append(ExplanationLine(bar, depth: depth + 1)) }
        for part in step.parts { add(part, depth: depth + 1, to: &lines) }
    }
}

extension ExplanationLine.Verdict {
    fileprivate init(_ verdict: EvaluationStep.Verdict) {
        self =
            switch verdict {
            case .chosen: .chosen
            case .passed: .passed
            case .failed, .notAsked: .failed
            case .stopped: .problem
            case .note: .note
            }
    }
}

/// A line from 0 to 1 with the ranges of values, and the place of the user: `0 ├─A──●─┤···├──B──┤···· 1`.
extension BucketRange {
    /// Returns the line, short enough for a list.
    ///
    /// - Parameters:
    ///   - width: the number of characters of the line.
    ///   - keys: the names of the ranges; they are omitted if there are not as many.
    fileprivate static func bar(bucket: Double, ranges: [BucketRange], keys: [String], width: Int = 30)
        -> String
    {
        var cells = [Character](repeating: "·", count: width)
        for (index, range) in ranges.enumerated() {
            let first = Self.place(range.start, width)
            let last = range.end >= 1 ? width - 1 : Self.place(range.end, width) - 1
            guard range.end > range.start, first <= last else { continue }
            for place in first...last { cells[place] = "─" }
            if last > first { (cells[first], cells[last]) = ("├", "┤") }
            guard keys.count == ranges.count else { continue }
            let name = Array(keys[index].filter(\.isASCII).prefix(max(0, last - first - 1)))
            let start = first + (last - first + 1 - name.count) / 2
            for (offset, character) in name.enumerated() { cells[start + offset] = character }
        }
        cells[Self.place(bucket, width)] = "●"
        return "0 \(String(cells)) 1"
    }

    private static func place(_ value: Double, _ width: Int) -> Int {
        guard value > 0 else { return 0 }
        return value >= 1 ? width - 1 : Int(value * Double(width))
    }
}
