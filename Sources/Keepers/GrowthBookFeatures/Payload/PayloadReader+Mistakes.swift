import ExperimentsCore
import ExperimentsSupport

/// Mistakes that SDKs do not report: they ignore unknown members, so that a rule whose condition is misspelled applies
/// to everyone.
extension PayloadReader {
    private static let whole: Set = [
        "status", "features", "experiments", "savedGroups", "contextualBandits", "dateUpdated",
        "encryptedFeatures",
        "encryptedExperiments", "encryptedSavedGroups", "encryptedContextualBandits",
    ]
    private static let feature: Set = ["defaultValue", "rules"]
    private static let rule: Set = [
        "id", "key", "name", "phase", "condition", "parentConditions", "filters", "force", "coverage",
        "range",
        "tracks",
        "variations", "weights", "ranges", "meta", "namespace", "seed", "hashAttribute", "hashVersion",
        "fallbackAttribute", "disableStickyBucketing", "bucketVersion", "minBucketVersion",
        "contextualBanditRef",
        "contextualVariations",
    ]
    private static let experiment = rule.union([
        "status", "active", "manual", "urlPatterns", "persistQueryString", "changeId", "groups", "url",
    ])

    mutating func noteMisspelt(inWhole object: JSONObject) { noteMisspelt(in: object, Self.whole) }
    mutating func noteMisspelt(inFeature object: JSONObject) { noteMisspelt(in: object, Self.feature) }
    mutating func noteMisspelt(inRule object: JSONObject) { noteMisspelt(in: object, Self.rule) }
    mutating func noteMisspelt(inExperiment object: JSONObject) { noteMisspelt(in: object, Self.experiment) }

    /// Members that limit a rule to some users, or give it a value, and the part of a payload that has them.
    private static let owners: [(names: Set<String>, owner: String)] = [
        (["features", "savedGroups", "contextualBandits"], "the payload"),
        (["defaultValue", "rules"], "a feature"),
        (
            [
                "condition", "parentConditions", "filters", "force", "coverage", "range", "variations",
                "weights",
                "ranges", "namespace", "hashAttribute", "contextualBanditRef",
            ], "a rule"
        ),
        (["urlPatterns"], "an experiment"),
    ]

    /// Notes unknown members that belong to another part of a payload, or whose name is nearly that of a known one.
    /// Other unknown members may belong to a later version.
    private mutating func noteMisspelt(in object: JSONObject, _ known: Set<String>) {
        for member in object.members where !known.contains(member.name) {
            if let owner = Self.owners.first(where: { $0.names.contains(member.name) })?.owner {
                decoder.remark("is a member of \(owner); it is ignored here", at: member.name)
                continue
            }
            guard let near = SpellingSuggestion.nearest(to: member.name, in: known.sorted()) else { continue }
            decoder.remark("unknown member (did you mean \"\(near)\"?); it is ignored", at: member.name)
        }
    }

    /// Notes a feature whose name is nearly that of the member that holds all features.
    mutating func noteMisspeltFeatures(in features: JSONObject) {
        for member in features.members
        where SpellingSuggestion.nearest(to: member.name, in: ["features"]) != nil {
            decoder.remark("is read as a feature of this name (did you mean \"features\"?)", at: member.name)
        }
    }

    /// Reads a condition; nil if there is none, or if it is null or an empty string, as SDKs see it. Anything else but an
    /// object cannot be read, and lets nobody in.
    mutating func readCondition(_ members: JSONObject) -> Condition? {
        guard let json = members["condition"], json != .null, json != "" else { return nil }
        if json.object == nil { decoder.expected(JSONValue.terms.record, at: "condition", found: json) }
        return conditions.read(json)
    }

    /// Notes weights that are not numbers.
    mutating func checkWeights(_ members: JSONObject) {
        guard let weights = members.truthy("weights") else { return }
        if weights.array?.allSatisfy({ $0.double != nil }) != true {
            decoder.expected("an array of numbers", at: "weights", found: weights)
        }
    }

    /// Notes numbers, names and switches of another type, which JavaScript converts to a text or number that nobody
    /// wrote.
    mutating func checkTypes(of members: JSONObject) {
        for name in ["coverage", "bucketVersion", "minBucketVersion"] {
            if let json = members[name], json.double == nil {
                decoder.expected("a number", at: name, found: json)
            }
        }
        checkTexts(["id", "key", "name", "phase", "seed", "hashAttribute", "fallbackAttribute"], of: members)
        checkSwitches(["disableStickyBucketing", "manual", "active", "persistQueryString"], of: members)
    }

    mutating func checkTexts(_ names: [String], of members: JSONObject) {
        for name in names {
            guard let json = members.truthy(name), json.string == nil else { continue }
            decoder.expected(JSONValue.terms.text, at: name, found: json)
        }
    }

    mutating func checkSwitches(_ names: [String], of members: JSONObject) {
        for name in names {
            guard let json = members.truthy(name), json != .bool(true) else { continue }
            decoder.expected("true or false", at: name, found: json)
        }
    }

    /// Notes descriptions of variations that are not valid. SDKs report a variation without the key in them.
    mutating func checkMeta(_ members: JSONObject) {
        guard let meta = members.truthy("meta"), let list = decoder.list(meta, at: "meta") else { return }
        _ = objects(in: list, at: "meta", ["key", "name", "passthrough"]) { reader, about in
            reader.checkTexts(["key", "name"], of: about)
            reader.checkSwitches(["passthrough"], of: about)
        }
    }

    /// Reads the objects of a list, whose members have `known` names. Other elements are noted, because they are ignored.
    mutating func objects<Result>(
        in list: [JSONValue], at name: String, _ known: Set<String>,
        _ read: (inout PayloadReader, JSONObject) -> Result
    ) -> [Result] {
        decoder.enter(name)
        defer { decoder.leave() }
        var results: [Result] = []
        for (index, json) in list.enumerated() {
            decoder.enter(index)
            if let object = json.object {
                noteMisspelt(in: object, known)
                results.append(read(&self, object))
            } else {
                decoder.expected(JSONValue.terms.record, found: json)
            }
            decoder.leave()
        }
        return results
    }
}
