import ExperimentsCore

/// The results of a scan as JSON: `{"schema", "keys": […], "problems": […]}`.
extension SourceScan {
    /// The keys and the problems as a document.
    public var json: JSONValue {
        [
            "schema": .number("1"),
            "keys": .array(keys.map { Self.key($0, at: places[$0.name]) }),
            "problems": .array(
                problems.map { problem in
                    var members = Self.place(problem.place)
                    members["message"] = .string(problem.message)
                    members["losesKey"] = .bool(problem.isKeyLost)
                    return .object(members)
                }),
        ]
    }

    /// Returns a document of keys that no code reads: `{"schema", "unused": [{"key", "path", "line", "column"}]}`.
    public func unused(_ names: [String]) -> JSONValue {
        let keys = names.map { name in
            var members = JSONObject()
            members["key"] = .string(name)
            for member in places[name].map(Self.place)?.members ?? [] { members[member.name] = member.value }
            return JSONValue.object(members)
        }
        return ["schema": .number("1"), "unused": .array(keys)]
    }

    private static func key(_ key: CatalogKey, at place: SourcePlace?) -> JSONValue {
        let schema = key.schema
        var members = JSONObject()
        members["name"] = .string(key.name)
        members["title"] = key.declaredTitle.map(JSONValue.string)
        members["type"] = .string(schema.kind.rawValue)
        if !schema.cases.isEmpty { members["cases"] = .array(schema.cases.map(JSONValue.string)) }
        if let range = schema.range {
            var bounds = JSONObject()
            for (name, bound) in [("min", range.lowerBound), ("max", range.upperBound)] where bound.isFinite {
                bounds[name] = .number(NumberText.text(of: bound))
            }
            members["range"] = .object(bounds)
        }
        members["default"] = schema.defaultText.map(JSONValue.string)
        if schema.understandsBaseline { members["baseline"] = true }
        members["group"] = key.group.map(JSONValue.string)
        members["description"] = key.summary.map(JSONValue.string)
        for member in place.map(Self.place)?.members ?? [] { members[member.name] = member.value }
        return .object(members)
    }

    private static func place(_ place: SourcePlace) -> JSONObject {
        JSONObject(distinct: [
            .init(name: "path", value: .string(place.path)),
            .init(name: "line", value: .number(String(place.line))),
            .init(name: "column", value: .number(String(place.column))),
        ])
    }
}
