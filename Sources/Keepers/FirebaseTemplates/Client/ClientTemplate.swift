import ExperimentsCore

/// A client template, prepared once to be evaluated for many installations. The result can differ from Google's for a
/// real installation, because only Google knows audiences and its assignment of percentages.
///
/// The value is immutable and can be shared by any number of threads.
public struct ClientTemplate: Sendable {
    /// A parameter's values in the order of precedence of the conditions.
    struct Parameter: Sendable {
        let key: String
        let conditional: [(condition: Int, value: TemplateValue)]
        let defaultValue: TemplateValue?
    }

    /// The template that was prepared.
    public let template: RemoteConfigTemplate
    /// The problems with expressions that cannot be read. Their conditions are never met.
    public let problems: [TemplateProblem]
    /// What has no effect in the file of the template; empty for one that is not from a file.
    var oddities: [TemplateProblem] = []

    let conditions: [PreparedCondition?]
    let parameters: [Parameter]
    let index: ExactDictionary<Int>

    /// Prepares a template for repeated evaluation: reads its expressions and sorts its values by condition.
    public init(_ template: RemoteConfigTemplate) {
        self.template = template
        var problems: [TemplateProblem] = []
        var positions = ExactDictionary<Int>()
        conditions = template.conditions.enumerated().map { index, condition in
            positions[condition.name] = positions[condition.name] ?? index
            let path = DocumentPath()["conditions"][index]
            guard let expression = condition.expression else {
                let message =
                    condition.tree == nil
                    ? "has no expression" : "is compiled for servers, which alone evaluate it"
                problems.append(TemplateProblem(path: path, message, rule: .expression))
                return nil
            }
            do throws(ExpressionProblem) {
                return PreparedCondition(try ConditionExpression(parsing: expression))
            } catch {
                problems.append(TemplateProblem(error, at: path["expression"]))
                return nil
            }
        }
        parameters = template.parameters.map { parameter in
            let conditional = parameter.conditionalValues.compactMap { value in
                positions[value.condition].map { (condition: $0, value: value.value) }
            }
            return Parameter(
                key: parameter.key, conditional: conditional.sorted { $0.condition < $1.condition },
                defaultValue: parameter.defaultValue)
        }
        index = ExactDictionary(
            parameters.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
        self.problems = problems
    }

    /// The elements that conditions use, each once, in the order of the template. `percent` uses the installation ID.
    public var elements: [ConditionElement] {
        var seen: Set<ConditionElement> = []
        var elements: [ConditionElement] = []
        for part in conditions.compactMap(\.self).flatMap(\.parts) {
            let element: ConditionElement
            switch part.atom {
            case .constant: continue
            case .percent: element = .installationID
            case .element(let other, _): element = other
            }
            if seen.insert(element).inserted { elements.append(element) }
        }
        return elements
    }
}

extension TemplateProblem {
    /// Creates the problem of an expression that cannot be read.
    init(_ problem: ExpressionProblem, at path: DocumentPath) {
        self.init(
            path: path, "cannot be read: \(problem.message) at character \(problem.offset + 1)",
            rule: .expression,
            advice: problem.advice, excerpt: problem.excerpt)
    }
}
