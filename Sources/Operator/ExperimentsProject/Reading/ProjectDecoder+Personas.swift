import ExperimentsCore
import ExperimentsYAML

/// Reads `personas:`.
extension ProjectDecoder {
    mutating func readPersonas(_ node: YAMLNode) -> [ProjectPersona] {
        if node.isNull { return [] }
        guard let pairs = node.pairs else {
            self.expected(
                "personas with their attributes, such as beta tester: {country: NO}", at: "personas",
                found: node)
            return []
        }
        enter("personas")
        defer { leave() }
        return pairs.compactMap { pair in
            guard let name = pair.key.text, !name.isEmpty else {
                return self.expected("the name of a persona", found: pair.key)
            }
            if let problem = NamedFiles.problem(name: name, of: "persona", such: "beta tester") {
                note(problem.message, at: pair.key, .member(name))
                return nil
            }
            guard !name.contains(scalar: "=") else {
                note(
                    "\(Quotation.of(name)) cannot be the name of a persona: --as reads it as NAME=VALUE",
                    at: pair.key,
                    .member(name))
                return nil
            }
            return persona(pair.value, at: name).map { ProjectPersona(name: name, fields: $0) }
        }
    }

    /// Reads the attributes of a user: names, and scalars, lists or mappings of scalars; nil for anything else.
    mutating func persona(_ node: YAMLNode, at name: String) -> [String: JSONValue]? {
        guard node.pairs != nil else {
            return expected("fields such as device.country: GB", at: name, found: node)
        }
        do throws(YAMLProblem) {
            let text = try node.jsonText()
            let members = (try? JSONValue(parsing: text))?.object?.members ?? []
            return Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
        } catch {
            add(error, at: name)
            return nil
        }
    }
}
