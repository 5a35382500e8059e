import ExperimentsCore

extension FeatureResult {
    /// The result as GrowthBook's suite writes it.
    public var json: JSONValue {
        var members = JSONObject()
        members["value"] = value
        members["on"] = .bool(isOn)
        members["off"] = .bool(!isOn)
        members["source"] = .string(source.rawValue)
        members["ruleId"] = .string(ruleID)
        if let experiment, let experimentResult {
            members["experiment"] = .object(experiment.json(for: experimentResult))
            members["experimentResult"] = experimentResult.json
        }
        return .object(members)
    }
}

extension Experiment {
    /// The members that the payload gave, and what a bandit chose.
    func json(for result: ExperimentResult) -> JSONObject {
        var members = self.members
        if let bandit = result.bandit {
            members["contextualBandit"] = .object(bandit.json(in: JSONObject(), "variationWeights"))
        }
        return members
    }
}

extension Experiment.BanditChoice {
    fileprivate func json(in object: JSONObject, _ weightsName: String) -> JSONObject {
        var members = object
        members["leafId"] = leafID
        members[weightsName] = .array(weights.map { AttributeValue.number($0).json })
        members["banditVersion"] = version
        return members
    }
}

extension ExperimentResult {
    /// The result as GrowthBook's suite writes it.
    public var json: JSONValue {
        var members = JSONObject()
        members["key"] = .string(key)
        members["featureId"] = featureKey.map(JSONValue.string) ?? .null
        members["inExperiment"] = .bool(isInExperiment)
        members["hashUsed"] = .bool(isHashUsed)
        members["variationId"] = .number(String(variation))
        members["value"] = value
        members["hashAttribute"] = .string(hashAttribute)
        members["hashValue"] = hashValue
        members["stickyBucketUsed"] = .bool(isStickyBucketUsed)
        if let name, !name.isEmpty { members["name"] = .string(name) }
        if let bucket { members["bucket"] = AttributeValue.number(bucket).json }
        if isPassThrough { members["passthrough"] = true }
        if let bandit { members = bandit.json(in: members, "variationWeights") }
        return .object(members)
    }
}
