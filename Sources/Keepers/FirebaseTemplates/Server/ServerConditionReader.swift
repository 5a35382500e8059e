import ExperimentsCore

/// Converts the tree of a condition to a form that can be evaluated.
struct ServerConditionReader {
    /// Groups at this level and beyond are false, regardless of their content. Each group takes two levels.
    static let levelLimit = 10

    private(set) var seeds: [String] = []
    /// The names of the custom signals that conditions ask for.
    private(set) var signalKeys: Set<String> = []
    /// The places of the seeds by their bytes: two are equal only if the service treats them as equal.
    private var seedPlaces: [[UInt8]: Int] = [:]
    private var decoder = DocumentDecoder<JSONValue>(unknownMembers: .ignored)

    var problems: [TemplateProblem] { decoder.faults.map(TemplateProblem.init) }

    /// Reads the tree of a condition that `path` leads to.
    mutating func condition(_ node: JSONObject, at path: DocumentPath) -> ServerCondition {
        decoder.steps = path.steps
        return condition(node, level: 0)
    }

    private mutating func condition(_ node: JSONObject, level: Int) -> ServerCondition {
        guard level < Self.levelLimit else { return .constant(false) }
        let record = record(of: node)
        // The first of these members that is present counts, even if there are others.
        if let group = record["orCondition"] {
            return .any(children(of: group, "orCondition", level: level + 2))
        }
        if let group = record["andCondition"] {
            return .all(children(of: group, "andCondition", level: level + 2))
        }
        if record["true"] != nil { return .constant(true) }
        if record["false"] != nil { return .constant(false) }
        if let percent = record["percent"] { return self.percent(percent) }
        if let signal = record["customSignal"] { return self.signal(signal) }
        let near = node.members.lazy.compactMap { SpellingSuggestion.nearest(to: $0.name, in: Self.kinds) }
            .first
        decoder.remark(
            "has none of \(Self.kinds.joined(separator: ", ")), and is never met",
            advice: near.map { "did you mean \($0)?" })
        return .constant(false)
    }

    private static let kinds = ["orCondition", "andCondition", "true", "false", "percent", "customSignal"]

    private mutating func children(of group: JSONValue, _ name: String, level: Int) -> [ServerCondition] {
        decoder.enter(name)
        defer { decoder.leave() }
        let elements = list("conditions", of: record(group))
        decoder.enter("conditions")
        defer { decoder.leave() }
        var children: [ServerCondition] = []
        for (index, element) in elements.enumerated() {
            decoder.enter(index)
            defer { decoder.leave() }
            if element.object == nil { decoder.expected("an object", found: element) }
            children.append(element.object.map { condition($0, level: level) } ?? .constant(false))
        }
        return children
    }

    private mutating func percent(_ json: JSONValue) -> ServerCondition {
        decoder.enter("percent")
        defer { decoder.leave() }
        let record = record(json)
        let name = decoder.text("percentOperator", of: record)
        let seed = decoder.text("seed", of: record) ?? ""
        let single = number("microPercent", of: record)
        let (lower, upper) = bounds(record["microPercentRange"] ?? .null)
        let range: PercentileRange
        switch name {
        case "LESS_OR_EQUAL": range = .lessOrEqual(single)
        case "GREATER_THAN": range = .greater(single)
        case "BETWEEN":
            if record["microPercentRange"] == nil {
                decoder.remark(
                    "has no microPercentRange, and is never met",
                    advice:
                        #"write "microPercentRange": {"microPercentUpperBound": 50000000} for the first half"#
                )
            }
            range = .between(lower, upper)
        default:
            decoder.remark(
                name.map { "has an unknown percentOperator, \(Quotation.of($0)), and is never met" }
                    ?? "has no percentOperator, and is never met",
                advice: "write LESS_OR_EQUAL, GREATER_THAN or BETWEEN")
            return .constant(false)
        }
        return .percent(range, seed: place(ofSeed: seed))
    }

    private mutating func bounds(_ json: JSONValue) -> (lower: Double, upper: Double) {
        decoder.enter("microPercentRange")
        defer { decoder.leave() }
        let range = record(json)
        return (number("microPercentLowerBound", of: range), number("microPercentUpperBound", of: range))
    }

    private mutating func place(ofSeed seed: String) -> Int {
        let bytes = Array(seed.utf8)
        if let place = seedPlaces[bytes] { return place }
        seedPlaces[bytes] = seeds.count
        seeds.append(seed)
        return seeds.count - 1
    }

    private mutating func signal(_ json: JSONValue) -> ServerCondition {
        decoder.enter("customSignal")
        defer { decoder.leave() }
        let record = record(json)
        let name = decoder.text("customSignalOperator", of: record) ?? ""
        let key = decoder.text("customSignalKey", of: record) ?? ""
        let targets = targets(of: record)
        guard !name.isEmpty, !key.isEmpty, let first = targets.first,
            let test = Self.test(named: name, targets, first)
        else {
            let lacking =
                name.isEmpty
                ? "has no customSignalOperator"
                : key.isEmpty
                    ? "has no customSignalKey"
                    : targets.isEmpty
                        ? "has no targetCustomSignalValues"
                        : "has an unknown customSignalOperator, \(Quotation.of(name)),"
            decoder.remark("\(lacking) and is never met")
            return .constant(false)
        }
        signalKeys.insert(key)
        if case .matches(let patterns) = test {
            for case (let target, .failure(let problem)) in zip(targets, patterns) {
                decoder.remark(
                    "matches \(Quotation.of(target)), which SDKs read differently or not at all: \(problem)")
            }
        }
        if let flaw = test.flaw {
            decoder.remark("compares with \(Quotation.of(first)), \(flaw), and is never met")
        }
        if let remark = EvaluationContext.remark(onSignal: key) {
            decoder.remark(remark.message, advice: remark.advice)
        }
        return .signal(SignalCondition(key: key, test: test, path: decoder.path))
    }

    private mutating func targets(of record: DocumentRecord<JSONValue>) -> [String] {
        let elements = list("targetCustomSignalValues", of: record)
        decoder.enter("targetCustomSignalValues")
        defer { decoder.leave() }
        var targets: [String] = []
        for (index, element) in elements.enumerated() {
            decoder.enter(index)
            defer { decoder.leave() }
            targets.append(decoder.text(element) ?? "")
        }
        return targets
    }

    /// Returns the test with this name; nil for an unknown one, which no signal passes.
    private static func test(named name: String, _ targets: [String], _ first: String) -> SignalCondition
        .Test?
    {
        switch name {
        case "STRING_CONTAINS": return .contains(targets)
        case "STRING_DOES_NOT_CONTAIN": return .containsNone(targets)
        case "STRING_EXACTLY_MATCHES": return .equals(targets.map(ByteText.trimmed))
        case "STRING_CONTAINS_REGEX":
            return .matches(
                targets.map { target in
                    Result { () throws(PatternProblem) in try TemplatePattern(target, .sdks) }
                })
        case _ where name.hasPrefix("NUMERIC_"):
            return ConditionTest.Comparison(ofServers: name.dropFirst("NUMERIC_".count))
                .map { .number($0, SignalNumber.value(of: first)) }
        case _ where name.hasPrefix("SEMANTIC_VERSION_"):
            let version = SemanticVersion(first).flatMap { $0.isForServers ? $0 : nil }
            return ConditionTest.Comparison(ofServers: name.dropFirst("SEMANTIC_VERSION_".count))
                .map { .version($0, version) }
        default: return nil
        }
    }

    private func record(of object: JSONObject) -> DocumentRecord<JSONValue> {
        DocumentRecord(.object(object), object.members, skipsNothing: true)
    }

    /// Returns the record at the path; one without members if the value is not a record.
    private mutating func record(_ json: JSONValue) -> DocumentRecord<JSONValue> {
        if json != .null, json.object == nil { decoder.expected("an object", found: json) }
        return record(of: json.object ?? JSONObject())
    }

    private mutating func list(_ name: String, of record: DocumentRecord<JSONValue>) -> [JSONValue] {
        record[name].flatMap { decoder.list($0, at: name) } ?? []
    }

    /// Returns a number of millionths of a percent; 0 if there is none. An integer may be written as text, as in
    /// protobuf.
    private mutating func number(_ name: String, of record: DocumentRecord<JSONValue>) -> Double {
        guard let value = record[name] else { return 0 }
        guard let number = value.double ?? value.int64.map(Double.init) else {
            decoder.expected("a number", at: name, found: value)
            return 0
        }
        return number
    }
}

extension ConditionTest.Comparison {
    /// Creates the comparison that has this name in server templates.
    fileprivate init?(ofServers name: Substring) {
        switch name {
        case "LESS_THAN": self = .less
        case "LESS_EQUAL": self = .lessOrEqual
        case "EQUAL": self = .equal
        case "NOT_EQUAL": self = .notEqual
        case "GREATER_THAN": self = .greater
        case "GREATER_EQUAL": self = .greaterOrEqual
        default: return nil
        }
    }
}
