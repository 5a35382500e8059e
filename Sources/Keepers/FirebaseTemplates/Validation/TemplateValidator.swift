import ExperimentsCore

/// Checks a template by the rules of the service, before anything is sent.
public struct TemplateValidator: Sendable {
    /// The limits of the service.
    public var limits: TemplateLimits
    /// The namespace of the template.
    public var namespace: TemplateNamespace

    /// Creates a validator.
    public init(limits: TemplateLimits = TemplateLimits(), namespace: TemplateNamespace = .client) {
        self.limits = limits
        self.namespace = namespace
    }

    /// Reads and checks the JSON text of a template.
    ///
    /// - Returns: the template as far as it could be read, and every problem with its place, in the order of the
    ///   text.
    public func read(_ bytes: [UInt8]) -> (template: RemoteConfigTemplate, problems: [TemplateProblem]) {
        var (template, problems) = TemplateReader.read(bytes)
        if problems.contains(where: { $0.path.steps.isEmpty }) {
            let first = bytes.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
            if first != UInt8(ascii: "{") { problems[0].advice = "a template is JSON: {\"parameters\": {…}}" }
            return (template, problems)
        }
        let all =
            problems + self.problems(of: template) + unknownMembers(of: template)
            + Self.warnings(of: template)
        return (template, all.placed(in: bytes))
    }

    /// Warnings that apply to a file, but not to a published template.
    private static func warnings(of template: RemoteConfigTemplate) -> [TemplateProblem] {
        var warnings: [TemplateProblem] = []
        if template.parameters.isEmpty, template.conditions.isEmpty {
            warnings.append(
                TemplateProblem(
                    path: DocumentPath(), "has no parameters and no conditions", rule: .empty,
                    severity: .warning))
        }
        if template.json["etag"] != nil {
            warnings.append(
                TemplateProblem(
                    path: savedTag, "is not part of a template, and is not sent",
                    rule: .unknownMember, severity: .warning,
                    advice:
                        "`experiments template publish` uses it as the ETag of the version the file is based on"
                ))
        }
        return warnings
    }

    /// The ETag that Admin SDKs save in files. Clients do not send it.
    private static let savedTag = DocumentPath()["etag"]

    /// Returns the members of a template that the API does not declare. The service refuses them.
    ///
    /// - Parameters:
    ///   - template: the template to check.
    ///   - published: the template that it replaces, if it is known. The service knows all members of that template.
    public func unknownMembers(
        of template: RemoteConfigTemplate, replacing published: RemoteConfigTemplate? = nil
    ) -> [TemplateProblem] {
        UnknownMember.all(in: template, replacing: published).filter { $0.path != Self.savedTag }
            .map(TemplateProblem.init)
    }

    /// Returns what has no effect in a template, although somebody wrote it: members that the API does not declare,
    /// values for conditions that are not there, and parameters without a value.
    func oddities(of template: RemoteConfigTemplate) -> [TemplateProblem] {
        var check = TemplateCheck(template: template, limits: limits, namespace: namespace)
        check.checkParameters()
        let ineffective = check.problems.filter { problem in
            switch problem.rule {
            case .unknownCondition, .valueKind: problem.severity == .error
            case .valueType: problem.path.steps.last == .member("valueType")
            default: false
            }
        }
        return unknownMembers(of: template) + ineffective
    }

    /// Returns every rule that a template breaks, except what reading it has already refused.
    public func problems(of template: RemoteConfigTemplate) -> [TemplateProblem] {
        var check = TemplateCheck(template: template, limits: limits, namespace: namespace)
        check.checkConditions()
        check.checkParameters()
        check.checkGroups()
        check.checkSize()
        return check.problems
    }
}

/// The namespace of a template.
public enum TemplateNamespace: String, Sendable, Hashable, CaseIterable {
    /// For apps. The service evaluates it for each installation.
    case client = "firebase"
    /// For servers, which evaluate it themselves.
    case server = "firebase-server"
}

extension TemplateValidator {
    /// Returns every rule that a template breaks. A problem that the published template also has is only a warning: the
    /// service has accepted it, perhaps because of rules that are unknown here, and it does not prevent the publication
    /// of another change.
    public func problems(
        of template: RemoteConfigTemplate, since published: RemoteConfigTemplate
    ) -> [TemplateProblem] {
        problems(of: template).excusing(problems(of: published))
    }

    /// Returns the values of experiments and rollouts in the published template whose removal by a template would end
    /// them; for experiments, also the values that it would change.
    ///
    /// - Parameters:
    ///   - template: the template to check.
    ///   - published: the template that it replaces, if it is known.
    ///   - allowed: the experiments and rollouts that may end.
    public func problems(
        of template: RemoteConfigTemplate, replacing published: RemoteConfigTemplate,
        ending allowed: Set<StudyReference> = []
    ) -> [TemplateProblem] {
        losses(of: template, replacing: published).filter { !allowed.contains($0.study) }
            .map { .ending($0.study, at: $0.path, $0.words) }
    }

    /// Returns the experiments and rollouts that a template would end if it were published in place of another, in the
    /// order of the other.
    public func studies(
        endedBy template: RemoteConfigTemplate, replacing published: RemoteConfigTemplate
    ) -> [StudyReference] {
        var known: Set<StudyReference> = []
        return losses(of: template, replacing: published).map(\.study).filter { known.insert($0).inserted }
    }

    /// A value of an experiment or a rollout that would be lost.
    private typealias Loss = (study: StudyReference, path: DocumentPath, words: String)

    private func losses(of template: RemoteConfigTemplate, replacing published: RemoteConfigTemplate)
        -> [Loss]
    {
        let names = Set(template.conditions.map(\.name))
        let kept = Dictionary(
            template.parameters.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        return published.parameters.flatMap { parameter in
            let values = kept[parameter.key]?.conditionalValues ?? []
            return parameter.conditionalValues.compactMap { conditional -> Loss? in
                guard let study = conditional.value.study else { return nil }
                let path = parameter.path["conditionalValues"][conditional.condition]
                if study.kind == .experiment, !names.contains(conditional.condition) {
                    return (study, path, "its condition would be removed or renamed")
                }
                let isKept = values.contains { value in
                    study.kind == .rollout ? value.value.study == study : value == conditional
                }
                let isChanged = values.contains { $0.value.study == study }
                return isKept ? nil : (study, path, isChanged ? "would be changed" : "would be removed")
            }
        }
    }
}

extension TemplateProblem {
    /// A value whose loss ends an experiment or a rollout.
    fileprivate static func ending(_ study: StudyReference, at path: DocumentPath, _ loss: String)
        -> TemplateProblem
    {
        TemplateProblem(
            path: path, "is a value of \(study), and \(loss), which ends the \(study.kind.rawValue)",
            rule: .runningExperiment, advice: "allow this with --end-\(study.kind.rawValue) \(study.id)")
    }
}

/// The limits of the service. It changes these numbers from time to time, so they are variables.
public struct TemplateLimits: Sendable, Hashable {
    /// Parameters of one template.
    public var parameters = 3000
    /// Conditions of one template.
    public var conditions = 2000
    /// Groups of one template.
    public var groups = 1000
    /// Bytes of a parameter's key.
    public var keyBytes = 256
    /// Characters of a condition's name.
    public var conditionName = 100
    /// Characters of a group's name.
    public var groupName = 256
    /// Characters of the description of a parameter or a group.
    public var description = 256
    /// Characters of the description of a version.
    public var versionDescription = 1024
    /// Characters of all values together.
    public var totalCharacters = 1_000_000
    /// Parts of one condition's expression.
    public var atoms = 50
    /// Installation ids in one test.
    public var installationIDs = 50
    /// Strings in one test of a custom signal.
    public var signalTexts = 100
    /// Characters of a custom signal's key.
    public var signalKey = 250
    /// Characters of a string that a custom signal is compared to.
    public var signalText = 500
    /// Characters of the seed of a percentage.
    public var seed = 32
    /// Characters of a regular expression.
    public var pattern = 250

    /// Creates the limits as they were published in 2026.
    public init() {}
}
