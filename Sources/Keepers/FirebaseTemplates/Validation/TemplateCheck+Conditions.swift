import ExperimentsCore

extension TemplateCheck {
    private static let tagColors: Set<String> = [
        "BLUE", "BROWN", "CYAN", "DEEP_ORANGE", "GREEN", "INDIGO", "LIME", "ORANGE", "PINK", "PURPLE", "TEAL",
        "CONDITION_DISPLAY_COLOR_UNSPECIFIED",
    ]

    mutating func checkConditions() {
        let root = DocumentPath()["conditions"]
        if template.conditions.count > limits.conditions {
            add(
                .conditionCount, root,
                "has \(template.conditions.count) conditions, and no more than \(limits.conditions) are allowed")
        }
        let used = Set(template.parameters.flatMap { $0.conditionalValues.map(\.condition) })
        for (index, condition) in template.conditions.enumerated() {
            let path = root[index]
            checkName(condition.name, path["name"])
            if let first = positions[condition.name], first < index {
                add(
                    .duplicateCondition, path["name"],
                    "\(Quotation.of(condition.name)) is also the name of \(root[first])", kind: .statement,
                    advice: "rename one of the two")
            }
            if let color = condition.tagColor, !Self.tagColors.contains(color) {
                let known = Self.tagColors.filter { !$0.hasSuffix("UNSPECIFIED") }.sorted().joined(separator: ", ")
                add(
                    .tagColor, path["tagColor"], "\(Quotation.of(color)) is not a colour", kind: .statement,
                    advice: "the colours are \(known)")
            }
            checkExpression(of: condition, path)
            if !used.contains(condition.name) {
                add(
                    .unusedCondition, path, "\(Quotation.of(condition.name)) decides no parameter", kind: .statement,
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
                .conditionName, path, "\(Quotation.of(name)) has characters that are not allowed", kind: .statement,
                advice: "use letters of ASCII, digits, blanks and - _ ' ! % . only")
        } else if name.hasPrefix(" ") || name.hasSuffix(" ") {
            add(.conditionName, path, "\(Quotation.of(name)) has a blank at an end", kind: .statement)
        }
        limit(name, to: limits.conditionName, .conditionName, path)
    }

    private mutating func checkExpression(of condition: TemplateCondition, _ path: DocumentPath) {
        if let tree = condition.tree {
            var reader = ServerConditionReader()
            _ = reader.condition(tree, at: path["condition"])
            problems += reader.problems
        }
        guard let text = condition.expression else {
            if condition.tree == nil {
                add(.expression, path, "has no expression", advice: #"write "expression": "true" for everyone"#)
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
                .expression, path,
                "has \(expression.atoms.count) parts, and no more than \(limits.atoms) are allowed")
        }
        for case .element(let element, let test) in expression.atoms {
            if namespace == .server, !Self.isForServers(element) {
                add(
                    .expression, path, "asks for \(element.name), which servers do not know",
                    advice: "server templates know percent and app.customSignal")
            }
            check(test, of: element, path)
        }
    }

    private static func isForServers(_ element: ConditionElement) -> Bool {
        if case .customSignal = element { true } else { false }
    }

    private mutating func check(_ test: ConditionTest, of element: ConditionElement, _ path: DocumentPath) {
        var isSignal = false
        if case .customSignal(let key) = element {
            isSignal = true
            limit(key, to: limits.signalKey, .expression, path)
        }
        switch test {
        case .isOneOf(let ids) where element == .installationID && ids.count > limits.installationIDs:
            add(
                .expression, path,
                "lists \(ids.count) installations, and no more than \(limits.installationIDs) are allowed")
        case .text(let method, let texts) where isSignal:
            if texts.count > limits.signalTexts {
                add(
                    .expression, path,
                    "lists \(texts.count) texts, and no more than \(limits.signalTexts) are allowed")
            }
            let most = method == .matches ? limits.pattern : limits.signalText
            for text in texts { limit(text, to: most, .expression, path) }
        default: break
        }
    }
}
