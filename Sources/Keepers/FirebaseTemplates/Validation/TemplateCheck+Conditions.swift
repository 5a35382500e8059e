import ExperimentsCore

extension TemplateCheck {
    /// How the service writes that a condition has no color.
    private static let unspecifiedColor = "CONDITION_DISPLAY_COLOR_UNSPECIFIED"

    mutating func checkConditions() {
        let root = DocumentPath()["conditions"]
        if template.conditions.count > limits.conditions {
            add(
                .conditionCount, at: root,
                "has \(template.conditions.count) conditions, but at most \(limits.conditions) are allowed")
        }
        let used = Set(template.parameters.flatMap { $0.conditionalValues.map(\.condition) })
        for (index, condition) in template.conditions.enumerated() {
            let path = root[index]
            checkName(condition.name, path["name"])
            if let first = positions[condition.name], first < index {
                add(
                    .duplicateCondition, at: path["name"],
                    "\(Quotation.of(condition.name)) is also the name of \(root[first])", kind: .statement,
                    advice: "rename one of the two")
            }
            if let color = condition.tagColor, ConditionColor(rawValue: color) == nil,
                color != Self.unspecifiedColor
            {
                let known = ConditionColor.allCases.map(\.rawValue).joined(separator: ", ")
                add(
                    .tagColor, at: path["tagColor"], "\(Quotation.of(color)) is not a color",
                    kind: .statement,
                    advice: "the colors are \(known)")
            }
            checkExpression(of: condition, path)
            if !used.contains(condition.name) {
                add(
                    .unusedCondition, at: path, "\(Quotation.of(condition.name)) is not used by a parameter",
                    kind: .statement,
                    severity: .warning)
            }
        }
    }

    private mutating func checkName(_ name: String, _ path: DocumentPath) {
        let allowed = name.utf8.allSatisfy {
            Self.isLetter($0) || $0.isASCIIDigit || "- '!%.".utf8.contains($0)
        }
        if !allowed {
            add(
                .conditionName, at: path, "\(Quotation.of(name)) has characters that are not allowed",
                kind: .statement,
                advice: "use only ASCII letters, digits, spaces and - _ ' ! % .")
        } else if name.hasScalarPrefix(" ") || name.hasScalarSuffix(" ") {
            add(
                .conditionName, at: path, "\(Quotation.of(name)) begins or ends with a space",
                kind: .statement)
        }
        limit(name, to: limits.conditionName, .conditionName, at: path)
    }

    private mutating func checkExpression(of condition: TemplateCondition, _ path: DocumentPath) {
        if let tree = condition.tree {
            var reader = ServerConditionReader()
            _ = reader.condition(tree, at: path["condition"])
            problems += reader.problems
        }
        guard let text = condition.expression else {
            if condition.tree == nil {
                add(
                    .expression, at: path, "has no expression",
                    advice: #"write "expression": "true" for everyone"#)
            }
            return
        }
        let path = path["expression"]
        do throws(ExpressionProblem) {
            check(try ConditionExpression(parsing: text), path)
        } catch {
            problems.append(TemplateProblem(error, at: path))
        }
    }

    private mutating func check(_ expression: ConditionExpression, _ path: DocumentPath) {
        if expression.atoms.count > limits.atoms {
            add(
                .expression, at: path,
                "has \(expression.atoms.count) parts, but at most \(limits.atoms) are allowed")
        }
        for atom in expression.atoms {
            switch atom {
            case .constant: break
            case .percent(let seed, let range): check(seed, range, at: path)
            case .element(let element, let test):
                if namespace == .server, !Self.isForServers(element) {
                    add(
                        .expression, at: path, "uses \(element.name), which is not available on servers",
                        advice: "server templates support only percent and app.customSignal")
                }
                check(test, of: element, path)
            }
        }
    }

    private mutating func check(_ seed: String?, _ range: ConditionAtom.PercentRange, at path: DocumentPath) {
        if let seed, !seed.utf8.allSatisfy({ $0.isASCIILetterOrDigit || "-_.".utf8.contains($0) }) {
            add(
                .expression, at: path,
                "has the seed \(Quotation.of(seed)), with characters that are not allowed",
                advice: "use only ASCII letters, digits and - _ .")
        }
        if let count = seed?.unicodeScalars.count, count > limits.seed {
            add(
                .expression, at: path,
                "has a seed of \(count) characters, but at most \(limits.seed) are allowed")
        }
        if case .between(let lower, let upper) = range, Double(lower) == Double(upper) {
            add(
                .expression, at: path, "has the share between \(lower) and \(upper), which is empty",
                advice: "the first bound must be below the second")
        }
    }

    private static func isForServers(_ element: ConditionElement) -> Bool {
        if case .customSignal = element { true } else { false }
    }

    /// Checks patterns of conditions for servers, which evaluate them with the engines of their languages.
    private mutating func checkPatterns(_ texts: [String], _ path: DocumentPath) {
        for text in texts {
            do throws(PatternProblem) {
                _ = try TemplatePattern(text, .sdks)
            } catch {
                add(
                    .expression, at: path,
                    "matches \(Quotation.of(text)), which SDKs read differently: \(error)")
            }
        }
    }

    private mutating func check(_ test: ConditionTest, of element: ConditionElement, _ path: DocumentPath) {
        var isSignal = false
        if case .customSignal(let key) = element {
            isSignal = true
            limit(key, to: limits.signalKey, .expression, at: path)
            if namespace == .server, let remark = EvaluationContext.remark(onSignal: key) {
                add(.expression, at: path, remark.message, advice: remark.advice, severity: .warning)
            }
        }
        if namespace == .server, case .text(.matches, let texts) = test { checkPatterns(texts, path) }
        checkValues(of: test, element, path)
        switch test {
        case .isOneOf(let ids) where element == .installationID && ids.count > limits.installationIDs:
            add(
                .expression, at: path,
                "lists \(ids.count) installations, but at most \(limits.installationIDs) are allowed")
        case .text(let method, let texts) where isSignal:
            if texts.count > limits.signalTexts {
                add(
                    .expression, at: path,
                    "lists \(texts.count) strings, but at most \(limits.signalTexts) are allowed"
                )
            }
            let most = method == .matches ? limits.pattern : limits.signalText
            for text in texts { limit(text, to: most, .expression, at: path) }
        case .version(_, let text):
            checkVersion(text, path, parts: nil)
        case .wrappedVersion(_, let text):
            checkVersion(text, path, parts: SemanticVersion.serverLimit)
        default: break
        }
    }

    /// A version consists of numbers separated by dots. Signs and spaces, which comparisons ignore, are not allowed.
    private mutating func checkVersion(_ text: String, _ path: DocumentPath, parts most: Int?) {
        let parts = text.split(scalar: ".", omittingEmptySubsequences: false)
        if !parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isASCIIDigit) }) {
            add(
                .expression, at: path, "compares with \(Quotation.of(text)), which is not a version",
                advice: "write numbers with dots between them, such as 1.2.3")
        } else if let most, parts.count > most {
            add(
                .expression, at: path,
                "compares with a version of \(parts.count) numbers, but at most \(most) are allowed")
        }
    }
}
