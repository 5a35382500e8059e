import ExperimentsCore

/// A server template, prepared once to be evaluated often, as the Admin SDKs do with the compiled template of the
/// namespace `firebase-server`.
///
/// The value is immutable and can be shared by any number of threads.
public struct ServerTemplate: Sendable {
    /// A parameter's values in the order of precedence of the conditions.
    struct Parameter: Sendable {
        let key: String
        /// The conditions with a value of the parameter, by index, with the result if they are met; nil for the default
        /// of the app.
        let conditional: [(condition: Int, result: ConfigValue?)]
        /// The result if no condition is met; nil for the default of the app.
        let fallback: ConfigValue?
    }

    /// The names of the conditions in their order of precedence, each once.
    public let conditionNames: [String]
    /// The keys of the parameters, in the order written.
    public var keys: [String] { parameters.map(\.key) }

    /// The keys of parameters in groups, which the SDKs leave out.
    public let groupedKeys: [String]
    /// Whether a condition uses a percentage, which depends on `randomizationId`.
    public var hasPercentages: Bool { !seeds.isEmpty }
    /// The names in a context that the conditions ask for.
    public let contextNames: Set<String>

    /// The conditions in the order written: the index of the name, and the content.
    let conditions: [(name: Int, condition: ServerCondition)]
    let parameters: [Parameter]
    let seeds: [String]
    /// Warnings about the conditions, for example one that can never be met.
    public private(set) var warnings: [TemplateProblem]
    let index: [String: Int]

    /// Prepares a template. Parameters in groups are left out, as in the SDKs.
    ///
    /// - Throws: `TemplateProblems` if a condition has no tree, or one that does not have the form of the API.
    public init(_ template: RemoteConfigTemplate) throws(TemplateProblems) {
        var reader = ServerConditionReader()
        var names: [String] = []
        var positions: [String: Int] = [:]
        var conditions: [(name: Int, condition: ServerCondition)] = []
        var uncompiled: [TemplateProblem] = []
        let path = DocumentPath()["conditions"]
        for (index, condition) in template.conditions.enumerated() {
            let position = positions[condition.name] ?? names.count
            if position == names.count {
                positions[condition.name] = position
                names.append(condition.name)
            }
            guard let tree = condition.tree else {
                uncompiled.append(
                    TemplateProblem(
                        path: path[index], "has no compiled \"condition\"", rule: .expression,
                        advice: "servers load templates from serverRemoteConfig, which has them"))
                continue
            }
            conditions.append((position, reader.condition(tree, at: path[index]["condition"])))
        }
        let problems = uncompiled + reader.problems.filter { $0.severity == .error }
        warnings = reader.problems.filter { $0.severity == .warning }
        guard problems.isEmpty else { throw TemplateProblems(problems) }
        self.conditions = conditions
        conditionNames = names
        seeds = reader.seeds
        contextNames = reader.signalKeys.union(seeds.isEmpty ? [] : [EvaluationContext.randomizationIDName])
        groupedKeys = template.parameters.filter { $0.group != nil }.map(\.key)
        parameters = template.parameters.filter { $0.group == nil }.map { parameter in
            Parameter(
                key: parameter.key,
                conditional: parameter.conditionalValues.compactMap { value in
                    guard let position = positions[value.condition] else { return nil }
                    return Self.conditional(value, of: parameter, at: position)
                }.sorted { $0.condition < $1.condition },
                fallback: Self.result(parameter.defaultValue, condition: nil))
        }
        index = Dictionary(
            parameters.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Reads and prepares the JSON text of a template.
    ///
    /// - Throws: `TemplateProblems` with every problem and its place.
    public init(parsing bytes: [UInt8]) throws(TemplateProblems) {
        let (template, problems) = TemplateReader.read(bytes)
        guard problems.isEmpty else { throw TemplateProblems(problems) }
        do {
            try self.init(template)
            warnings = warnings.placed(in: bytes)
        } catch {
            throw TemplateProblems(error.problems.placed(in: bytes))
        }
    }

    /// An empty conditional value, `{}`, is skipped in favor of the parameter's default.
    private static func conditional(
        _ value: ConditionalValue, of parameter: TemplateParameter, at position: Int
    ) -> (condition: Int, result: ConfigValue?) {
        if case .other(let object) = value.value, object.isEmpty {
            return (position, result(parameter.defaultValue, condition: nil))
        }
        return (position, result(value.value, condition: value.condition))
    }

    private static func result(_ value: TemplateValue?, condition: String?) -> ConfigValue? {
        switch value {
        case .text(let text): ConfigValue(text: text, source: .remote, condition: condition)
        // The value of a rollout, or a personalized value, has no meaning without the service, so the app's own default
        // is used.
        case .inAppDefault, .other, nil: nil
        }
    }
}

/// A server's values for the user that it evaluates a template for: the randomization ID, and custom signals by name.
public struct EvaluationContext: Sendable, Hashable {
    /// The value that determines percentages. It is also a custom signal.
    public static let randomizationIDName = "randomizationId"
    /// The names that other SDKs have for it, with their languages.
    private static let randomizationIDAliases: KeyValuePairs = [
        "randomization_id": "Python", "randomizationID": "Go",
    ]

    /// The values, by name.
    public var values: [String: JSONValue]

    /// Creates a context from values.
    public init(_ values: [String: JSONValue] = [:]) {
        self.values = values
    }

    /// Creates a context from the members of an object.
    public init(_ object: JSONObject) {
        values = Dictionary(object.members.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
    }

    /// The name that an SDK has for `randomizationId`, if the context has that name instead, and the language of the SDK.
    public var randomizationIDAlias: (name: String, language: String)? {
        guard values[Self.randomizationIDName] == nil else { return nil }
        return Self.randomizationIDAliases.first { values[$0.key] != nil }.map { ($0.key, $0.value) }
    }

    /// The context with `randomizationId` in place of the name that the SDKs for Python and Go have for it.
    public var withCanonicalNames: EvaluationContext {
        guard let alias = randomizationIDAlias?.name else { return self }
        var context = self
        context.values[Self.randomizationIDName] = context.values.removeValue(forKey: alias)
        return context
    }

    /// Returns a remark about a condition that uses the signal called `name`; nil for none.
    static func remark(onSignal name: String) -> (message: String, advice: String)? {
        randomizationIDAliases.first { $0.key == name }.map {
            (
                "asks for \(Quotation.of(name)), the name of the randomization ID in the SDK for \($0.value) only",
                "ask for \(randomizationIDName), its name in the SDKs for Node and Java, or use percent"
            )
        }
    }

    /// Whether percentages can be assigned.
    public var hasRandomizationID: Bool { randomizationID != nil }

    /// The id that percentages are assigned by; nil if it is absent, empty, `0` or `false`.
    var randomizationID: String? {
        switch values[Self.randomizationIDName] {
        case nil, .null, .bool(false): return nil
        case .number(let lexeme) where Double(lexeme) == 0: return nil
        case let value?:
            let text = Self.text(of: value)
            return text.isEmpty ? nil : text
        }
    }

    /// Returns the text of the signal called `name`; nil if it is absent or null.
    func signal(_ name: String) -> (value: JSONValue, text: String)? {
        guard let value = values[name], value != .null else { return nil }
        return (value, Self.text(of: value))
    }

    private static func text(of value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .bool(let value): value ? "true" : "false"
        case .number(let lexeme): SignalNumber.text(of: lexeme)
        case .string(let text): text
        case .array(let elements): elements.map(text(of:)).joined(separator: ",")
        case .object: value.compactText
        }
    }
}
