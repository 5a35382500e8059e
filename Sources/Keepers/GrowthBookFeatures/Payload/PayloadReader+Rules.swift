import ExperimentsCore

extension PayloadReader {
    /// Reads a rule of a feature.
    mutating func readRule(_ rule: JSONObject, of key: String) -> FeatureRule {
        var members: [String: JSONValue] = [:]
        for member in rule.members { members[member.name] = member.value }
        return FeatureRule(
            id: members["id"].flatMap(Self.truthy).map { AttributeValue($0).textForm } ?? "",
            prerequisites: readPrerequisites(members["parentConditions"]),
            filters: readFilters(members["filters"]), action: readAction(rule, members, key))
    }

    /// A member that JavaScript would not take for absent.
    static func truthy(_ json: JSONValue) -> JSONValue? {
        // A nil would be the null of JSON here.
        AttributeValue(json).isTruthy ? json : Optional.none
    }

    private mutating func readAction(
        _ rule: JSONObject, _ members: [String: JSONValue], _ key: String
    ) -> FeatureRule.Action {
        if let value = members["force"] { return .force(readRollout(value, members, key)) }
        let contextual = members["contextualVariations"].flatMap(Self.truthy)
        guard let variations = contextual ?? members["variations"].flatMap(Self.truthy) else { return .none }
        guard variations.array != nil else {
            note("variations are a list, found \(variations.kindName)")
            return .none
        }
        let experimentKey = members["key"].flatMap(Self.truthy).map { AttributeValue($0).textForm } ?? key
        let experiment = Self.experiment(of: rule, members, variations: variations, key: experimentKey)
        guard let id = members["contextualBanditRef"]?.string, !id.isEmpty, let bandit = bandits?[id]?.object else {
            return .experiment(Experiment(readExperiment(experiment, key: experimentKey)))
        }
        return .bandit(readBandit(bandit, id, experiment, experimentKey))
    }

    private static let takenIfTruthy = [
        "weights", "hashAttribute", "fallbackAttribute", "disableStickyBucketing", "namespace", "meta", "ranges",
        "name", "phase", "seed", "hashVersion", "filters", "condition",
    ]

    /// The experiment that is made of a rule: what it is said to be when somebody is in it.
    private static func experiment(
        of rule: JSONObject, _ members: [String: JSONValue], variations: JSONValue, key: String
    ) -> JSONObject {
        var experiment = [
            JSONObject.Member(name: "variations", value: variations), .init(name: "key", value: .string(key)),
        ]
        for name in ["coverage", "bucketVersion", "minBucketVersion"] {
            if let value = members[name] { experiment.append(.init(name: name, value: value)) }
        }
        for name in takenIfTruthy {
            if let value = members[name].flatMap(truthy) { experiment.append(.init(name: name, value: value)) }
        }
        return JSONObject(distinct: experiment)
    }

    private mutating func readRollout(
        _ value: JSONValue, _ members: [String: JSONValue], _ key: String
    ) -> Rollout {
        let seed = members["seed"].flatMap(Self.truthy).map { AttributeValue($0).textForm } ?? key
        return Rollout(
            value: value, attribute: AttributeValue(value),
            condition: members["condition"].flatMap(Self.truthy).map { conditions.read($0) },
            share: readShare(members), seed: HashSeed(seed, options.hashing),
            version: Self.version(members["hashVersion"], otherwise: .first), hashing: readHashing(members))
    }

    private func readShare(_ members: [String: JSONValue]) -> Rollout.Share {
        if let range = members["range"].flatMap(Self.truthy) {
            return Self.range(range).map(Rollout.Share.range) ?? .nobody
        }
        guard let coverage = members["coverage"] else { return .everybody }
        // Zero is nobody at all; what JavaScript only takes for zero still holds the bucket of 0.
        if case .number = coverage, coverage.double == 0 { return .nobody }
        return .coverage(AttributeValue(coverage).numberForm)
    }

    mutating func readHashing(_ members: [String: JSONValue]) -> HashAttributes {
        let fallback = members["fallbackAttribute"].flatMap(Self.truthy).map { hashPlace(AttributeValue($0).textForm) }
        let isDisabled = members["disableStickyBucketing"].flatMap(Self.truthy) != nil
        return HashAttributes(
            own: hashPlace(Self.hashAttribute(members)), fallback: fallback, isStickyAllowed: !isDisabled)
    }

    static func hashAttribute(_ members: [String: JSONValue]) -> String {
        members["hashAttribute"].flatMap(truthy).map { AttributeValue($0).textForm } ?? "id"
    }

    /// The version of a hash; nil for one that is not known, which nobody has a bucket by.
    static func version(_ json: JSONValue?, otherwise usual: HashVersion) -> HashVersion? {
        guard let json = json.flatMap(truthy) else { return usual }
        guard let number = json.double, number == number.rounded(), abs(number) < 10 else { return nil }
        return HashVersion(rawValue: Int(number))
    }

    static func range(_ json: JSONValue) -> BucketRange? {
        guard let ends = json.array, ends.count >= 2 else { return nil }
        return BucketRange(start: AttributeValue(ends[0]).numberForm, end: AttributeValue(ends[1]).numberForm)
    }

    mutating func readFilters(_ json: JSONValue?) -> [BucketFilter]? {
        guard let json = json.flatMap(Self.truthy) else { return nil }
        guard let list = json.array else {
            note("filters are a list, found \(json.kindName)")
            return nil
        }
        return list.compactMap(\.object).map { filter in
            let attribute = filter["attribute"].flatMap(Self.truthy).map { AttributeValue($0).textForm } ?? "id"
            let seed = filter["seed"].map { AttributeValue($0).textForm } ?? "undefined"
            return BucketFilter(
                seed: HashSeed(seed, options.hashing), attribute: hashPlace(attribute),
                version: Self.version(filter["hashVersion"], otherwise: .second),
                ranges: (filter["ranges"]?.array ?? []).compactMap(Self.range))
        }
    }

    mutating func readPrerequisites(_ json: JSONValue?) -> [Prerequisite] {
        guard let json = json.flatMap(Self.truthy) else { return [] }
        guard let list = json.array else {
            note("parentConditions are a list, found \(json.kindName)")
            return []
        }
        return list.compactMap(\.object).map { parent in
            let key = parent["id"].map { AttributeValue($0).textForm } ?? "undefined"
            let condition = parent["condition"].flatMap(Self.truthy) ?? .object(JSONObject())
            return Prerequisite(
                key: key, feature: place(of: key), condition: conditions.read(condition),
                isGate: parent["gate"].flatMap(Self.truthy) != nil)
        }
    }
}
