import ExperimentsCore

/// Looks through a program that was compiled from one document.
struct Linter {
    let program: EvaluationProgram
    let content: DocumentContent
    /// The flags on which each variant is shadowed.
    private let shadowed: [Int: [Int]]

    init(program: EvaluationProgram, content: DocumentContent) {
        self.program = program
        self.content = content
        shadowed = program.shadowedFlags
    }

    var findings: [LintFinding] {
        unusedFlags + program.variants.indices.flatMap { findings(on: $0) }
    }

    private var unusedFlags: [LintFinding] {
        program.flags.indices.filter { program.candidates[$0].isEmpty }.map { flag in
            finding(
                .unusedFlag, at: content.flags[flag].path,
                "no variant changes flag \"\(program.flags[flag].name)\"")
        }
    }

    private func findings(on variant: Int) -> [LintFinding] {
        let path = content.variants[variant].path
        let id = program.variants[variant].id
        var findings: [LintFinding] = []
        if program.variants[variant].mods.isEmpty {
            findings.append(finding(.noMods, at: path, "variant \"\(id)\" has no mods: it changes nothing"))
        }
        if isNeverActive(variant) {
            findings.append(
                finding(.neverActive, at: path, "no user can meet the conditions of variant \"\(id)\""))
        } else if let flags = flagsShadowed(of: variant) {
            findings.append(
                finding(
                    .shadowed, at: path,
                    "variant \"\(id)\" never sets \(flags): later variants always win",
                    advice: "the last active variant wins; move it further down"))
        }
        return findings + modFindings(variant, path)
    }

    private func isNeverActive(_ variant: Int) -> Bool {
        if case .never = ActiveRegions(program, variants: [variant])?.region(of: variant) {
            true
        } else {
            false
        }
    }

    /// Returns the names of the flags that a variant changes without ever setting their value, as text; nil if there
    /// are none.
    private func flagsShadowed(of variant: Int) -> String? {
        guard let flags = shadowed[variant] else { return nil }
        return flags.map { program.flags[$0].name }.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
    }

    private func modFindings(_ variant: Int, _ path: DocumentPath) -> [LintFinding] {
        var findings: [LintFinding] = []
        var seen: Set<String> = []
        for (index, mod) in program.variants[variant].mods.enumerated() {
            var place: DocumentPath { path["mods"][index] }
            guard seen.insert(mod.flag).inserted else {
                findings.append(
                    finding(
                        .repeatedMod, at: place,
                        "the variant's first mod of flag \"\(mod.flag)\" counts, not this one")
                )
                continue
            }
            guard let flag = program.flagNumbers[mod.flag] else { continue }
            let base = program.flags[flag].baseValue
            guard let change = base.typeChange(to: mod.value) else { continue }
            findings.append(finding(.typeChange, at: place["value"], "flag \"\(mod.flag)\" \(change)"))
        }
        return findings
    }

    private func finding(
        _ rule: LintFinding.Rule, at path: DocumentPath, _ message: String, advice: String? = nil
    ) -> LintFinding {
        LintFinding(rule: rule, problem: DocumentProblem(path, message, advice: advice))
    }
}

extension VariantsDocument {
    /// Finds probable mistakes: unused flags, variants that no user gets, changes to a flag's type, and everything
    /// about which loading warns.
    ///
    /// - Parameter conditionTypes: the condition types that the document needs in addition to the built-in ones.
    /// - Throws: `DocumentProblems` with all problems, if the document cannot be loaded.
    /// - Returns: the findings in the order of the document.
    public func lint(conditionTypes: [ConditionType] = []) throws(DocumentProblems) -> [LintFinding] {
        let registry = VariantRegistry()
        let reader = VariantsReader(try root())
        let summary = try registry.load(self, read: reader, conditionTypes: conditionTypes)
        let accepted = summary.warnings.map { LintFinding(rule: .accepted, problem: $0) }
        let found = Linter(program: registry.program, content: reader.content).findings
        return placed(accepted + found, problem: \.problem) { LintFinding(rule: $0.rule, problem: $1) }
    }
}

extension JSONValue {
    /// How the type changes from a flag with this base value to a value that a typed read of it would refuse, for
    /// example `is a boolean by default, and text here`; nil if a typed read accepts both.
    fileprivate func typeChange(to value: JSONValue) -> String? {
        // A base value of null promises nothing.
        guard self != .null, kind != value.kind else { return nil }
        // A read as a decimal number takes a whole one, too.
        if case .number = self, int == nil, case .number = value { return nil }
        return "is \(kind) by default, and \(value.kind) here"
    }

    private var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: int == nil ? "a decimal number" : "a whole number"
        case .string: "text"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// Something in a valid document that is probably a mistake.
public struct LintFinding: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of finding.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// A warning that also appears when the document is loaded.
        case accepted
        /// A flag that no variant changes.
        case unusedFlag = "unused-flag"
        /// A variant whose conditions no user can meet.
        case neverActive = "never-active"
        /// A variant that never sets the value of a flag, because later variants always do.
        case shadowed
        /// A variant without mods.
        case noMods = "no-mods"
        /// A second change of the same flag, which has no effect.
        case repeatedMod = "repeated-mod"
        /// A change to a value of another type than the flag's base value.
        case typeChange = "type-change"
    }

    /// The kind of finding.
    public let rule: Rule
    /// The finding, and its place.
    public let problem: DocumentProblem

    /// `file:line:column: path: message; advice [rule]`.
    public var description: String { "\(problem) [\(rule.rawValue)]" }
}
