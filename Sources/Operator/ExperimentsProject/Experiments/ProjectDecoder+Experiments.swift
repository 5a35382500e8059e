import ExperimentsCore
import ExperimentsYAML
import Foundation

/// Reads `experiments:`.
extension ProjectDecoder {
    /// - Parameters:
    ///   - keys: the names of the keys that the project declares.
    ///   - metrics: the names of its metrics.
    mutating func readExperiments(_ node: YAMLNode, keys: Set<String>, metrics: Set<String>)
        -> [ProjectExperiment]
    {
        let fields = [
            "name", "key", "flag", "groups", "control", "weights", "phases", "start", "end", "hypothesis",
            "owner",
            "metrics", "alpha", "expected_users", "fetch_interval",
        ]
        return readNamedRecords(node, at: "experiments", noun: "experiment", fields: fields) {
            $2.experiment($0, named: $1, keys: keys, metrics: metrics)
        }
    }

    private mutating func experiment(
        _ record: DocumentRecord<YAMLNode>, named name: String, keys: Set<String>, metrics: Set<String>
    ) -> ProjectExperiment? {
        var experiment = ProjectExperiment(name: name)
        experiment.key = record["key"].flatMap { names($0, at: "key", of: "key", among: keys).first }
        experiment.flag = line("flag", of: record)
        checkSubject(record)
        experiment.groups = record["groups"].map { readGroups($0) } ?? []
        experiment.control = record["control"].flatMap { readControl($0, among: experiment.groups) }
        experiment.phases = readPhases(record, of: experiment.groups)
        experiment.start = record["start"].flatMap { date($0, at: "start") }
        experiment.end = record["end"].flatMap { readEnd($0, start: experiment.start) }
        experiment.hypothesis = text("hypothesis", of: record)
        experiment.owner = line("owner", of: record)
        experiment.metrics = record["metrics"].map {
            names($0, at: "metrics", of: "metric", among: metrics)
        }
        experiment.alpha = record["alpha"].flatMap { readAlpha($0) }
        experiment.expectedUsers = record["expected_users"].flatMap { readUsers($0) }
        experiment.fetchInterval = record["fetch_interval"].flatMap {
            duration(
                $0, at: "fetch_interval", least: .zero, or: "0s if apps know a new split when it is published"
            )
        }
        return experiment
    }

    /// Checks that an experiment depends on a key or a flag, but not on both.
    private mutating func checkSubject(_ record: DocumentRecord<YAMLNode>) {
        switch (record["key"], record["flag"]) {
        case (nil, nil): missing("key", of: record, ": name the key whose values are the groups, or a `flag`")
        case (_?, let flag?): refuse("cannot be combined with `key`", at: "flag", flag)
        default: break
        }
    }

    private mutating func readGroups(_ node: YAMLNode) -> [String] {
        let words = "at least two names of groups, such as [a, b]"
        guard let items = node.items, !items.isEmpty else {
            self.expected(words, at: "groups", found: node)
            return []
        }
        guard items.count > 1 else {
            return refuse("must have \(words), but has one", at: "groups", node) ?? []
        }
        var places: [String: YAMLNode] = [:]
        return items.compactMap { item in
            guard let name = line(item, at: "groups", expected: words) else { return nil }
            if let earlier = places.updateValue(item, forKey: name) {
                return refuse(
                    "names \"\(name)\" twice: first at \(earlier.line):\(earlier.column)", at: "groups", item)
            }
            return name
        }
    }

    private mutating func readControl(_ node: YAMLNode, among groups: [String]) -> String? {
        guard !groups.isEmpty else { return line(node, at: "control", expected: "the name of a group") }
        return names(node, at: "control", of: "group", among: Set(groups)).first
    }

    /// Reads `weights` for the whole time, or `phases` with separate weights.
    private mutating func readPhases(_ record: DocumentRecord<YAMLNode>, of groups: [String])
        -> [ProjectPhase]
    {
        switch (record["weights"], record["phases"]) {
        case (nil, nil): return []
        case (let node?, nil):
            return readWeights(node, of: groups).map { [ProjectPhase(weights: $0)] } ?? []
        case (_?, let phases?):
            refuse(
                "cannot be combined with `weights`: set the weights in the first phase", at: "phases", phases)
            return []
        case (nil, let phases?): return readPhases(phases, of: groups)
        }
    }

    /// Reads an end. A day is included as a whole.
    private mutating func readEnd(_ node: YAMLNode, start: Date?) -> Date? {
        guard let end = date(node, at: "end", isEnd: true) else { return nil }
        guard start.map({ $0 < end }) ?? true else {
            return refuse("must be later than `start`", at: "end", node)
        }
        return end
    }

    private mutating func readAlpha(_ node: YAMLNode) -> Double? {
        let words = "the chance of a false verdict, such as 5%, above 0 and below 50%"
        let alpha: Double
        switch amount(node, at: "alpha", expected: words) {
        case .number(let number): alpha = number
        case .share(let share): alpha = share
        case nil: return nil
        }
        guard alpha < 0.5 else { return self.expected(words, at: "alpha", found: node) }
        return alpha
    }

    private mutating func readUsers(_ node: YAMLNode) -> Double? {
        let words = "the number of users at which a decision is expected, such as 20000"
        switch amount(node, at: "expected_users", expected: words) {
        case .number(let number) where number >= 100 && number <= 1e12: return number
        case .number, .share: self.expected(words, at: "expected_users", found: node)
        case nil: break
        }
        return nil
    }
}

/// Reads `weights:` and `phases:` of an experiment. The decoder must be at the experiment.
extension ProjectDecoder {
    /// - Parameter groups: the experiment's groups; empty if the file leaves them to the source.
    private mutating func readPhases(_ node: YAMLNode, of groups: [String]) -> [ProjectPhase] {
        enter("phases")
        defer { leave() }
        let words = "a list of phases, such as {from: 2026-03-01, weights: {a: 90, b: 10}}"
        guard let items = list(node, expected: words) else { return [] }
        var phases: [ProjectPhase] = []
        for (index, item) in items.enumerated() {
            enter(index)
            defer { leave() }
            guard let record = record(item, fields: ["from", "weights"], expected: words) else { continue }
            let from = record["from"].flatMap { date($0, at: "from") }
            if index > 0, record["from"] == nil {
                missing("from", of: record, ": each phase except the first needs a start")
            }
            if let from, let earlier = phases.last?.from, from <= earlier {
                refuse("must be later than that of the previous phase", at: "from", record["from"])
            }
            guard let weights = required("weights", of: record).flatMap({ readWeights($0, of: groups) })
            else {
                continue
            }
            phases.append(ProjectPhase(from: from, weights: weights))
        }
        return phases
    }

    /// Reads the weights in the order of the groups. A group that is not named has none.
    private mutating func readWeights(_ node: YAMLNode, of groups: [String]) -> [Double]? {
        guard !groups.isEmpty else { return refuse("require `groups`", at: "weights", node) }
        guard let pairs = node.pairs, !pairs.isEmpty else {
            return self.expected(
                "groups with their weights, such as {a: 50, b: 50}", at: "weights", found: node)
        }
        var weights = groups.map { _ in 0.0 }
        let faultsBefore = errorCount
        enter("weights")
        defer { leave() }
        for pair in pairs {
            guard let name = pair.key.text, let place = groups.firstIndex(of: name) else {
                let near = pair.key.text.flatMap { SpellingSuggestion.nearest(to: $0, in: groups) }
                let hint = near.map { " (did you mean \"\($0)\"?)" } ?? ""
                note("\"\(pair.key.text ?? "")\" is not a group of this experiment\(hint)", at: pair.key)
                continue
            }
            guard let weight = pair.value.numberValue, weight >= 0 else {
                self.expected("a weight of 0 or more", at: name, found: pair.value)
                continue
            }
            weights[place] = weight
        }
        guard errorCount == faultsBefore else { return nil }
        guard weights.contains(where: { $0 > 0 }) else {
            note("the weights of all groups are 0", at: node)
            return nil
        }
        return weights
    }

    /// A number, or a percentage such as `5%`.
    enum Amount {
        case number(Double)
        /// From 0 to 1 for 0 to 100%.
        case share(Double)
    }

    /// Reads a number or a percentage above zero.
    mutating func amount(_ node: YAMLNode, at name: String, expected words: String) -> Amount? {
        let text = node.plainText ?? node.textValue ?? ""
        let isPercent = text.hasScalarSuffix("%")
        let digits = isPercent ? text.dropLast().trimmed : text[...]
        guard let number = NumberText.double(String(digits)), number > 0 else {
            return expected(words, at: name, found: node)
        }
        return isPercent ? .share(number / 100) : .number(number)
    }

    /// Reads a day, or a time of RFC 3339. A day begins in UTC, as the days of events do.
    ///
    /// - Parameter isEnd: whether a day means its end, which is the start of the next.
    mutating func date(_ node: YAMLNode, at name: String, isEnd: Bool = false) -> Date? {
        if let text = node.textValue {
            if let date = RFC3339.date(from: text) { return date }
            if let day = RFC3339.date(from: text + "T00:00:00Z") { return isEnd ? day + 86_400 : day }
        }
        return expected(
            "a day such as 2026-03-01, or a time such as 2026-03-01T09:30:00Z", at: name, found: node)
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}

extension ProjectDecoder {
    /// The maximum number of unknown names to compare with all known ones, because each comparison takes long.
    private static var hintedNames: Int { 20 }

    /// Reads the names of things that are declared elsewhere in the file, one or a list. For an unknown name, the
    /// nearest one is suggested.
    mutating func names(_ node: YAMLNode, at member: String, of noun: String, among declared: Set<String>)
        -> [String]
    {
        lazy var known = declared.sorted()
        var unknownNames = 0
        return (node.items ?? [node]).compactMap { item in
            guard let name = line(item, at: member, expected: "names of \(noun)s") else { return nil }
            if declared.contains(name) { return name }
            unknownNames += 1
            let near = unknownNames > Self.hintedNames ? nil : SpellingSuggestion.nearest(to: name, in: known)
            let hint = near.map { " (did you mean \"\($0)\"?)" } ?? ""
            return refuse("names an undeclared \(noun): \"\(name)\"\(hint)", at: member, item)
        }
    }
}
