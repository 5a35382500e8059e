import ExperimentsCore

/// Reads a payload into its evaluated form. Invalid parts are skipped, and reported by the decoder.
struct PayloadReader {
    let options: EvaluationOptions
    var conditions: ConditionReader
    var decoder = DocumentDecoder<JSONValue>()
    private var features: [Feature] = []
    private var places: [ExactText: Int] = [:]
    private var experiments: [Experiment] = []
    private var groups: [ExactText: SavedGroup] = [:]
    private(set) var bandits: JSONObject?
    private var hashAttributes: [String] = []
    private var hashPlaces: [ExactText: Int] = [:]
    private var stickyAttributes: [String] = []

    init(options: EvaluationOptions) {
        self.options = options
        conditions = ConditionReader(dialect: options.dialect)
    }

    /// Returns the index of an attribute that identifies users.
    mutating func hashPlace(_ name: String) -> Int {
        // Nearly always it is that called `id`, which is the first.
        if let first = hashAttributes.first, JavaScriptText.isSame(first, name) { return 0 }
        if let place = hashPlaces[ExactText(name)] { return place }
        hashAttributes.append(name)
        hashPlaces[ExactText(name)] = hashAttributes.count - 1
        return hashAttributes.count - 1
    }

    /// Notes that stored assignments of an attribute are read.
    mutating func noteSticky(_ name: String) {
        if !stickyAttributes.contains(where: { JavaScriptText.isSame($0, name) }) {
            stickyAttributes.append(name)
        }
    }

    /// Returns the index of a feature.
    func place(of key: String) -> Int? { places[ExactText(key)] }

    /// Reads a payload.
    ///
    /// - Parameter isWhole: whether the features are a member of the payload; otherwise they are the whole payload.
    mutating func read(_ object: JSONObject, isWhole: Bool) throws(PayloadProblem) {
        _ = hashPlace("id")
        let members = object["features"] ?? .object(JSONObject())
        guard let written = members.object else {
            decoder.expected(
                JSONValue.terms.record, at: "features", found: members,
                advice: members.array?.first?.object == nil
                    ? nil
                    : "this may be an answer of GrowthBook's REST API; SDKs read /api/features/ and the client key"
            )
            throw PayloadProblem(.unreadable, decoder.faults[0])
        }
        if isWhole { noteMisspelt(inWhole: object) } else { noteMisspeltFeatures(in: written) }
        bandits = object["contextualBandits"].flatMap(Self.truthy).flatMap { json in
            if json.object == nil {
                decoder.expected(JSONValue.terms.record, at: "contextualBandits", found: json)
            }
            return json.object
        }
        if let groups = object["savedGroups"] { readGroups(groups) }
        let real = written.members.filter { $0.value.isTruthy }
        features.reserveCapacity(real.count)
        places.reserveCapacity(real.count)
        for (place, member) in real.enumerated() { places[ExactText(member.name)] = place }
        if isWhole { decoder.enter("features") }
        for member in real {
            decoder.enter(member.name)
            features.append(readFeature(member.name, member.value))
            decoder.leave()
        }
        if isWhole { decoder.leave() }
        if let list = object["experiments"] { readExperiments(list) }
    }

    private mutating func readGroups(_ json: JSONValue) {
        decoder.enter("savedGroups")
        defer { decoder.leave() }
        guard let object = json.object else { return decoder.expected(JSONValue.terms.record, found: json) }
        for member in object.members {
            let group = conditions.readGroup(member.value)
            if case .malformed(let expected, let place, let found) = group {
                decoder.enter(member.name)
                decoder.expected(expected, at: place, found: found)
                decoder.leave()
            }
            groups[ExactText(member.name)] = group
        }
    }

    private mutating func readFeature(_ key: String, _ json: JSONValue) -> Feature {
        guard let object = json.object else {
            decoder.expected(JSONValue.terms.record, found: json)
            return Feature(key: key, defaultValue: .null, rules: [])
        }
        noteMisspelt(inFeature: object)
        var rules: [FeatureRule] = []
        switch object["rules"] {
        case nil, .null: break
        case .array(let list):
            rules.reserveCapacity(list.count)
            decoder.enter("rules")
            for (index, rule) in list.enumerated() {
                decoder.enter(index)
                if let members = rule.object {
                    rules.append(readRule(members, of: key))
                } else {
                    decoder.expected(JSONValue.terms.record, found: rule)
                }
                decoder.leave()
            }
            decoder.leave()
        case .some(let other): decoder.expected(JSONValue.terms.list, at: "rules", found: other)
        }
        return Feature(key: key, defaultValue: object["defaultValue"] ?? .null, rules: rules)
    }

    private mutating func readExperiments(_ json: JSONValue) {
        decoder.enter("experiments")
        defer { decoder.leave() }
        for (index, element) in (decoder.list(json) ?? []).enumerated() {
            decoder.enter(index)
            if let object = element.object {
                let key = object["key"]?.string
                if key == nil { decoder.expected(JSONValue.terms.text, at: "key", found: object["key"]) }
                experiments.append(Experiment(readExperiment(object, key: key ?? "")))
            } else {
                decoder.expected(JSONValue.terms.record, found: element)
            }
            decoder.leave()
        }
    }

    /// The problems, each once: a rule with variations is read as an experiment, too.
    private var problems: [PayloadProblem] {
        var known: Set<DocumentFault> = []
        return decoder.faults.filter { known.insert($0).inserted }.map { PayloadProblem(.part, $0) }
    }

    /// Returns the payload that was read.
    func payload(_ object: JSONObject) -> FeaturePayload {
        FeaturePayload(
            options: options, features: features, experiments: experiments,
            dateUpdated: object["dateUpdated"]?.string,
            problems: problems, places: places, groups: groups,
            bandits: bandits?.members.map(\.name) ?? [], conditionAttributes: conditions.attributes,
            hashAttributes: hashAttributes,
            stickyAttributes: stickyAttributes, deepOrder: PrerequisiteOrder(features).deep, json: object)
    }
}
