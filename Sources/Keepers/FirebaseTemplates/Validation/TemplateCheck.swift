import ExperimentsCore

/// One pass over a template.
struct TemplateCheck {
    let template: RemoteConfigTemplate
    let limits: TemplateLimits
    let namespace: TemplateNamespace
    var problems: [TemplateProblem] = []

    /// The place of each condition in the order that decides.
    let positions: [String: Int]

    init(template: RemoteConfigTemplate, limits: TemplateLimits, namespace: TemplateNamespace) {
        (self.template, self.limits, self.namespace) = (template, limits, namespace)
        positions = Dictionary(
            template.conditions.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func add(
        _ rule: TemplateRule, at path: DocumentPath, _ message: String, kind: TemplateProblem.Kind = .predicate,
        advice: String? = nil,
        severity: TemplateProblem.Severity = .error, excerpt: String? = nil
    ) {
        problems.append(
            TemplateProblem(
                path: path, message, kind: kind, rule: rule, severity: severity, advice: advice, excerpt: excerpt))
    }

    /// Adds a problem where a text has more characters than allowed.
    mutating func limit(_ text: String?, to limit: Int, _ rule: TemplateRule, at path: DocumentPath) {
        guard let count = text?.unicodeScalars.count, count > limit else { return }
        add(rule, at: path, "has \(count) characters, and no more than \(limit) are allowed")
    }

    mutating func checkGroups() {
        let root = DocumentPath()["parameterGroups"]
        let groups = template.groups
        if groups.count > limits.groups {
            add(.groupCount, at: root, "has \(groups.count) groups, and no more than \(limits.groups) are allowed")
        }
        let keys = Set(template.parameters.map(\.key))
        for group in groups {
            let path = root[group.name]
            if group.name.isEmpty { add(.groupName, at: path, "has an empty name") }
            limit(group.name, to: limits.groupName, .groupName, at: path)
            limit(group.description, to: limits.description, .description, at: path["description"])
            if namespace == .server, !group.keys.isEmpty {
                add(
                    .serverGroup, at: path, "has parameters, and servers do not get them: their SDKs leave groups out",
                    advice: "list them under \"parameters\"", severity: .warning)
            }
            if keys.contains(group.name) {
                add(
                    .duplicateKey, at: path, "has the name of a parameter",
                    advice: "rename the group; apps never see its name")
            }
        }
    }

    mutating func checkSize() {
        let count = template.parameters.count
        if count > limits.parameters {
            add(
                .parameterCount, at: DocumentPath()["parameters"],
                "and its groups have \(count) parameters, and no more than \(limits.parameters) are allowed")
        }
        let characters = template.parameters.reduce(0) { $0 + Self.characters(of: $1) }
        if characters > limits.totalCharacters {
            add(
                .totalSize, at: DocumentPath(),
                "has values of \(characters) characters together, and no more than \(limits.totalCharacters) are allowed",
                advice: "shorten the largest values, or remove parameters that no app asks for any more")
        }
        limit(
            template.version?.description, to: limits.versionDescription, .description,
            at: DocumentPath()["version"]["description"])
    }

    private static func characters(of parameter: TemplateParameter) -> Int {
        ([parameter.defaultValue].compactMap(\.self) + parameter.conditionalValues.map(\.value)).reduce(0) {
            switch $1 {
            case .text(let text): $0 + text.unicodeScalars.count
            case .inAppDefault: $0
            case .other(let json): $0 + JSONValue.object(json).compactText.unicodeScalars.count
            }
        }
    }
}
