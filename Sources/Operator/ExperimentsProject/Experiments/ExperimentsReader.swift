import ExperimentsCore
import Foundation
import MarkedYAML

/// Reads `experiments:`.
struct ExperimentsReader {
    static let fields = [
        "name", "key", "flag", "groups", "control", "weights", "phases", "start", "end", "hypothesis", "owner",
        "metrics",
        "alpha", "expected_users",
    ]

    /// The names of the keys that the project declares.
    let keys: Set<String>
    /// The names of its metrics.
    let metrics: Set<String>

    func read(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> [ProjectExperiment] {
        NamedRecords.read(node, at: "experiments", noun: "experiment", fields: Self.fields, &decoder, read: experiment)
    }

    private func experiment(
        _ record: DocumentRecord<YAMLNode>, named name: String, _ decoder: inout ProjectDecoder
    ) -> ProjectExperiment? {
        var experiment = ProjectExperiment(name: name)
        experiment.key = record["key"].flatMap { decoder.names($0, at: "key", of: "key", among: keys).first }
        experiment.flag = decoder.line("flag", of: record)
        checkSubject(record, &decoder)
        experiment.groups = record["groups"].map { readGroups($0, &decoder) } ?? []
        experiment.control = record["control"].flatMap { readControl($0, among: experiment.groups, &decoder) }
        experiment.phases = readPhases(record, of: experiment.groups, &decoder)
        experiment.start = record["start"].flatMap { decoder.date($0, at: "start") }
        experiment.end = record["end"].flatMap { readEnd($0, start: experiment.start, &decoder) }
        experiment.hypothesis = decoder.text("hypothesis", of: record)
        experiment.owner = decoder.line("owner", of: record)
        experiment.metrics = record["metrics"].map {
            decoder.names($0, at: "metrics", of: "metric", among: metrics)
        }
        experiment.alpha = record["alpha"].flatMap { readAlpha($0, &decoder) }
        experiment.expectedUsers = record["expected_users"].flatMap { readUsers($0, &decoder) }
        return experiment
    }

    /// An experiment hangs on a key or on a flag, and on one of them only.
    private func checkSubject(_ record: DocumentRecord<YAMLNode>, _ decoder: inout ProjectDecoder) {
        switch (record["key"], record["flag"]) {
        case (nil, nil): decoder.missing("key", of: record, ": name the key whose values are the groups, or a 'flag'")
        case (_?, let flag?): decoder.refuse("stands beside 'key': an experiment has one of them", at: "flag", flag)
        default: break
        }
    }

    private func readGroups(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> [String] {
        let words = "at least two names of groups, such as [a, b]"
        guard let items = node.items, items.count > 1 else {
            decoder.expected(words, at: "groups", found: node)
            return []
        }
        var places: [String: YAMLNode] = [:]
        return items.compactMap { item in
            guard let name = decoder.line(item, at: "groups", expected: words) else { return nil }
            if let earlier = places.updateValue(item, forKey: name) {
                decoder.refuse(
                    "names '\(name)' twice: first at \(earlier.line):\(earlier.column)", at: "groups", item)
                return nil
            }
            return name
        }
    }

    private func readControl(_ node: YAMLNode, among groups: [String], _ decoder: inout ProjectDecoder) -> String? {
        guard !groups.isEmpty else { return decoder.line(node, at: "control", expected: "the name of a group") }
        return decoder.names(node, at: "control", of: "group", among: Set(groups)).first
    }

    /// `weights` of the whole time, or `phases` with weights of each.
    private func readPhases(
        _ record: DocumentRecord<YAMLNode>, of groups: [String], _ decoder: inout ProjectDecoder
    ) -> [ProjectPhase] {
        switch (record["weights"], record["phases"]) {
        case (nil, nil): return []
        case (let node?, nil):
            return PhasesReader(groups: groups).readWeights(node, &decoder).map { [ProjectPhase(weights: $0)] } ?? []
        case (_?, let phases?):
            decoder.refuse("stand beside 'weights': give the weights in the first of them", at: "phases", phases)
            return []
        case (nil, let phases?): return PhasesReader(groups: groups).read(phases, &decoder)
        }
    }

    /// A day is meant with all of it.
    private func readEnd(_ node: YAMLNode, start: Date?, _ decoder: inout ProjectDecoder) -> Date? {
        guard let end = decoder.date(node, at: "end", isEnd: true) else { return nil }
        guard start.map({ $0 < end }) ?? true else {
            decoder.refuse("must be later than 'start'", at: "end", node)
            return nil
        }
        return end
    }

    private func readAlpha(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> Double? {
        let words = "the chance of a false verdict, such as 5%, above 0 and below 50%"
        let alpha: Double
        switch decoder.amount(node, at: "alpha", expected: words) {
        case .number(let number): alpha = number
        case .share(let share): alpha = share
        case nil: return nil
        }
        guard alpha < 0.5 else {
            decoder.expected(words, at: "alpha", found: node)
            return nil
        }
        return alpha
    }

    private func readUsers(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> Double? {
        let words = "the number of users at which a decision is expected, such as 20000"
        switch decoder.amount(node, at: "expected_users", expected: words) {
        case .number(let number) where number >= 100 && number <= 1e12: return number
        case .number, .share: decoder.expected(words, at: "expected_users", found: node)
        case nil: break
        }
        return nil
    }
}
