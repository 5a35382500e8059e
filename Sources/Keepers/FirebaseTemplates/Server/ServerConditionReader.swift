import ExperimentsCore

/// Turns the tree of a condition into what can be evaluated.
struct ServerConditionReader {
    /// Groups at this level and beyond are false, whatever they hold. Each group takes two levels.
    static let levelLimit = 10

    private(set) var seeds: [String] = []
    /// The places of the seeds by their bytes: two are one only where the service takes them for one.
    private var seedPlaces: [[UInt8]: Int] = [:]
    private(set) var problems: [TemplateProblem] = []

    mutating func condition(_ node: JSONObject, at path: DocumentPath, level: Int = 0) -> ServerCondition {
        guard level < Self.levelLimit else { return .constant(false) }
        // The first of these that is there counts, also beside others.
        if let group = member("orCondition", of: node, at: path) {
            return .any(children(of: group, at: path["orCondition"], level: level + 2))
        }
        if let group = member("andCondition", of: node, at: path) {
            return .all(children(of: group, at: path["andCondition"], level: level + 2))
        }
        if has("true", node) { return .constant(true) }
        if has("false", node) { return .constant(false) }
        if let percent = member("percent", of: node, at: path) { return self.percent(percent, at: path["percent"]) }
        if let signal = member("customSignal", of: node, at: path) {
            return self.signal(signal, at: path["customSignal"])
        }
        return .constant(false)
    }

    private mutating func children(of group: JSONObject, at path: DocumentPath, level: Int) -> [ServerCondition] {
        array("conditions", of: group, at: path).enumerated().map { index, json in
            guard let node = json.object else {
                add(path["conditions"][index], "must be an object, found \(json.kindName)")
                return .constant(false)
            }
            return condition(node, at: path["conditions"][index], level: level)
        }
    }

    private mutating func percent(_ json: JSONObject, at path: DocumentPath) -> ServerCondition {
        let name = text("percentOperator", of: json, at: path)
        let seed = text("seed", of: json, at: path) ?? ""
        let single = number("microPercent", of: json, at: path)
        let range = member("microPercentRange", of: json, at: path) ?? JSONObject()
        let rangePath = path["microPercentRange"]
        let lower = number("microPercentLowerBound", of: range, at: rangePath)
        let upper = number("microPercentUpperBound", of: range, at: rangePath)
        let comparison: PercentCondition.Comparison
        switch name {
        case "LESS_OR_EQUAL": comparison = .lessOrEqual(single)
        case "GREATER_THAN": comparison = .greater(single)
        case "BETWEEN": comparison = .between(lower, upper)
        default: return .constant(false)
        }
        return .percent(PercentCondition(seed: place(ofSeed: seed), comparison: comparison))
    }

    private mutating func place(ofSeed seed: String) -> Int {
        let bytes = Array(seed.utf8)
        if let place = seedPlaces[bytes] { return place }
        seedPlaces[bytes] = seeds.count
        seeds.append(seed)
        return seeds.count - 1
    }

    private mutating func signal(_ json: JSONObject, at path: DocumentPath) -> ServerCondition {
        let name = text("customSignalOperator", of: json, at: path) ?? ""
        let key = text("customSignalKey", of: json, at: path) ?? ""
        let targets = array("targetCustomSignalValues", of: json, at: path).enumerated().map { index, json in
            if json.string == nil {
                add(path["targetCustomSignalValues"][index], "must be a string, found \(json.kindName)")
            }
            return json.string ?? ""
        }
        guard !name.isEmpty, !key.isEmpty, let first = targets.first, let test = Self.test(name, targets, first) else {
            return .constant(false)
        }
        return .signal(SignalCondition(key: key, test: test, path: path))
    }

    /// The test of this name; nil for one that is not known here, which no signal passes.
    private static func test(_ name: String, _ targets: [String], _ first: String) -> SignalCondition.Test? {
        switch name {
        case "STRING_CONTAINS": return .contains(targets)
        case "STRING_DOES_NOT_CONTAIN": return .containsNone(targets)
        case "STRING_EXACTLY_MATCHES": return .equals(targets.map(ByteText.trimmed))
        case "STRING_CONTAINS_REGEX":
            return .matches(
                targets.map { target in
                    Result { () throws(PatternProblem) in try Pattern(target) }
                })
        case _ where name.hasPrefix("NUMERIC_"):
            return SignalCondition.Order(rawValue: String(name.dropFirst("NUMERIC_".count)))
                .map { .number($0, SignalNumber.value(of: first)) }
        case _ where name.hasPrefix("SEMANTIC_VERSION_"):
            let version = SemanticVersion(first).flatMap { $0.count <= SemanticVersion.serverLimit ? $0 : nil }
            return SignalCondition.Order(rawValue: String(name.dropFirst("SEMANTIC_VERSION_".count)))
                .map { .version($0, version) }
        default: return nil
        }
    }
}

extension ServerConditionReader {
    private func has(_ name: String, _ json: JSONObject) -> Bool {
        (json[name] ?? .null) != .null
    }

    private mutating func member(_ name: String, of json: JSONObject, at path: DocumentPath) -> JSONObject? {
        guard let value = json[name], value != .null else { return nil }
        if value.object == nil { add(path[name], "must be an object, found \(value.kindName)") }
        return value.object ?? JSONObject()
    }

    private mutating func array(_ name: String, of json: JSONObject, at path: DocumentPath) -> [JSONValue] {
        guard let value = json[name], value != .null else { return [] }
        if value.array == nil { add(path[name], "must be an array, found \(value.kindName)") }
        return value.array ?? []
    }

    private mutating func text(_ name: String, of json: JSONObject, at path: DocumentPath) -> String? {
        guard let value = json[name], value != .null else { return nil }
        if value.string == nil { add(path[name], "must be a string, found \(value.kindName)") }
        return value.string
    }

    /// A number of millionths of a percent; 0 where there is none. An integer may be written as text, as protobuf does.
    private mutating func number(_ name: String, of json: JSONObject, at path: DocumentPath) -> Double {
        guard let value = json[name], value != .null else { return 0 }
        guard let number = value.double ?? value.int64.map(Double.init) else {
            add(path[name], "must be a number, found \(value.kindName)")
            return 0
        }
        return number
    }

    private mutating func add(_ path: DocumentPath, _ message: String) {
        problems.append(TemplateProblem(path: path, message, rule: .shape))
    }
}
