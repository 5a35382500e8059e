import TestSupport

/// Statements that declare values, and those whose types the compiler has to find.
extension ProgramWriter {
    mutating func constant(_ scope: inout ProgramScope) -> [String] {
        note("constant of any type")
        let name = localName()
        let type = one(of: ProgramType.plain + [.optional(.whole), .list(.whole), .any])
        let outer = hidden(name, in: scope)
        let value = expression(type, outer, 2).text
        let needsType =
            value == "nil" || value == "[]" || type == .any
            || [.optional(.whole), .list(.whole)].contains(type)
        let isWritten = needsType || chance(1, in: 2)
        guard !isDeclared(name, in: scope) else {
            return ["show(\(value)\(needsType ? " as \(type.name)" : ""))"]
        }
        scope.declare(name, type)
        return ["let \(name)\(isWritten ? ": \(type.name)" : "") = \(value)", "show(\(name))"]
    }

    /// The scope without a name, which a declaration of it must not use.
    func hidden(_ name: String, in scope: ProgramScope) -> ProgramScope {
        var outer = scope
        outer.variables.removeAll { $0.name == name }
        outer.reads.removeAll { $0.hasPrefix(name) }
        return outer
    }

    /// Whether a name may be one of the same block already.
    func isDeclared(_ name: String, in scope: ProgramScope) -> Bool {
        scope.variables.contains { $0.name == name }
    }

    mutating func variable(_ scope: inout ProgramScope) -> [String] {
        note("variable")
        let name = fresh("w")
        let type = one(of: [ProgramType.whole, .text, .truth])
        var lines = ["var \(name): \(type.name) = \(expression(type, scope, 1).text)"]
        if chance(1, in: 3) {
            lines[0] = "let \(name): \(type.name)"
            let condition = condition(scope).beforeBrace
            lines.append(
                "if \(condition) { \(name) = \(expression(type, scope, 1).text) } else { \(name) = \(expression(type, scope, 0).text) }"
            )
            scope.declare(name, type)
            return lines + ["show(\(name))"]
        }
        scope.declare(name, type, isMutable: true)
        switch (type, random.below(4)) {
        case (.whole, 0): lines.append("\(name) += \(expression(.whole, scope, 1).text)")
        case (.truth, 0): lines.append("if \(condition(scope).beforeBrace) { \(name).toggle() }")
        case (.text, 0): lines.append("\(name) += \(expression(.text, scope, 1).text)")
        case (_, 1):
            let (condition, other) = (condition(scope).within(.or), leaf(type, hidden(name, in: scope)).text)
            lines.append("\(name) = \(condition) ? \(name) : \(other)")
        case (_, 2):
            lines.append(
                "change(&\(name)) { $0 = \(expression(type, closed(hidden(name, in: scope)), 1).text) }")
        default: lines.append("\(name) = \(expression(type, hidden(name, in: scope), 1).text)")
        }
        return lines + ["show(\(name))"]
    }

    /// An `if` or a `switch` as a value.
    mutating func choiceOfValue(_ scope: inout ProgramScope, _ depth: Int) -> [String] {
        note("if as a value")
        let name = fresh("t")
        let type = one(of: ProgramType.plain)
        let isWritten = chance(1, in: 2)
        let inner = closed(scope)
        let condition = condition(scope, 2).beforeBrace
        let (yes, no) = (expression(type, inner, 1).text, expression(type, inner, 1).text)
        let head = "let \(name)\(isWritten ? ": \(type.name)" : "") ="
        scope.declare(name, type)
        guard chance(2, in: 3) else {
            return [
                "\(head) switch \(condition) {", "case true: \(yes)", "case false: \(no)", "}",
                "show(\(name))",
            ]
        }
        if chance(1, in: 4) {
            let third = expression(type, inner, 0).text
            return [
                "\(head) if \(condition) { \(yes) } else if \(self.condition(inner).beforeBrace) { \(no) } else { \(third) }",
                "show(\(name))",
            ]
        }
        return ["\(head) if \(condition) { \(yes) } else { \(no) }", "show(\(name))"]
    }

    /// A choice between literals that have one type only together.
    mutating func mixture(_ scope: inout ProgramScope) -> [String] {
        note("literals of several types")
        let groups: [[String]] = [
            ["1", "7 / 2", "-3", "2.5", "0.5", "(x ? 1 : 2)", "1 + 2", "1.25 * 2"],
            ["[1, 2]", "[0.5]", "[]", "[1]", "[7 / 2]"], ["(1, 2)", "(0.5, 2)", "(3, 1)"],
            ["[\"a\": 1]", "[\"a\": 0.5]", "[:]"], ["nil", "n", "Optional(n)", "1"],
            ["nil", "\"a\"", "Optional(\"b\")"],
            ["Set([1, n])", "[]", "[n]"], ["Character(\"a\")", "\"b\""], ["\"abc\".prefix(2)", "\"b\""],
            ["Int8(1)", "2", "-1"], ["Float(1)", "2", "2.5"], ["[n]", "[]"], ["[nil, 1]", "[1]"],
            ["{ (a: Int) -> Double in Double(a) }", "{ a in 0.5 }"], ["Style.full", ".plain"],
            ["1...3", "n...5"], ["(n as Int?)", "n"], ["n as Any", "\"b\""], ["Decimal(2)", "2", "-1.5"],
            ["[Style.full]", "[.plain]"], ["{ n }", "{ 1 }"],
        ]
        let group = one(of: groups)
        var (one, other) = (self.one(of: group), self.one(of: group))
        if one == other
            || [one, other].allSatisfy({
                ["[]", "nil", "[:]", ".plain", "[.plain]", "{ a in 0.5 }"].contains($0)
            })
        {
            (one, other) = (group[0], group[1])
        }
        guard let condition = flagged(scope)?.within(.or) else { return ["show(x)"] }
        let value = "\(condition) ? \(one) : \(other)"
        let name = fresh("m")
        let isFunction = group[0].hasPrefix("{")
        let shown = isFunction ? (group[0].contains("a:") ? "\(name)(3)" : "\(name)()") : name
        switch random.below(isFunction ? 2 : 9) {
        case 0, 1: return ["let \(name) = \(value)", "show(\(shown))"]
        case 2: return ["show(\(value))"]
        case 3: return ["out(\"\\(\(value))\")"]
        case 4: return ["show([\(value)])"]
        case 5: return ["out(pick(\(value)))"]
        case 6: return ["let \(name): [Any] = [\(value), 1]", "show(\(name))"]
        case 7: return ["show(same(\(value)))"]
        default: return ["show((\(value)) as Any)"]
        }
    }

    /// Conditions that take an optional apart.
    mutating func optionals(_ scope: inout ProgramScope) -> [String] {
        let wrapped = one(of: [ProgramType.whole, .text])
        guard let condition = flagged(scope)?.within(.or) else { return ["show(n)"] }
        let value = leaf(wrapped, scope).text
        let pair = chance(1, in: 2) ? "\(value) : nil" : "nil : \(value)"
        let name = fresh("o")
        let text = ProgramCode("\(condition) ? \(pair)").beforeBrace
        note("optional ternary in a condition")
        switch random.below(8) {
        case 0:
            return ["if let \(name) = \(text) {", "    show(\(name))", "} else {", "    out(\"none\")", "}"]
        case 1:
            guard scope.canReturn, scope.result == nil else { return ["show(\(text) as \(wrapped.name)?)"] }
            scope.declare(name, wrapped)
            return [
                "guard let \(name) = \(text) else {", "    out(\"none\")", "    return", "}", "show(\(name))",
            ]
        case 2: return ["if case let \(name)? = (\(text)) {", "    show(\(name))", "}"]
        case 3: return ["let \(name) = \(text)", "show(\(name))"]
        case 4: return ["show((\(text)).map { \"\\($0)\" } ?? \"none\")"]
        case 5:
            return ["switch \(text) {", "case nil: out(\"none\")", "case let \(name)?: show(\(name))", "}"]
        case 6: return ["while let \(name) = \(text) {", "    show(\(name))", "    break", "}"]
        default:
            return [
                "if let \(name) = \(text), \(self.condition(scope, 0).beforeBrace) {", "    show(\(name))",
                "}",
            ]
        }
    }

    /// Bindings and patterns.
    mutating func bindings(_ scope: inout ProgramScope, _ depth: Int) -> [String] {
        let name = localName()
        let outer = hidden(name, in: scope)
        var inner = scope
        inner.declare(name, .whole)
        note("pattern")
        switch random.below(4) {
        case 0:
            let value = expression(.optional(.whole), outer, 1).text
            return ["if let \(name) = (\(value)) as Int? {"] + block(inner, depth - 1) + [
                "    show(\(name))", "}",
            ]
        case 1:
            let value = "(\(condition(outer).text), \(expression(.whole, outer, 1).text))"
            return ["switch \(value) {", "case (true, let \(name)):"] + block(inner, depth - 1)
                + [
                    "    show(\(name))", "case (false, 0):", "    out(\"\(step())\")", "default:",
                    "    out(\"\(step())\")", "}",
                ]
        case 2:
            let value = expression(.list(.whole), outer, 1).text
            return ["for case let \(name) in (\(value)) as [Int] where \(name) > 0 {"]
                + block(closed(inner), depth - 1)
                + ["}"]
        default:
            let value = "(\(condition(outer).text), \(expression(.whole, outer, 0).text))"
            let first = fresh("p")
            guard !isDeclared(name, in: scope) else { return ["show(\(value))"] }
            scope.declare(first, .truth)
            scope.declare(name, .whole)
            return ["let (\(first), \(name)) = \(value)", "show(\(first))", "show(\(name))"]
        }
    }

    /// Values in collections, and calls with several arguments.
    mutating func collection(_ scope: ProgramScope) -> [String] {
        note("collection")
        let condition = condition(scope)
        switch random.below(6) {
        case 0: return ["show([\"a\": \(condition.text)])"]
        case 1: return ["show([\(condition.text), x, n > 1])"]
        case 2: return ["take(\(condition.text), n: \(expression(.whole, scope, 1).text))"]
        case 3: return ["take(\(condition.text))"]
        case 4: return ["_ = \(condition.within(.or)) ? count(\"\(step())\") : count(\"\(step())\")"]
        default: return ["show((\(condition.text), n: \(expression(.whole, scope, 1).text)).n)"]
        }
    }
}
