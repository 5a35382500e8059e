import ExperimentsCore

extension EvaluationContext {
    /// Reads a context in the format of GrowthBook's test suite. Unknown members are ignored.
    ///
    /// - Throws: `PayloadProblem` if a member has the wrong type.
    public init(_ object: JSONObject) throws(PayloadProblem) {
        self.init()
        attributes = try Self.object("attributes", of: object)
        for member in try Self.object("attributeOverrides", of: object).members {
            attributes[member.name] = member.value
        }
        url = object["url"]?.string ?? ""
        for member in try Self.object("forcedVariations", of: object).members {
            let number = AttributeValue(member.value).numberForm
            forcedVariations[member.name] = number == number.rounded() && abs(number) < 1e9 ? Int(number) : -1
        }
        for member in try Self.object("forcedFeatureValues", of: object).members {
            forcedValues[member.name] = member.value
        }
        isEnabled = object["enabled"] != .bool(false)
        isQualityAssurance = object["qaMode"]?.bool ?? false
        if let documents = object["stickyBucketAssignmentDocs"], documents != .null {
            stickyBuckets = StickyBuckets(documents)
        }
    }

    private static func object(_ name: String, of context: JSONObject) throws(PayloadProblem) -> JSONObject {
        guard let json = context[name], json != .null else { return JSONObject() }
        guard let object = json.object else {
            throw PayloadProblem(.part, "\(name) of the context are an object, found \(json.kindName)")
        }
        return object
    }
}
