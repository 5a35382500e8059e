import ExperimentsCore
import MarkedYAML

/// Reads the fields of a source of flags and variants.
extension SourceReader {
    func readVariants(_ decoder: inout ProjectDecoder) -> ProjectSource.Location? {
        let context = record["context"].map { readContext($0, &decoder) } ?? [:]
        let forced = record["forced"].map { readSwitches("forced", "variants", $0, &decoder) } ?? [:]
        let assumed = record["assume"].map { readSwitches("assume", "condition types", $0, &decoder) } ?? [:]
        let seed = record["seed"].flatMap { readSeed($0, &decoder) }
        guard let node = record["path"] else {
            decoder.missing("path", of: record, ": name a JSON file of flags and variants")
            return nil
        }
        return decoder.path(node, at: "path", in: folder).map { path in
            .variants(
                VariantsSourceSettings(path: path, context: context, forced: forced, seed: seed, assumed: assumed))
        }
    }

    /// What is known of a user: a name and any value each, a scalar as it is written in YAML.
    func readContext(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> [String: JSONValue] {
        guard let pairs = node.pairs else {
            decoder.expected("names and values such as user_id: 42", at: "context", found: node)
            return [:]
        }
        decoder.enter("context")
        defer { decoder.leave() }
        var context: [String: JSONValue] = [:]
        for pair in pairs {
            guard let name = readName(pair.key, &decoder) else { continue }
            do {
                context[name] = try JSONValue(parsing: try pair.value.jsonText())
            } catch let problem as YAMLProblem {
                decoder.add(problem, at: name)
            } catch {
                decoder.refuse("is no JSON: \(error)", at: name, pair.value)
            }
        }
        return context
    }

    /// Names that are on or off.
    private func readSwitches(
        _ name: String, _ what: String, _ node: YAMLNode, _ decoder: inout ProjectDecoder
    ) -> [String: Bool] {
        guard let pairs = node.pairs else {
            decoder.expected("\(what), each on or off", at: name, found: node)
            return [:]
        }
        decoder.enter(name)
        defer { decoder.leave() }
        var switches: [String: Bool] = [:]
        for pair in pairs {
            guard let item = readName(pair.key, &decoder) else { continue }
            switch pair.value.plainText {
            case "on", "true": switches[item] = true
            case "off", "false": switches[item] = false
            default: decoder.expected("on or off", at: item, found: pair.value)
            }
        }
        return switches
    }

    private func readName(_ key: YAMLNode, _ decoder: inout ProjectDecoder) -> String? {
        if let text = key.text { return text }
        decoder.expected("names", found: key)
        return nil
    }

    private func readSeed(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> UInt64? {
        if let seed = node.plainText.flatMap({ UInt64($0) }) { return seed }
        decoder.expected("a whole number from 0", at: "seed", found: node)
        return nil
    }
}
