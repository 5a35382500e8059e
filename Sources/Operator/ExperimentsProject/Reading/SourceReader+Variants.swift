import ExperimentsCore
import MarkedYAML

/// Reads the fields of a source of flags and variants.
extension SourceReader {
    func readVariants(_ problems: inout ProblemCollector) -> ProjectSource.Location? {
        let meant = refuseOthers(than: Self.variantsFields, &problems)
        let context = value("context").map { readContext($0, &problems) } ?? [:]
        let forced = value("forced").map { readSwitches("forced", "variant", $0, &problems) } ?? [:]
        let assumed = value("assume").map { readSwitches("assume", "condition type", $0, &problems) } ?? [:]
        let seed = value("seed").flatMap { readSeed($0, &problems) }
        guard let node = value("path") else {
            missing("path", meant, "name a JSON file of flags and variants", &problems)
            return nil
        }
        return problems.path("path", of: record, node, field, in: folder).map { path in
            .variants(
                VariantsSourceSettings(path: path, context: context, forced: forced, seed: seed, assumed: assumed))
        }
    }

    /// What is known of a user: a name and any value each, a scalar as it is written in YAML.
    private func readContext(_ node: YAMLNode, _ problems: inout ProblemCollector) -> [String: JSONValue] {
        guard let pairs = node.pairs else {
            problems.addWrong("context", of: record, mustBe: "names and values such as user_id: 42", node, field)
            return [:]
        }
        var context: [String: JSONValue] = [:]
        for pair in pairs {
            guard let name = readName(pair.key, of: "context", &problems) else { continue }
            do {
                context[name] = try JSONValue(parsing: try pair.value.jsonText())
            } catch let problem as YAMLProblem {
                problems.add(
                    "\(record.possessive("context")): \(problem.message)",
                    field: field.appending("context").appending(name).description, line: problem.line,
                    column: problem.column)
            } catch {
                let place = field.appending("context").appending(name)
                problems.add("\(record.possessive("context")): \(error)", at: pair.value, place)
            }
        }
        return context
    }

    /// Names that are on or off.
    private func readSwitches(
        _ name: String, _ what: String, _ node: YAMLNode, _ problems: inout ProblemCollector
    ) -> [String: Bool] {
        guard let pairs = node.pairs else {
            let article = name == "forced" ? "variants" : "condition types"
            problems.addWrong(name, of: record, mustBe: "\(article), each on or off", node, field)
            return [:]
        }
        var switches: [String: Bool] = [:]
        for pair in pairs {
            guard let item = readName(pair.key, of: name, &problems) else { continue }
            switch pair.value.plainText {
            case "on", "true": switches[item] = true
            case "off", "false": switches[item] = false
            default:
                problems.add(
                    "\(what) '\(item)' in \(record.possessive(name)) must be on or off, found \(pair.value.found)",
                    at: pair.value, field.appending(name).appending(item))
            }
        }
        return switches
    }

    private func readName(_ key: YAMLNode, of name: String, _ problems: inout ProblemCollector) -> String? {
        if let text = key.text { return text }
        problems.add(
            "\(record.possessive(name)) must hold names, found \(key.kindName)", at: key, field.appending(name))
        return nil
    }

    private func readSeed(_ node: YAMLNode, _ problems: inout ProblemCollector) -> UInt64? {
        if let seed = node.plainText.flatMap({ UInt64($0) }) { return seed }
        problems.addWrong("seed", of: record, mustBe: "a whole number from 0", node, field)
        return nil
    }
}
