/// Writes the `keys:` of a project file.
package enum CatalogueText {
    /// Returns the `keys:` section with a comment that explains its fields. Reading the text gives the same keys.
    package static func text(of keys: [CatalogKey]) -> String {
        let example =
            keys.isEmpty
            ? """
            # keys:
            #   - name: paywall_type
            #     title: Paywall
            #     type: string
            #     cases: [a, b, c]
            #     default: a
            #     baseline: true
            #     group: Monetization
            keys: []

            """ : "keys:\n"
        return """
            # The keys that the app reads. Each has a name and a type: bool, string, int, double or json. Optional are
            #   title, group, description   words for people
            #   default                     what the app uses where the source has no value
            #   cases                       all that a string may be
            #   range                       the numbers that an int or double may be: {min: 1, max: 10}
            #   baseline                    true if a value may end in `_baseline`

            """ + example + keys.map { entry($0) }.joined()
    }

    /// Returns the `keys:` section without the comment.
    static func section(of keys: [CatalogKey]) -> String {
        keys.isEmpty ? "keys: []\n" : "keys:\n" + keys.map { entry($0) }.joined()
    }

    /// Returns one key as an item of the list.
    package static func entry(_ key: CatalogKey) -> String {
        "  - " + fields(key).map { $0 + "\n" }.joined(separator: "    ")
    }

    /// Returns the fields of a key, one on each line, for example `name: paywall_type`.
    package static func fields(_ key: CatalogKey) -> [String] {
        let schema = key.schema
        var fields = [("name", YAMLText.scalar(key.name))]
        if let title = key.declaredTitle { fields.append(("title", YAMLText.scalar(title))) }
        fields.append(("type", schema.kind.rawValue))
        if !schema.cases.isEmpty { fields.append(("cases", YAMLText.list(schema.cases))) }
        if let range = schema.range, let text = rangeText(range) { fields.append(("range", text)) }
        if let text = schema.defaultText { fields.append(("default", defaultText(text, schema.kind))) }
        if schema.understandsBaseline { fields.append(("baseline", "true")) }
        if let group = key.group { fields.append(("group", YAMLText.scalar(group))) }
        if let summary = key.summary { fields.append(("description", YAMLText.scalar(summary))) }
        return fields.map { name, value in "\(name): \(value)" }
    }

    private static func rangeText(_ range: ClosedRange<Double>) -> String? {
        var parts: [String] = []
        if range.lowerBound.isFinite { parts.append("min: \(NumberText.text(of: range.lowerBound))") }
        if range.upperBound.isFinite { parts.append("max: \(NumberText.text(of: range.upperBound))") }
        return parts.isEmpty ? nil : "{" + parts.joined(separator: ", ") + "}"
    }

    /// Writes numbers and booleans as they are if they are spelt as in YAML, and quotes any other text.
    private static func defaultText(_ text: String, _ kind: ValueKind) -> String {
        switch kind {
        case .bool where text == "true" || text == "false": return text
        case .int, .double:
            if case .number(text)? = try? JSONValue(parsing: text) { return text }
        default: break
        }
        return YAMLText.scalar(text)
    }
}
