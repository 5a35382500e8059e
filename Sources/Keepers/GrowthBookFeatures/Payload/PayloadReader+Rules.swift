import ExperimentsCore

extension PayloadReader {
    /// Reads a rule of a feature.
    mutating func readRule(_ rule: JSONObject, of key: String) -> FeatureRule {
        noteMisspelt(inRule: rule)
        checkTypes(of: rule)
        let prerequisites = readPrerequisites(rule["parentConditions"])
        return FeatureRule(
            id: rule.truthy("id").map { AttributeValue($0).textForm } ?? "",
            prerequisites: prerequisites ?? [],
            filters: prerequisites == nil ? [.nobody] : readFilters(rule["filters"]),
            action: readAction(rule, of: key))
    }

    /// Returns a member that JavaScript does not treat as absent.
    static func truthy(_ json: JSONValue) -> JSONValue? {
        // A nil would be the null of JSON here.
        json.isTruthy ? json : Optional.none
    }

    private mutating func readAction(_ rule: JSONObject, of key: String) -> FeatureRule.Action {
        if let value = rule["force"] {
            for name in ["variations", "contextualVariations"] where rule.truthy(name) != nil {
                decoder.remark("is ignored, because the rule has `force`", at: name)
            }
            return .force(readRollout(value, rule, key: key))
        }
        let contextual = rule.truthy("contextualVariations")
        guard let variations = contextual ?? rule.truthy("variations") else { return .none }
        guard variations.array != nil else {
            let name = contextual == nil ? "variations" : "contextualVariations"
            decoder.expected(JSONValue.terms.list, at: name, found: variations)
            return .none
        }
        let experimentKey = rule.truthy("key").map { AttributeValue($0).textForm } ?? key
        guard let id = rule["contextualBanditRef"]?.string, !id.isEmpty, let bandit = bandits?[id]?.object
        else {
            let source = Experiment.Source.rule(rule, variations: variations)
            return .experiment(
                Experiment(readExperiment(rule, from: source, variations: variations, key: experimentKey)))
        }
        let experiment = Self.experiment(of: rule, variations: variations, key: experimentKey)
        return .bandit(readBandit(bandit, id: id, experiment: experiment, key: experimentKey))
    }

    private static let takenAlways: [String] = ["coverage", "bucketVersion", "minBucketVersion"]
    private static let takenIfTruthy: [String] = [
        "weights", "hashAttribute", "fallbackAttribute", "disableStickyBucketing", "namespace", "meta",
        "ranges",
        "name", "phase", "seed", "hashVersion", "filters", "condition",
    ]

    /// Returns the experiment of a rule, in the form in which it is reported for its users.
    static func experiment(of members: JSONObject, variations: JSONValue, key: String) -> JSONObject {
        var experiment = [
            JSONObject.Member(name: "variations", value: variations), .init(name: "key", value: .string(key)),
        ]
        for name in takenAlways {
            if let value = members[name] { experiment.append(.init(name: name, value: value)) }
        }
        for name in takenIfTruthy {
            if let value = members.truthy(name) { experiment.append(.init(name: name, value: value)) }
        }
        return JSONObject(distinct: experiment)
    }

    private mutating func readRollout(_ value: JSONValue, _ members: JSONObject, key: String) -> Rollout {
        let seed = members.truthy("seed").map { AttributeValue($0).textForm } ?? key
        return Rollout(
            value: value, attribute: AttributeValue(value),
            condition: readCondition(members),
            share: readShare(members), seed: HashedText(seed, options.hashing),
            version: Self.version(members["hashVersion"], otherwise: .first), hashing: readHashing(members))
    }

    private mutating func readShare(_ members: JSONObject) -> Rollout.Share {
        if let range = members.truthy("range") {
            return readRange(range, at: "range").map(Rollout.Share.range) ?? .nobody
        }
        guard let coverage = members["coverage"] else { return .everybody }
        // Zero covers no user; a value that JavaScript converts to zero still includes the bucket of 0.
        if case .number = coverage, coverage.double == 0 { return .nobody }
        return .coverage(AttributeValue(coverage).numberForm)
    }

    mutating func readHashing(_ members: JSONObject) -> HashAttributes {
        let fallback = members.truthy("fallbackAttribute").map { hashPlace(AttributeValue($0).textForm) }
        let isDisabled = members.truthy("disableStickyBucketing") != nil
        return HashAttributes(
            own: hashPlace(Self.hashAttribute(members)), fallback: fallback, isStickyAllowed: !isDisabled)
    }

    static func hashAttribute(_ members: JSONObject) -> String {
        members.truthy("hashAttribute").map { AttributeValue($0).textForm } ?? "id"
    }

    /// Reads the version of a hash; nil if it is not known, so that no user has a bucket.
    static func version(_ json: JSONValue?, otherwise usual: HashVersion) -> HashVersion? {
        guard let json = json.flatMap(truthy) else { return usual }
        guard let number = json.double, number == number.rounded(), abs(number) < 10 else { return nil }
        return HashVersion(rawValue: Int(number))
    }

    /// Reads a range; nil if it has no end. Other bounds than numbers are noted, and used as JavaScript does.
    mutating func readRange(_ json: JSONValue, at name: String? = nil) -> BucketRange? {
        let ends = json.array ?? []
        if ends.count != 2 || ends.contains(where: { $0.double == nil }) {
            decoder.expected("an array of a start and an end", at: name, found: json)
        }
        guard ends.count >= 2 else { return nil }
        return BucketRange(start: AttributeValue(ends[0]).numberForm, end: AttributeValue(ends[1]).numberForm)
    }

    mutating func readFilters(_ json: JSONValue?) -> [BucketFilter]? {
        guard let json = json.flatMap(Self.truthy) else { return nil }
        guard let list = decoder.list(json, at: "filters") else { return [.nobody] }
        let names: Set = ["attribute", "seed", "hashVersion", "ranges"]
        let filters = objects(in: list, at: "filters", names) { reader, filter in
            reader.checkTexts(["attribute"], of: filter)
            if filter["seed"]?.string == nil {
                reader.decoder.expected(JSONValue.terms.text, at: "seed", found: filter["seed"])
            }
            let attribute =
                filter["attribute"].flatMap(Self.truthy).map { AttributeValue($0).textForm } ?? "id"
            let seed = filter["seed"].map { AttributeValue($0).textForm } ?? "undefined"
            return BucketFilter(
                seed: HashedText(seed, reader.options.hashing), attribute: reader.hashPlace(attribute),
                version: Self.version(filter["hashVersion"], otherwise: .second),
                ranges: reader.readRanges(filter["ranges"] ?? .null).filter { $0.start < $0.end })
        }
        return filters.count == list.count ? filters : filters + [.nobody]
    }

    /// Reads features that a rule needs; nil if they are not a list, because SDKs then fail, so that nobody gets the
    /// value of the rule.
    mutating func readPrerequisites(_ json: JSONValue?) -> [Prerequisite]? {
        guard let json = json.flatMap(Self.truthy) else { return [] }
        guard let list = decoder.list(json, at: "parentConditions") else { return nil }
        return objects(in: list, at: "parentConditions", ["id", "condition", "gate"]) { reader, parent in
            if parent["id"]?.string == nil {
                reader.decoder.expected(JSONValue.terms.text, at: "id", found: parent["id"])
            }
            reader.checkSwitches(["gate"], of: parent)
            let key = parent["id"].map { AttributeValue($0).textForm } ?? "undefined"
            return Prerequisite(
                key: key, feature: reader.place(of: key),
                condition: reader.readCondition(parent) ?? reader.conditions.read(.object(JSONObject())),
                isGate: parent["gate"].flatMap(Self.truthy) != nil)
        }
    }
}

extension JSONObject {
    /// Returns a member that JavaScript does not treat as absent.
    func truthy(_ name: String) -> JSONValue? { self[name].flatMap(PayloadReader.truthy) }
}
