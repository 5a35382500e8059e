import ExperimentStatistics
import ExperimentsCore
import ExperimentsYAML

/// Reads `rollouts:`.
extension ProjectDecoder {
    /// - Parameter project: the project, with everything that a rollout can name.
    mutating func readRollouts(_ node: YAMLNode, of project: Project) -> [ProjectRollout] {
        let fields = [
            "name", "key", "to", "source", "steps", "hold", "users", "guardrails", "goal", "on_harm",
            "on_silence",
            "auto",
        ]
        var earlier: [ProjectRollout] = []
        return readNamedRecords(node, at: "rollouts", noun: "rollout", fields: fields) {
            record, name, decoder in
            guard let rollout = decoder.rollout(record, named: name, of: project) else { return nil }
            decoder.checkDistinct(rollout, from: earlier, record)
            earlier.append(rollout)
            return rollout
        }
    }

    private mutating func rollout(
        _ record: DocumentRecord<YAMLNode>, named name: String, of project: Project
    ) -> ProjectRollout? {
        checkCondition(name, record)
        let key = required("key", of: record).flatMap { node in
            names(node, at: "key", of: "key", among: Set(project.keys.map(\.name))).first
        }
        let experiment = key.flatMap { readExperiment(of: $0, record, in: project) }
        let value = required("to", of: record).flatMap { line($0, at: "to", expected: "the new value") }
        if let value { checkValue(value, of: key, experiment, record, in: project) }
        let source = readSource(record, in: project)
        let steps = required("steps", of: record).flatMap { readSteps($0) }
        let guardrails = required("guardrails", of: record).flatMap { node -> [String]? in
            let names = readMetrics(node, at: "guardrails", .guardrail, of: experiment, in: project)
            guard node.items?.isEmpty != true else {
                return expected("at least one metric, such as [crashes]", at: "guardrails", found: node)
            }
            return names
        }
        let goal = record["goal"].flatMap {
            readMetrics($0, at: "goal", .goal, of: experiment, in: project).first
        }
        let hold = record["hold"].flatMap { duration($0, at: "hold", least: .zero) }
        let users = record["users"].flatMap { readUsers($0) }
        let onHarm = record["on_harm"].flatMap { node in
            word(
                node, at: "on_harm", among: ProjectRollout.HarmReaction.allCases.map(\.rawValue),
                ProjectRollout.HarmReaction.init)
        }
        let onSilence = record["on_silence"].flatMap { node in
            word(
                node, at: "on_silence", among: ProjectRollout.SilenceReaction.allCases.map(\.rawValue),
                ProjectRollout.SilenceReaction.init)
        }
        let isAutomatic = truth("auto", of: record)
        guard let key, let experiment, let value, let source, let steps, let guardrails else { return nil }
        var rollout = ProjectRollout(
            name: name, key: key, to: value, source: source, experiment: experiment.name, steps: steps,
            guardrails: guardrails)
        rollout.hold = hold ?? ProjectRollout.usualHold
        rollout.users = users ?? 0
        rollout.goal = goal
        rollout.onHarm = onHarm ?? .back
        rollout.onSilence = onSilence ?? .hold
        rollout.isAutomatic = isAutomatic ?? false
        return rollout
    }

    /// Checks that the name can be the name of a condition.
    private mutating func checkCondition(_ name: String, _ record: DocumentRecord<YAMLNode>) {
        let allowed = "-_ '!%."
        let isValid = name.utf8.allSatisfy { $0.isASCIILetterOrDigit || allowed.utf8.contains($0) }
        guard isValid, !name.hasScalarPrefix(" "), !name.hasScalarSuffix(" "), name.utf8.count <= 100,
            !ProjectRollout.seed(of: name).isEmpty
        else {
            refuse(
                "must be a valid name of a condition: at most 100 ASCII letters, digits, spaces and - _ ' ! % .",
                at: "name", record["name"])
            return
        }
    }

    /// Returns the only experiment on the key.
    private mutating func readExperiment(
        of key: String, _ record: DocumentRecord<YAMLNode>, in project: Project
    ) -> ProjectExperiment? {
        let all = project.experiments.filter { $0.key.map { $0.isExactly(key) } ?? false }
        guard let experiment = all.first else {
            return refuse(
                "has no experiment: declare one with `key: \(key)` under `experiments`, so that its results can decide",
                at: "key", record["key"])
        }
        guard all.count == 1 else {
            let names = all.map { "\"\($0.name)\"" }.joined(separator: " and ")
            return refuse(
                "has the experiments \(names): a rollout needs exactly one, whose results decide", at: "key",
                record["key"])
        }
        guard experiment.phases.isEmpty else {
            return refuse(
                "has the experiment \"\(experiment.name)\" with `weights` or `phases`: remove them, because the steps "
                    + "of the rollout are the split", at: "key", record["key"])
        }
        return experiment
    }

    private mutating func checkValue(
        _ value: String, of key: String?, _ experiment: ProjectExperiment?,
        _ record: DocumentRecord<YAMLNode>,
        in project: Project
    ) {
        if let key = project.keys.first(where: { key.isExactly($0.name) }) {
            do throws(IncorrectValue) {
                try key.schema.check(value)
            } catch {
                refuse("is not a value of key \"\(key.name)\": \(error.reason)", at: "to", record["to"])
                return
            }
        }
        guard let experiment else { return }
        let cases = project.keys.first { key.isExactly($0.name) }?.schema.cases ?? []
        let groups = experiment.groups.isEmpty ? cases : experiment.groups
        guard let first = groups.first else { return }
        guard groups.contains(where: { $0.isExactly(value) }) else {
            let names = groups.joined(separator: ", ")
            refuse("must be a group of experiment \"\(experiment.name)\": \(names)", at: "to", record["to"])
            return
        }
        if (experiment.control ?? first).isExactly(value) {
            refuse(
                "is the control of experiment \"\(experiment.name)\": name the new value, or set another `control`",
                at: "to", record["to"])
        }
    }

    /// Reads the source, which must have a template; nil if it is not valid.
    private mutating func readSource(_ record: DocumentRecord<YAMLNode>, in project: Project) -> String? {
        var source = project.sources.first
        if let node = record["source"] {
            let name = names(node, at: "source", of: "source", among: Set(project.sources.map(\.name))).first
            guard let name else { return nil }
            source = project.sources.first { $0.name.isExactly(name) }
        } else if project.sources.count > 1 {
            return missing("source", of: record, ": name the source whose template is changed")
        }
        guard let source else { return nil }
        let place = record["source"] ?? record.node
        let member = record["source"] == nil ? nil : "source"
        switch source.settings {
        case let settings as TemplateSourceSettings where settings.isForServers:
            return refuse(
                "must be a template for apps, but \"\(source.name)\" is one for servers", at: member, place)
        case is TemplateSourceSettings, is EmulatorSourceSettings: return source.name
        default:
            return refuse(
                "must have a template: \"\(source.name)\" of kind \(source.kind.name) has no percentages that can be "
                    + "changed from here, but firebase-template and emulator have", at: member, place)
        }
    }

    private mutating func readSteps(_ node: YAMLNode) -> [Double]? {
        let words = "increasing shares of users, such as [1%, 5%, 25%, 100%]"
        guard let items = node.items, !items.isEmpty else { return expected(words, at: "steps", found: node) }
        var steps: [Double] = []
        for item in items {
            let share: Double
            switch amount(item, at: "steps", expected: words) {
            case .share(let found): share = found
            case .number: return expected("\(words), with percent signs", at: "steps", found: item)
            case nil: return nil
            }
            // The service accepts millionths of a percent.
            let percent = (share * 100_000_000).rounded() / 1_000_000
            guard percent > 0, percent <= 100 else { return expected(words, at: "steps", found: item) }
            guard steps.last.map({ $0 < percent }) ?? true else {
                return refuse(
                    "must increase: each share must be larger than the one before", at: "steps", item)
            }
            steps.append(percent)
        }
        return steps
    }

    private mutating func readUsers(_ node: YAMLNode) -> Int? {
        guard let number = node.numberValue, number >= 0, number <= 1e12, number == number.rounded() else {
            return expected("a number of users, such as 2000", at: "users", found: node)
        }
        return Int(number)
    }

    /// Reads the names of metrics with a role, which the experiment must measure.
    private mutating func readMetrics(
        _ node: YAMLNode, at member: String, _ role: MetricRole, of experiment: ProjectExperiment?,
        in project: Project
    ) -> [String] {
        let found = names(node, at: member, of: "metric", among: Set(project.metrics.map(\.name)))
        for name in found {
            guard let metric = project.metrics.first(where: { $0.name.isExactly(name) }) else { continue }
            if metric.design.role != role {
                refuse(
                    "names \"\(name)\", which is a \(metric.design.role.rawValue): set `role: \(role.rawValue)` for it",
                    at: member, node)
            } else if let experiment, let measured = experiment.metrics, !measured.contains(name) {
                refuse(
                    "names \"\(name)\", which experiment \"\(experiment.name)\" does not measure: add it to the "
                        + "`metrics` there", at: member, node)
            }
        }
        return found
    }

    private mutating func checkDistinct(
        _ rollout: ProjectRollout, from earlier: [ProjectRollout], _ record: DocumentRecord<YAMLNode>
    ) {
        for other in earlier {
            if other.key.isExactly(rollout.key) {
                // Its results would count the users of both.
                refuse(
                    "has the rollout \"\(other.name)\" already: finish that one first", at: "key",
                    record["key"])
            } else if other.source.isExactly(rollout.source), other.seed.isExactly(rollout.seed),
                !other.name.isExactly(rollout.name)
            {
                refuse(
                    "must differ more from \"\(other.name)\": both would have the seed \"\(rollout.seed)\"",
                    at: "name", record["name"])
            }
        }
    }
}
