import ExperimentsCore

/// The part of a template that a path leads to, by its name.
struct TemplatePlace: CustomStringConvertible {
    let description: String
    /// The parameter.
    let key: String

    /// Nil if the path does not lead into a parameter, a condition or a group.
    init?(_ steps: [DocumentPath.Step]) {
        var names: [String] = []
        for step in steps {
            guard case .member(let name) = step else { return nil }
            names.append(name)
        }
        var rest = names[...]
        if rest.first == "parameterGroups", rest.count >= 4, rest[2] == "parameters" {
            rest = rest.dropFirst(2)
        }
        guard rest.first == "parameters", let key = rest.dropFirst().first else { return nil }
        self.key = key
        let members = Array(rest.dropFirst(2))
        switch members.first {
        case "conditionalValues" where members.count >= 2:
            description = "\(key) when \(Quotation.of(members[1]))"
        case "defaultValue": description = "\(key)"
        case let member?: description = "\(key), \(member)"
        case nil: description = key
        }
    }
}
