import ExperimentsCore

/// The shape of a part of a template, as the service's API declares it.
indirect enum TemplateShape: Sendable {
    /// An object with declared members.
    case message(Message)
    /// An object whose names are the author's.
    case map(TemplateShape)
    /// An array.
    case list(TemplateShape)
    /// A string.
    case text
    /// Another scalar, or a part that is checked elsewhere.
    case other

    /// An object with declared members.
    struct Message: Sendable {
        /// Its name in sentences: `a parameter`.
        let title: String
        let members: [(name: String, shape: TemplateShape)]
        private let places: [String: Int]

        init(_ title: String, _ members: [(name: String, shape: TemplateShape)]) {
            self.title = title
            self.members = members
            places = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1.name, $0) })
        }

        /// The shape of a member; nil for one that is not declared.
        subscript(name: String) -> TemplateShape? { places[name].map { members[$0].shape } }
    }

    /// A whole template.
    static let template = message(
        "the template",
        [
            ("conditions", .list(condition)), ("parameters", parameters),
            (
                "parameterGroups",
                .map(message("a group", others("description") + [("parameters", parameters)]))
            ),
            ("version", version),
        ])

    private static let condition = message(
        "a condition", others("name", "expression", "condition", "tagColor"))

    private static let parameters = TemplateShape.map(
        message(
            "a parameter",
            [("defaultValue", value), ("conditionalValues", .map(value))] + others("description", "valueType")
        ))

    /// A value.
    static let value = message(
        "a value",
        others("value", "useInAppDefault") + [
            ("personalizationValue", message("a personalized value", texts("personalizationId"))),
            ("rolloutValue", message("a rollout", texts("rolloutId", "value") + others("percent"))),
            (
                "experimentValue",
                message(
                    "an experiment",
                    texts("experimentId") + others("exposurePercent") + [
                        (
                            "variantValue",
                            .list(message("a variant", texts("variantId", "value") + others("noChange")))
                        )
                    ])
            ),
        ])

    /// The version.
    static let version = message(
        "the version",
        texts("updateTime", "description", "updateOrigin", "updateType")
            + others("versionNumber", "updateUser", "rollbackSource", "isLegacy"))

    private static func message(_ title: String, _ members: [(name: String, shape: TemplateShape)])
        -> TemplateShape
    {
        .message(Message(title, members))
    }

    private static func texts(_ names: String...) -> [(name: String, shape: TemplateShape)] {
        names.map { ($0, .text) }
    }

    private static func others(_ names: String...) -> [(name: String, shape: TemplateShape)] {
        names.map { ($0, .other) }
    }

    /// Returns the document with `camelCase` in place of `snake_case` in the names that the API declares; nil if there
    /// is nothing to replace. The service accepts both.
    func canonical(_ json: JSONValue) -> JSONValue? {
        switch self {
        case .text, .other: return nil
        case .list(let element):
            guard let elements = json.array else { return nil }
            let canonical = elements.map(element.canonical)
            guard canonical.contains(where: { $0 != nil }) else { return nil }
            return .array(zip(canonical, elements).map { $0 ?? $1 })
        case .map(let value):
            return Self.replacingMembers(of: json) { _, member in
                value.canonical(member.value).map { JSONObject.Member(name: member.name, value: $0) }
            }
        case .message(let message):
            return Self.replacingMembers(of: json) { object, member in
                let name = message.canonicalName(of: member.name, in: object)
                let value = message[name]?.canonical(member.value)
                guard name != member.name || value != nil else { return nil }
                return JSONObject.Member(name: name, value: value ?? member.value)
            }
        }
    }

    private static func replacingMembers(
        of json: JSONValue, _ replacement: (JSONObject, JSONObject.Member) -> JSONObject.Member?
    ) -> JSONValue? {
        guard let object = json.object else { return nil }
        let members = object.members.map { replacement(object, $0) }
        guard members.contains(where: { $0 != nil }) else { return nil }
        return .object(JSONObject(distinct: zip(members, object.members).map { $0 ?? $1 }))
    }
}

extension TemplateShape.Message {
    /// Returns `default_value` as `defaultValue`, unless the object has both, and other names unchanged.
    fileprivate func canonicalName(of name: String, in object: JSONObject) -> String {
        guard name.utf8.contains(UInt8(ascii: "_")), self[name] == nil else { return name }
        let words = name.split(scalar: "_")
        let camelCase = words.dropFirst().reduce(String(words.first ?? "")) {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
        return self[camelCase] != nil && object[camelCase] == nil ? camelCase : name
    }

    /// Returns `defaultValue` as `default_value`, as in the service's messages.
    static func snakeCase(_ name: String) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    }
}
