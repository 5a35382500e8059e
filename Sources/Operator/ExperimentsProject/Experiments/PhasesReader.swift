import ExperimentsCore
import Foundation
import MarkedYAML

/// Reads `weights:` and `phases:` of an experiment. The decoder stands at the experiment.
struct PhasesReader {
    /// The experiment's groups; none where the file leaves them to the source.
    let groups: [String]

    func read(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> [ProjectPhase] {
        decoder.enter("phases")
        defer { decoder.leave() }
        let words = "a list of phases, such as {from: 2026-03-01, weights: {a: 90, b: 10}}"
        guard let items = decoder.list(node, expected: words) else { return [] }
        var phases: [ProjectPhase] = []
        for (index, item) in items.enumerated() {
            decoder.enter(index)
            defer { decoder.leave() }
            guard let record = decoder.record(item, fields: ["from", "weights"], expected: words) else { continue }
            let from = record["from"].flatMap { decoder.date($0, at: "from") }
            if index > 0, record["from"] == nil {
                decoder.missing("from", of: record, ": each phase but the first begins at some time")
            }
            if let from, let earlier = phases.last?.from, from <= earlier {
                decoder.refuse("must be later than that of the phase before", at: "from", record["from"])
            }
            guard let weights = decoder.required("weights", of: record).flatMap({ readWeights($0, &decoder) }) else {
                continue
            }
            phases.append(ProjectPhase(from: from, weights: weights))
        }
        return phases
    }

    /// The weights in the order of the groups; a group that is not named has none.
    func readWeights(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> [Double]? {
        guard !groups.isEmpty else {
            decoder.refuse("need 'groups', which they are the weights of", at: "weights", node)
            return nil
        }
        guard let pairs = node.pairs, !pairs.isEmpty else {
            decoder.expected("groups with their weights, such as {a: 50, b: 50}", at: "weights", found: node)
            return nil
        }
        var weights = groups.map { _ in 0.0 }
        decoder.enter("weights")
        defer { decoder.leave() }
        for pair in pairs {
            guard let name = pair.key.text, let place = groups.firstIndex(of: name) else {
                let near = pair.key.text.flatMap { SpellingSuggestion.nearest(to: $0, in: groups) }
                let hint = near.map { " (did you mean '\($0)'?)" } ?? ""
                decoder.note("'\(pair.key.text ?? "")' is no group of this experiment\(hint)", at: pair.key)
                continue
            }
            guard let weight = pair.value.numberValue, weight >= 0 else {
                decoder.expected("a weight of 0 or more, as a share of anything", at: name, found: pair.value)
                continue
            }
            weights[place] = weight
        }
        guard weights.contains(where: { $0 > 0 }) else {
            decoder.note("the weights of all groups are 0: nobody would come", at: node)
            return nil
        }
        return weights
    }
}
