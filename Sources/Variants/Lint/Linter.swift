import ExperimentsCore

/// Looks through a program that was compiled from one document.
struct Linter {
    let program: EvaluationProgram
    let content: DocumentContent

    var findings: [LintFinding] {
        unusedFlags + program.variants.indices.flatMap { findings(on: $0) }
    }

    private var unusedFlags: [LintFinding] {
        program.flags.indices.filter { program.candidateRange($0).isEmpty }.map { flag in
            finding(
                .unusedFlag, content.flags[flag].path, "no variant changes flag \"\(program.flags[flag].name)\"")
        }
    }

    private func findings(on variant: Int) -> [LintFinding] {
        let path = content.variants[variant].path
        let id = program.variants[variant].id
        var findings: [LintFinding] = []
        if program.variants[variant].mods.isEmpty {
            findings.append(finding(.noMods, path, "variant \"\(id)\" has no mods: it changes nothing"))
        }
        if isNeverActive(variant) {
            findings.append(
                finding(.neverActive, path, "nobody can meet the conditions of variant \"\(id)\""))
        } else if let flags = flagsShadowed(of: variant) {
            findings.append(
                finding(
                    .shadowed, path,
                    "variant \"\(id)\" never gives \(flags) its value: later variants always win",
                    advice: "the last active variant wins; move it further down"))
        }
        return findings + modFindings(variant, path)
    }

    private func isNeverActive(_ variant: Int) -> Bool {
        guard let model = OutcomeModel(program, variants: [variant], population: .anyone) else { return false }
        var isReached = false
        model.forEachOutcome { active, _ in isReached = isReached || active[0] }
        return !isReached
    }

    /// The flags that a variant changes and never wins, in words; nil where there is none.
    private func flagsShadowed(of variant: Int) -> String? {
        let names = Set(program.variants[variant].mods.map(\.flag)).sorted().filter { name in
            guard let flag = program.flagNumbers.number(of: name) else { return false }
            return isShadowed(variant, onFlag: flag)
        }
        return names.isEmpty ? nil : names.map { "\"\($0)\"" }.joined(separator: ", ")
    }

    private func isShadowed(_ variant: Int, onFlag flag: Int) -> Bool {
        let later = program.candidates[program.candidateRange(flag)].map { Int($0.variant) }.prefix { $0 != variant }
        guard !later.isEmpty else { return false }
        // A later variant that is always active needs no model, however many variants there are.
        if later.contains(where: isAlwaysActive) { return true }
        guard let model = OutcomeModel(program, variants: [variant] + later, population: .anyone) else { return false }
        var wins = false
        model.forEachOutcome { active, _ in wins = wins || (active[0] && !active.dropFirst().contains(true)) }
        return !wins
    }

    private func isAlwaysActive(_ variant: Int) -> Bool {
        let tests = program.tests[program.conditionRange(variant)]
        let isMetByAll = { (test: ConditionTest) in if case .always = test { true } else { false } }
        return program.compiledVariants[variant].isDisjunction
            ? tests.contains(where: isMetByAll) : tests.allSatisfy(isMetByAll)
    }

    private func modFindings(_ variant: Int, _ path: DocumentPath) -> [LintFinding] {
        var findings: [LintFinding] = []
        var seen: Set<String> = []
        for (index, mod) in program.variants[variant].mods.enumerated() {
            let place = path["mods"][index]
            guard seen.insert(mod.flag).inserted else {
                findings.append(
                    finding(.repeatedMod, place, "the variant's first mod of flag \"\(mod.flag)\" counts, not this one")
                )
                continue
            }
            guard let flag = program.flagNumbers.number(of: mod.flag) else { continue }
            let base = program.flags[flag].baseValue
            guard let change = TypeChange(from: base, to: mod.value) else { continue }
            findings.append(finding(.typeChange, place["value"], "flag \"\(mod.flag)\" \(change.words)"))
        }
        return findings
    }

    private func finding(
        _ rule: LintFinding.Rule, _ path: DocumentPath, _ message: String, advice: String? = nil
    ) -> LintFinding {
        LintFinding(rule: rule, problem: DocumentProblem(path, message, advice: advice))
    }
}
