import ExperimentsCore

extension PayloadReader {
    /// Reads an experiment that is written by itself.
    mutating func readExperiment(_ object: JSONObject, key: String) -> ExperimentParts {
        noteMisspelt(inExperiment: object)
        checkTypes(of: object)
        if let status = object.truthy("status"), !["draft", "running", "stopped"].contains(status) {
            decoder.expected("draft, running or stopped", at: "status", found: status)
        }
        var parts = readExperiment(object, from: .whole(object), variations: object["variations"], key: key)
        if let prerequisites = readPrerequisites(object["parentConditions"]) {
            parts.prerequisites = prerequisites
        } else {
            parts.filters = [.nobody]
        }
        parts.urlTargets = readTargets(object["urlPatterns"])
        parts.forced = Self.forced(object["force"])
        parts.status = Self.status(object)
        parts.isManual = object.truthy("manual") != nil
        parts.keepsQuery = object.truthy("persistQueryString") != nil
        return parts
    }

    /// Reads the members that rules and experiments have in common.
    mutating func readExperiment(
        _ members: JSONObject, from source: Experiment.Source, variations: JSONValue?, key: String
    ) -> ExperimentParts {
        checkWeights(members)
        checkMeta(members)
        let variations = readVariations(variations?.array ?? [], members)
        let hashAttribute = Self.hashAttribute(members)
        noteSticky(hashAttribute)
        if let fallback = members.truthy("fallbackAttribute") {
            noteSticky(AttributeValue(fallback).textForm)
        }
        let seed = members.truthy("seed").map { AttributeValue($0).textForm } ?? key
        return ExperimentParts(
            key: key, source: source, variations: variations, ranges: readRanges(members, variations.count),
            seed: HashedText(seed, options.hashing),
            version: Self.version(members["hashVersion"], otherwise: .first),
            hashing: readHashing(members), filters: readFilters(members["filters"]),
            namespace: readNamespace(members["namespace"]),
            condition: readCondition(members),
            stickiness: Self.stickiness(members, key))
    }

    private func readVariations(_ values: [JSONValue], _ members: JSONObject) -> [Experiment.Variation] {
        let meta = members["meta"]?.array ?? []
        return values.enumerated().map { index, value in
            let about = index < meta.count ? meta[index].object : nil
            let key = about?["key"].flatMap(Self.truthy).map { AttributeValue($0).textForm }
            return Experiment.Variation(
                value: value, attribute: AttributeValue(value), key: key ?? String(index),
                ownKey: about?["key"]?.string, name: about?["name"]?.string,
                isPassThrough: about?["passthrough"].flatMap(Self.truthy) != nil)
        }
    }

    private mutating func readRanges(_ members: JSONObject, _ count: Int) -> [BucketRange] {
        if let ranges = members.truthy("ranges") { return readRanges(ranges) }
        return [BucketRange](
            variations: count, coverage: Self.coverage(members), weights: Self.weights(members["weights"]),
            dialect: options.dialect)
    }

    /// Reads ranges. One that is not valid keeps its position, and includes no user; no list includes no user either.
    mutating func readRanges(_ json: JSONValue) -> [BucketRange] {
        guard let list = decoder.list(json, at: "ranges") else { return [] }
        decoder.enter("ranges")
        defer { decoder.leave() }
        return list.enumerated().map { index, json in
            decoder.enter(index)
            defer { decoder.leave() }
            return readRange(json) ?? BucketRange(start: 0, end: 0)
        }
    }

    static func coverage(_ members: JSONObject) -> Double {
        members["coverage"].map { AttributeValue($0).numberForm } ?? 1
    }

    static func weights(_ json: JSONValue?) -> [Double]? {
        json.flatMap(truthy)?.array.map { $0.map { AttributeValue($0).numberForm } }
    }

    private mutating func readNamespace(_ json: JSONValue?) -> Namespace? {
        guard let json = json.flatMap(Self.truthy) else { return nil }
        let parts = json.array ?? []
        if parts.count < 3 || parts[0].string == nil || parts[1...2].contains(where: { $0.double == nil }) {
            decoder.expected("an array of a name, a start and an end", at: "namespace", found: json)
        }
        // A part without a start and an end has no users, as in SDKs. It is never all users.
        let bounds = parts.count < 3 ? [0, 0] : parts[1...2].map { AttributeValue($0).numberForm }
        let name = parts.first.map { AttributeValue($0).textForm } ?? json.compactText
        let range = BucketRange(start: bounds[0], end: bounds[1])
        return Namespace(name: name, seed: HashedText("__" + name, options.hashing), range: range)
    }

    private mutating func readTargets(_ json: JSONValue?) -> [URLTarget]? {
        guard let json = json.flatMap(Self.truthy) else { return nil }
        guard let list = decoder.list(json, at: "urlPatterns") else { return nil }
        return objects(in: list, at: "urlPatterns", ["include", "type", "pattern"]) { URLTarget($1) }
    }

    /// Reads a forced variation: -1 if it is not an index, so that it forces none.
    private static func forced(_ json: JSONValue?) -> Int? {
        json.map { json in
            let number = AttributeValue(json).numberForm
            return number == number.rounded() && abs(number) < 1e9 ? Int(number) : -1
        }
    }

    private static func status(_ members: JSONObject) -> Experiment.Status {
        if members["status"]?.string == "draft" || members["active"] == .bool(false) { return .draft }
        return members["status"]?.string == "stopped" ? .stopped : .running
    }

    /// The maximum number of versions below the smallest valid one that are looked up.
    private static let mostVersions = 1000

    private static func stickiness(_ members: JSONObject, _ key: String) -> Experiment.Stickiness {
        let version = members.truthy("bucketVersion") ?? 0
        let least = members["minBucketVersion"].map { AttributeValue($0).numberForm } ?? 0
        let count = least > 0 ? Int(min(least.rounded(.up), Double(mostVersions))) : 0
        return Experiment.Stickiness(experiment: key, version: AttributeValue(version).textForm, least: count)
    }

    /// Reads an experiment with the weights of each context.
    mutating func readBandit(
        _ bandit: JSONObject, id: String, experiment object: JSONObject, key: String
    ) -> Bandit {
        let contexts = bandit["contexts"]?.array ?? []
        let leaves = objects(in: contexts, at: "contexts", ["condition", "leafId", "weights"]) {
            reader, context in
            Bandit.Leaf(
                condition: reader.readCondition(context) ?? reader.conditions.read(.object(JSONObject())),
                experiment: reader.readLeaf(
                    object, key: key, leaf: context["leafId"] ?? .null, weights: context["weights"],
                    of: bandit))
        }
        return Bandit(
            id: id, leaves: leaves,
            fallback: readLeaf(object, key: key, leaf: .number("-1"), weights: object["weights"], of: bandit))
    }

    private mutating func readLeaf(
        _ object: JSONObject, key: String, leaf: JSONValue, weights: JSONValue?, of bandit: JSONObject
    ) -> Experiment {
        var object = object
        let count = object["variations"]?.array?.count ?? 0
        let weights = weights.flatMap(Self.truthy) ?? object["weights"]
        let equal = [BucketRange].equalWeights(count)
        object["weights"] = weights ?? .array(equal.map { AttributeValue.number($0).json })
        var parts = readExperiment(object, key: key)
        parts.bandit = Experiment.BanditChoice(
            leafID: leaf, weights: Self.weights(weights) ?? equal, version: bandit["banditVersion"])
        return Experiment(parts)
    }
}

extension Experiment {
    /// The members as the payload gave them, with the key.
    var members: JSONObject {
        switch source {
        case .whole(let object): object
        case .rule(let rule, let variations):
            PayloadReader.experiment(of: rule, variations: variations, key: key)
        }
    }
}
