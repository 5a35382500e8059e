import ExperimentsCore

/// A flag manifest, the document from which OpenFeature's tools generate code.
public enum FlagManifest {
    private static let types = ["boolean", "string", "integer", "float", "object"]

    /// Returns the manifest of keys.
    ///
    /// A manifest needs a default for each flag: a key that has none gets false, 0, an empty text or an empty object.
    public static func json(of keys: [CatalogKey]) -> JSONValue {
        let flags = keys.map { key in
            var flag = JSONObject()
            flag["flagType"] = .string(type(of: key.schema))
            flag["defaultValue"] = value(of: key.schema)
            let words = [key.declaredTitle, key.summary].compactMap(\.self)
            if !words.isEmpty { flag["description"] = .string(words.joined(separator: ": ")) }
            return JSONObject.Member(name: key.name, value: .object(flag))
        }
        return [
            "$schema": "https://raw.githubusercontent.com/open-feature/cli/main/schema/v0/flag-manifest.json",
            "flags": .object(JSONObject(setting: flags)),
        ]
    }

    private static func type(of schema: ValueSchema) -> String {
        switch schema.kind {
        // A value with a baseline is a text.
        case .bool: schema.understandsBaseline ? "string" : "boolean"
        case .int: "integer"
        case .double: "float"
        case .json: "object"
        case .string, .duration, .url, .date: "string"
        }
    }

    private static func value(of schema: ValueSchema) -> JSONValue {
        let text = schema.defaultText
        switch type(of: schema) {
        case "boolean": return .bool(text.flatMap(BooleanText.value) ?? false)
        case "integer": return .number(text.flatMap(NumberText.integer).map { String($0) } ?? "0")
        case "float": return .number(text.flatMap(NumberText.double).map { NumberText.text(of: $0) } ?? "0")
        case "object": return text.flatMap { try? JSONValue(parsing: $0) } ?? .object(JSONObject())
        default: return .string(text ?? "")
        }
    }

    /// Whether a document is a manifest: its flags have a type each.
    static func isManifest(_ root: JSONObject) -> Bool {
        guard let flags = root["flags"]?.object else { return false }
        return flags.isEmpty || flags.members.contains { $0.value.object?["flagType"] != nil }
    }

    /// Reads the flags of a manifest.
    ///
    /// - Throws: `FileProblem` for the first flag that is not as it must be, with its place.
    static func keys(_ json: JSONValue, _ bytes: [UInt8], path: String) throws(FileProblem) -> [CatalogKey] {
        var decoder = DocumentDecoder<JSONValue>(unknownMembers: .ignored)
        var keys: [CatalogKey] = []
        decoder.enter("flags")
        for member in json.object?["flags"]?.object?.members ?? [] {
            decoder.enter(member.name)
            if let key = key(named: member.name, member.value, &decoder) { keys.append(key) }
            decoder.leave()
        }
        guard let fault = decoder.faults.first else { return keys }
        let place = JSONPlaces(bytes).place(of: fault.path)
        throw FileProblem(
            path: path, message: "\(fault.path): \(fault.message)", line: place.line, column: place.column)
    }

    private static func key(
        named name: String, _ json: JSONValue, _ decoder: inout DocumentDecoder<JSONValue>
    ) -> CatalogKey? {
        guard let flag = decoder.record(json, fields: ["flagType", "defaultValue", "description"]) else {
            return nil
        }
        guard let type = flag["flagType"]?.string, types.contains(type) else {
            return decoder.expected(
                "one of \(types.joined(separator: ", "))", at: "flagType", found: flag["flagType"])
        }
        guard let value = json.object?["defaultValue"] else {
            return decoder.missing("defaultValue", of: flag)
        }
        let kind: ValueKind
        let expected: String
        let isRight: Bool
        switch (type, value) {
        case ("boolean", _): (kind, expected, isRight) = (.bool, "true or false", value.bool != nil)
        case ("string", _): (kind, expected, isRight) = (.string, "a string", value.string != nil)
        case ("integer", _): (kind, expected, isRight) = (.int, "a whole number", value.int != nil)
        case ("float", _): (kind, expected, isRight) = (.double, "a number", value.double != nil)
        default: (kind, expected, isRight) = (.json, "a value", value != .null)
        }
        guard isRight else { return decoder.expected(expected, at: "defaultValue", found: value) }
        let text =
            switch kind {
            case .json: value.compactText
            case .int: value.int.map { String($0) }
            default: value.valueText
            }
        return CatalogKey(
            name: name, summary: flag["description"]?.string.flatMap { $0.isEmpty ? nil : $0 },
            schema: ValueSchema(kind: kind, defaultText: text))
    }
}
