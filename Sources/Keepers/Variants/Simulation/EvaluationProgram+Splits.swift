import ExperimentsCore

extension EvaluationProgram {
    /// Returns how a flag's variants divide the users who meet their other conditions; nil if they do not divide them,
    /// or if no user can meet the conditions of all of them.
    func split(of flag: Int, users count: Int, like context: VariantContext) -> ExperimentSplit? {
        let variants = candidates[flag].map(\.variant)
        guard !variants.isEmpty, let context = self.context(lettingIn: variants, like: context) else {
            return nil
        }
        let users = SimulatedUsers(SimulationOptions(users: count, context: context), names: contextKeys)
        let model = OutcomeModel(self, variants: variants, population: .drawn(like: context))
        guard let shares = model?.firstActiveWeights(),
            (shares.first + [shares.none]).allSatisfy({ $0 < 1 - 1e-9 })
        else { return nil }
        var wins = Array(repeating: 0, count: variants.count + 1)
        let random = RandomFractions(seed: 0)
        for number in 0..<count {
            let user = users.context(number)
            // Decided from chance and the context alone: a predicate of an app's own has no known share.
            let winner = variants.firstIndex { (try? isActive($0, for: user, forced: [:], random)) ?? false }
            wins[winner ?? variants.count] += 1
        }
        func arm(of index: Int, named name: String?, value: JSONValue, intended: Double)
            -> ExperimentSplit.Arm
        {
            ExperimentSplit.Arm(
                name: name, value: value.valueText, intended: intended,
                simulated: count > 0 ? Double(wins[index]) / Double(count) : nil)
        }
        let others = variants.enumerated().map { index, variant in
            arm(
                of: index, named: self.variants[variant].id, value: candidates[flag][index].value,
                intended: shares.first[index])
        }
        let base = arm(of: variants.count, named: nil, value: flags[flag].baseValue, intended: shares.none)
        return ExperimentSplit(
            experiment: flags[flag].name, key: flags[flag].name, arms: [base] + others.reversed())
    }

    /// Returns a context of users who meet every condition that does not depend on chance, in variants that need all of
    /// theirs.
    private func context(lettingIn variants: [Int], like context: VariantContext) -> VariantContext? {
        var result = context
        let conditions = variants.flatMap { variant in self.conditions[variant].map { (variant, $0) } }
        var admitted: [String: Set<String>] = [:]
        for (variant, condition) in conditions where !self.variants[variant].isDisjunction {
            guard case .oneOf(let key, _, let members) = meanings[condition] else { continue }
            admitted[key] = admitted[key]?.intersection(members) ?? members
        }
        for (key, ids) in admitted {
            guard let id = ids.min() else { return nil }
            result[key] = .identifier(id)
        }
        // The text that random draws depend on differs for each user.
        for (_, condition) in conditions {
            switch meanings[condition] {
            case .remainder(let key, _, _): result[key] = nil
            case .rollout(let rollout): result[rollout.key] = nil
            case .oneOf, .random, .custom: break
            }
        }
        return result
    }
}

extension VariantsRemoteConfigKeeper: SplitKeeper {
    package func splits(of subjects: Set<String>, users: Int) -> [ExperimentSplit] {
        let program = registry.program
        let context = subject.context
        return program.flags.indices.filter { subjects.contains(program.flags[$0].name) }
            .compactMap { program.split(of: $0, users: users, like: context) }
    }
}
