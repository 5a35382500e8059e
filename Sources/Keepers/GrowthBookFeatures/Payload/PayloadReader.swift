import ExperimentsCore

/// Reads a payload into what is evaluated. What is not as it should be is left out and noted.
struct PayloadReader {
    let options: EvaluationOptions
    var conditions: ConditionReader
    private(set) var problems: [PayloadProblem]
    private var features: [Feature] = []
    private var places: [ExactText: Int] = [:]
    private var experiments: [Experiment] = []
    private var groups: [ExactText: SavedGroup] = [:]
    private(set) var bandits: JSONObject?
    private var hashAttributes: [String] = []
    private var hashPlaces: [ExactText: Int] = [:]
    private var stickyAttributes: [String] = []
    /// What is being read, for problems.
    private enum Subject {
        case feature(String)
        case experiment(String)
    }

    private var subject: Subject?

    init(options: EvaluationOptions, problems: [PayloadProblem]) {
        self.options = options
        self.problems = problems
        conditions = ConditionReader(dialect: options.dialect)
    }

    mutating func note(_ message: String) {
        let place =
            switch subject {
            case .feature(let key): "feature \(key): "
            case .experiment(let key): "experiment \(key): "
            case nil: ""
            }
        problems.append(PayloadProblem(.part, place + message))
    }

    /// The place of an attribute that users are told apart by.
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
        if !stickyAttributes.contains(where: { JavaScriptText.isSame($0, name) }) { stickyAttributes.append(name) }
    }

    /// The place of a feature.
    func place(of key: String) -> Int? { places[ExactText(key)] }

    mutating func read(_ object: JSONObject) throws(PayloadProblem) {
        _ = hashPlace("id")
        let members = object["features"] ?? .object(JSONObject())
        guard let written = members.object else {
            throw PayloadProblem(.unreadable, "the features of a payload are an object, found \(members.kindName)")
        }
        bandits = object["contextualBandits"]?.object
        if let groups = object["savedGroups"] { readGroups(groups) }
        let real = written.members.filter { $0.value.isTruthy }
        features.reserveCapacity(real.count)
        places.reserveCapacity(real.count)
        for (place, member) in real.enumerated() { places[ExactText(member.name)] = place }
        for member in real {
            subject = .feature(member.name)
            features.append(readFeature(member.name, member.value))
        }
        subject = nil
        if let list = object["experiments"] { readExperiments(list) }
    }

    private mutating func readGroups(_ json: JSONValue) {
        guard let object = json.object else { return note("savedGroups are an object, found \(json.kindName)") }
        for member in object.members {
            let group = conditions.readGroup(member.value)
            if case .malformed(let reason) = group.membership { note("saved group \(member.name): \(reason)") }
            groups[ExactText(member.name)] = group
        }
    }

    private mutating func readFeature(_ key: String, _ json: JSONValue) -> Feature {
        guard let object = json.object else {
            note("a feature is an object, found \(json.kindName)")
            return Feature(key: key, defaultValue: .null, rules: [])
        }
        var rules: [FeatureRule] = []
        switch object["rules"] {
        case nil, .null: break
        case .array(let list):
            rules.reserveCapacity(list.count)
            for (index, rule) in list.enumerated() {
                guard let members = rule.object else {
                    note("rule \(index + 1) is an object, found \(rule.kindName)")
                    continue
                }
                rules.append(readRule(members, of: key))
            }
        case .some(let other): note("rules are a list, found \(other.kindName)")
        }
        return Feature(key: key, defaultValue: object["defaultValue"] ?? .null, rules: rules)
    }

    private mutating func readExperiments(_ json: JSONValue) {
        guard let list = json.array else { return note("experiments are a list, found \(json.kindName)") }
        for (index, element) in list.enumerated() {
            guard let object = element.object else {
                note("experiment \(index + 1) is an object, found \(element.kindName)")
                continue
            }
            subject = .experiment(object["key"]?.string ?? String(index + 1))
            experiments.append(Experiment(readExperiment(object, key: object["key"]?.string ?? "")))
        }
        subject = nil
    }

    /// What was read.
    func payload(_ object: JSONObject) -> FeaturePayload {
        FeaturePayload(
            options: options, features: features, experiments: experiments,
            dateUpdated: object["dateUpdated"]?.string, problems: problems, places: places, groups: groups,
            bandits: bandits?.members.map(\.name) ?? [], paths: conditions.paths, hashAttributes: hashAttributes,
            stickyAttributes: stickyAttributes, deepOrder: PrerequisiteOrder(features).deep,
            graph: DecisionGraphBuilder.graph(of: features, dialect: options.dialect), json: object)
    }
}
