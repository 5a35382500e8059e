import ExperimentsCore

/// One check of a template.
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
        _ rule: TemplateRule, at path: DocumentPath, _ message: String,
        kind: TemplateProblem.Kind = .predicate,
        advice: String? = nil,
        severity: TemplateProblem.Severity = .error, excerpt: String? = nil
    ) {
        problems.append(
            TemplateProblem(
                path: path, message, kind: kind, rule: rule, severity: severity, advice: advice,
                excerpt: excerpt))
    }

    /// Adds a problem if a string has more characters than allowed.
    mutating func limit(_ text: String?, to limit: Int, _ rule: TemplateRule, at path: DocumentPath) {
        guard let count = text?.unicodeScalars.count, count > limit else { return }
        add(rule, at: path, "has \(count) characters, but at most \(limit) are allowed")
    }

    mutating func checkGroups() {
        let root = DocumentPath()["parameterGroups"]
        let groups = template.groups
        if groups.count > limits.groups {
            add(.groupCount, at: root, "has \(groups.count) groups, but at most \(limits.groups) are allowed")
        }
        let keys = Set(template.parameters.map(\.key))
        for group in groups {
            let path = root[group.name]
            if group.name.isEmpty { add(.groupName, at: path, "has an empty name") }
            limit(group.name, to: limits.groupName, .groupName, at: path)
            limit(group.description, to: limits.description, .description, at: path["description"])
            if namespace == .server, !group.keys.isEmpty {
                add(
                    .serverGroup, at: path,
                    "has parameters that servers do not get: their SDKs ignore groups",
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
                "and its groups have \(count) parameters, but at most \(limits.parameters) are allowed")
        }
        let characters = template.parameters.reduce(0) { $0 + Self.characters(of: $1) }
        if characters > limits.totalCharacters {
            add(
                .totalSize, at: DocumentPath(),
                "has values of \(characters) characters together, but at most \(limits.totalCharacters) are allowed",
                advice: "shorten the largest values, or remove parameters that no app uses any more")
        }
        checkVersion()
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

    /// The names that every object of JavaScript has.
    private static let reservedKeys: Set<String> = [
        "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString",
        "toString",
        "valueOf", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__",
        "__proto__",
        "prototype",
    ]

    mutating func checkParameters() {
        let unknownMembers = UnknownMember.all(in: template).map(\.path)
        for parameter in template.parameters {
            let path = parameter.path
            checkKey(parameter.key, path)
            limit(parameter.description, to: limits.description, .description, at: path["description"])
            if let type = parameter.json["valueType"]?.string, parameter.valueType == nil {
                add(
                    .valueType, at: path["valueType"], "\(Quotation.of(type)) is not a known type",
                    kind: .statement,
                    advice: "write STRING, BOOLEAN, NUMBER or JSON")
            }
            // A value that is there but cannot be read is a problem of its own. So is one under a misspelled name.
            let isElsewhere =
                parameter.json["defaultValue"].map { $0 != .null } ?? false
                || unknownMembers.contains { $0.steps.dropLast() == path.steps[...] }
            if parameter.defaultValue == nil, parameter.conditionalValues.isEmpty, !isElsewhere {
                add(
                    .valueKind, at: path, "has neither a default value nor a conditional value",
                    advice: #"add "defaultValue": {"value": "…"}, or remove the parameter"#)
            }
            if let value = parameter.defaultValue {
                let written = parameter.json["defaultValue"]?.object
                check(value, written, of: parameter, at: path["defaultValue"], isDefault: true)
            }
            checkConditionalValues(of: parameter, path["conditionalValues"])
        }
    }

    private mutating func checkKey(_ key: String, _ path: DocumentPath) {
        let isName = key.utf8.allSatisfy { Self.isLetter($0) || $0.isASCIIDigit }
        if !isName || key.utf8.first.map(\.isASCIIDigit) == true {
            add(
                .parameterKey, at: path, "has an invalid key",
                advice: "begin with a letter or _, and use only letters, digits and _")
        } else if Self.reservedKeys.contains(key) {
            add(
                .parameterKey, at: path, "has a key that every JavaScript object has",
                advice: "choose another one")
        }
        if key.utf8.count > limits.keyBytes {
            add(
                .parameterKey, at: path,
                "has a key of \(key.utf8.count) bytes, but at most \(limits.keyBytes) are allowed")
        }
    }

    private mutating func checkConditionalValues(of parameter: TemplateParameter, _ path: DocumentPath) {
        var last: (name: String, position: Int)?
        var isOrdered = true
        let written = parameter.json["conditionalValues"]?.object?.valuesByName ?? [:]
        for conditional in parameter.conditionalValues {
            let path = path[conditional.condition]
            check(
                conditional.value, written[conditional.condition]?.object, of: parameter, at: path,
                isDefault: false)
            guard let position = positions[conditional.condition] else {
                let near = SpellingSuggestion.nearest(to: conditional.condition, in: positions.keys.sorted())
                add(
                    .unknownCondition, at: path, "is for a condition that the template does not have",
                    advice: near.map { "did you mean \(Quotation.of($0))?" }
                        ?? "add it to \"conditions\", or remove the value")
                continue
            }
            if let last, position < last.position, isOrdered {
                isOrdered = false
                add(
                    .conditionOrder, at: path,
                    "is listed after \(Quotation.of(last.name)), which comes later in \"conditions\"",
                    advice: "the order in \"conditions\" decides; this one has no meaning", severity: .warning
                )
            }
            last = (conditional.condition, position)
        }
    }

    private static let kinds = [
        "value", "useInAppDefault", "personalizationValue", "rolloutValue", "experimentValue",
    ]

    private mutating func check(
        _ value: TemplateValue, _ json: JSONObject?, of parameter: TemplateParameter, at path: DocumentPath,
        isDefault: Bool
    ) {
        let found = (json ?? JSONObject()).members.filter { $0.value != .null }.map(\.name).filter(
            Self.kinds.contains)
        if found.count != 1 {
            add(
                .valueKind, at: path,
                found.isEmpty
                    ? "has no value" : "has \(found.joined(separator: " and ")), but only one is allowed",
                advice: found.isEmpty ? #"write {"value": "…"} or {"useInAppDefault": true}"# : nil)
        }
        if json?["useInAppDefault"] == .bool(false) {
            add(
                .inAppDefault, at: path["useInAppDefault"], "is false",
                advice: "remove it if there is a value")
        }
        if isDefault, let kind = found.first(where: { $0 != "value" && $0 != "useInAppDefault" }) {
            add(.defaultValueKind, at: path[kind], "is allowed under \"conditionalValues\" only")
        }
        if let text = json?["value"]?.string { check(text, is: parameter.valueType, path["value"]) }
        for kind in found where kind.hasScalarSuffix("Value") {
            checkTypes(of: json?[kind], TemplateShape.value[kind], at: path[kind])
        }
        if let personalized = json?["personalizationValue"]?.object {
            checkPresence(of: ["personalizationId"], in: personalized, path["personalizationValue"])
        }
        if let rollout = json?["rolloutValue"]?.object {
            check(rollout: rollout, parameter, path["rolloutValue"])
        }
        if let experiment = json?["experimentValue"]?.object {
            check(experiment: experiment, parameter, path["experimentValue"])
        }
    }

    private mutating func check(rollout: JSONObject, _ parameter: TemplateParameter, _ path: DocumentPath) {
        if let text = rollout["value"]?.string { check(text, is: parameter.valueType, path["value"]) }
        checkPercentage(rollout["percent"], from: 1, path["percent"])
        checkPresence(of: ["rolloutId", "value", "percent"], in: rollout, path)
    }

    /// Warns of missing members. The console always writes them.
    private mutating func checkPresence(of names: [String], in json: JSONObject, _ path: DocumentPath) {
        for name in names where json[name] == nil {
            add(
                .valueKind, at: path, "has no \(name)",
                advice: "copy the value as `experiments template get` prints it", severity: .warning)
        }
    }

    private mutating func check(experiment: JSONObject, _ parameter: TemplateParameter, _ path: DocumentPath)
    {
        for (index, variant) in (experiment["variantValue"]?.array ?? []).enumerated() {
            let path = path["variantValue"][index]
            if let text = variant.object?["value"]?.string {
                check(text, is: parameter.valueType, path["value"])
            }
            if let variant = variant.object,
                Self.isGiven(variant["value"]) == Self.isGiven(variant["noChange"])
            {
                add(
                    .valueKind, at: path, "needs either value or noChange",
                    advice: #"write {"value": "…"} or {"noChange": true}"#)
            }
        }
        checkPercentage(experiment["exposurePercent"], from: 0, path["exposurePercent"])
    }

    private static func isGiven(_ json: JSONValue?) -> Bool { json != nil && json != .null }

    private mutating func checkPercentage(_ json: JSONValue?, from lowest: Double, _ path: DocumentPath) {
        guard let json else { return }
        guard let percent = json.protobufDouble, (lowest...100).contains(percent) else {
            add(
                .percentage, at: path,
                DocumentWords.expected("a number from \(Int(lowest)) to 100", found: json.found),
                kind: .statement)
            return
        }
    }

    private mutating func check(_ text: String, is type: TemplateParameter.ValueType?, _ path: DocumentPath) {
        switch type {
        case .boolean where !["true", "false"].contains(text.lowercased()):
            add(
                .valueType, at: path, DocumentWords.expected("true or false", found: Quotation.of(text)),
                kind: .statement)
        case .number where !Self.isNumber(text):
            add(
                .valueType, at: path, DocumentWords.expected("a decimal number", found: Quotation.of(text)),
                kind: .statement)
        case .json:
            do throws(JSONProblem) {
                _ = try JSONValue(parsing: text)
            } catch {
                add(.valueType, at: path, "must be JSON: \(error)")
            }
        default: break
        }
    }

    /// Returns whether the text has the form `-?(\d*\.)?\d+`.
    static func isNumber(_ text: String) -> Bool {
        let digits = text.hasScalarPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.split(scalar: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let last = parts.last, !last.isEmpty else { return false }
        return parts.allSatisfy { $0.utf8.allSatisfy(\.isASCIIDigit) }
    }

    static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_")
    }
}
