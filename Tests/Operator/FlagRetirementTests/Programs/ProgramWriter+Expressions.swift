import TestSupport

/// Expressions of each type.
extension ProgramWriter {
    /// An expression of a type.
    mutating func expression(_ type: ProgramType, _ scope: ProgramScope, _ depth: Int) -> ProgramCode {
        if type == flag.type, let read = read(scope), chance(1, in: 2) { return read }
        guard depth > 0, !chance(1, in: 4) else { return leaf(type, scope) }
        if chance(2, in: 5) { return anyForm(type, scope, depth - 1) }
        switch type {
        case .truth: return truth(scope, depth - 1)
        case .whole: return whole(scope, depth - 1)
        case .number: return decimal(scope, depth - 1)
        case .text: return text(scope, depth - 1)
        case .style: return style(scope, depth - 1)
        case .any: return expression(one(of: ProgramType.plain), scope, depth - 1)
        case .optional(let wrapped): return optional(wrapped, scope, depth - 1)
        case .list(let element): return list(element, scope, depth - 1)
        }
    }

    /// A read of the flag, unless the program has enough of them.
    mutating func read(_ scope: ProgramScope) -> ProgramCode? {
        guard budget > 0, !scope.reads.isEmpty else { return nil }
        budget -= 1
        let text = one(of: scope.reads)
        return ProgramCode(text, text.hasPrefix("try") ? .choice : .atom)
    }

    /// An expression that a flag decides, or that another value does.
    mutating func condition(_ scope: ProgramScope, _ depth: Int = 1) -> ProgramCode {
        chance(2, in: 3)
            ? flagged(scope) ?? expression(.truth, scope, depth) : expression(.truth, scope, depth)
    }

    /// A truth that follows from the flag; nil if the program has read it often enough.
    mutating func flagged(_ scope: ProgramScope) -> ProgramCode? {
        guard let read = read(scope) else { return nil }
        let value = read.text
        let literal = literal(of: values[random.below(2)])
        switch flag {
        case .truth:
            return one(of: [
                read, read, read, ProgramCode("!\(value)", .prefix),
                ProgramCode("\(value) == true", .comparison),
                ProgramCode("\(value) == x", .comparison), ProgramCode("false != \(value)", .comparison),
                ProgramCode("x && \(value)", .and), ProgramCode("\(value) || x", .or),
                ProgramCode("\(value) && x", .and), ProgramCode("!\(value) || step(\"\(step())\")", .or),
            ])
        case .whole:
            return one(of: [
                ProgramCode("\(value) > 1", .comparison), ProgramCode("\(value) == \(literal)", .comparison),
                ProgramCode("n < \(value)", .comparison), ProgramCode("\(value) != n", .comparison),
                ProgramCode("(1...4).contains(\(value))"), ProgramCode("\(value).isMultiple(of: 2)"),
                ProgramCode("\(value).signum() > 0", .comparison), ProgramCode("-\(value) < 0", .comparison),
                ProgramCode("\(value) % 2 == 0", .comparison), ProgramCode("1...3 ~= \(value)", .comparison),
                ProgramCode("n-\(value) > 0", .comparison),
                ProgramCode("\(value).advanced(by: 3) > n", .comparison),
            ])
        case .number:
            return one(of: [
                ProgramCode("\(value) > 1", .comparison), ProgramCode("\(value) == \(literal)", .comparison),
                ProgramCode("\(value).rounded() == \(value)", .comparison),
                ProgramCode("\(value) * 2 < 3", .comparison),
                ProgramCode("\(value).sign == .plus", .comparison), ProgramCode("-\(value) < 0", .comparison),
                ProgramCode("Int(\(value)) == n", .comparison), ProgramCode("\(value).isLess(than: 1)"),
            ])
        case .text:
            return one(of: [
                ProgramCode("\(value) == \(literal)", .comparison),
                ProgramCode("\(literal) != \(value)", .comparison),
                ProgramCode("\(value).isEmpty"), ProgramCode("\(value).hasPrefix(\"g\")"),
                ProgramCode("\(value).count > n", .comparison),
                ProgramCode("!\(value).contains(\"i\")", .prefix),
                ProgramCode("[\"grid\", \"x\"].contains(\(value))"),
                ProgramCode("\(value) < \"h\"", .comparison),
            ])
        case .style:
            return one(of: [
                ProgramCode("\(value) == \(literal)", .comparison),
                ProgramCode("\(value) == Style\(literal)", .comparison),
                ProgramCode("\(value) != .plain", .comparison),
                ProgramCode("\(value).rawValue == \"full\"", .comparison),
                ProgramCode("[.full, .plain].contains(\(value))"), ProgramCode("\(value).isFancy"),
                ProgramCode("Style.allCases.first == \(value)", .comparison),
            ])
        case .optionalText:
            return one(of: [
                ProgramCode("\(value) == nil", .comparison), ProgramCode("\(value) != nil", .comparison),
                ProgramCode("\(value) == \"spring\"", .comparison),
                ProgramCode("\(value)?.isEmpty ?? x", .coalescing),
                ProgramCode("\(value)?.count == 6", .comparison), ProgramCode("(\(value) ?? \"\").isEmpty"),
                ProgramCode("\(value).map { $0 == \"x\" } ?? false", .coalescing),
            ])
        }
    }

    /// The literal of one of the flag's values.
    func literal(of value: String) -> String {
        switch flag {
        case .style: ".\(value)"
        case .text, .optionalText:
            "\""
                + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
                    "\t", with: "\\t") + "\""
        default: value
        }
    }

    mutating func leaf(_ type: ProgramType, _ scope: ProgramScope) -> ProgramCode {
        let variables = scope.variables(type)
        if !variables.isEmpty, chance(2, in: 3) { return ProgramCode(one(of: variables).name) }
        switch type {
        case .truth: return ProgramCode(one(of: ["true", "false", "step(\"\(step())\")", "(n > 1)"]))
        case .whole: return ProgramCode(one(of: ["0", "1", "7", "n", "count(\"\(step())\")"]))
        case .number: return ProgramCode(one(of: ["0.5", "2.0", "1.25", "Double(n)"]))
        case .text: return ProgramCode("\"\(step())\"")
        case .style: return ProgramCode("Style." + one(of: ["plain", "guided", "full"]))
        case .any: return ProgramCode(one(of: ["1", "\"\(step())\"", "n", "0.5"]))
        case .optional(let wrapped): return chance(1, in: 3) ? ProgramCode("nil") : leaf(wrapped, scope)
        case .list(let element):
            let parts = (0..<random.below(3)).map { _ in leaf(element, scope).text }
            return ProgramCode("[" + parts.joined(separator: ", ") + "]")
        }
    }

    /// Forms of expressions that every type has.
    private mutating func anyForm(_ type: ProgramType, _ scope: ProgramScope, _ depth: Int) -> ProgramCode {
        var inner = scope
        switch random.below(16) {
        case 0, 1, 2, 3:
            let condition = condition(scope).within(.or)
            let yes = expression(type, scope, depth).within(.or)
            let no = expression(type, scope, depth)
            note("ternary")
            return ProgramCode("\(condition) ? \(yes) : \(no.within(.choice))", .choice)
        case 4: return ProgramCode("(\(expression(type, scope, depth).text))")
        case 5:
            note("closure called")
            inner.isAnonymous = false
            return ProgramCode("{ () -> \(type.name) in \(expression(type, inner, depth).text) }()")
        case 6:
            let name = fresh("a")
            inner.declare(name, type)
            inner.isAnonymous = false
            let body = expression(type, inner, depth).text
            note("closure with a parameter")
            return ProgramCode(
                "{ (\(name): \(type.name)) -> \(type.name) in \(body) }(\(expression(type, scope, 0).text))")
        case 7:
            let value = expression(.optional(type), scope, depth).within(.coalescing)
            guard value != "nil" else { return leaf(type, scope) }
            note("??")
            return ProgramCode(
                "(\(value) as \(type.name)?) ?? \(expression(type, scope, depth).within(.coalescing))",
                .coalescing)
        case 8:
            note("subscript of a literal")
            let parts = "\(expression(type, scope, depth).text), \(expression(type, scope, 0).text)"
            return ProgramCode("([\(parts)] as [\(type.name)])[\(condition(scope).within(.or)) ? 0 : 1]")
        case 9:
            note("member of a tuple")
            return ProgramCode(
                "(\(expression(type, scope, depth).beforeCast) as \(type.name), \(condition(scope).text)).0")
        case 10: return ProgramCode("same(\(expression(type, scope, depth).beforeCast) as \(type.name))")
        case 11:
            note("first(where:)")
            let predicate = predicate(on: type, scope)
            return ProgramCode(
                "([\(leaf(type, scope).text)] as [\(type.name)]).first\(predicate) ?? \(leaf(type, scope).text)",
                .coalescing)
        case 12 where !scope.isAnonymous:
            note("reduce")
            let cond = condition(scope).within(.or)
            return ProgramCode(
                "[1, 2].reduce(\(leaf(type, scope).beforeCast) as \(type.name)) { \(cond) && $1 > 1 ? $0 : $0 }"
            )
        case 13 where type != .any:
            note("autoclosure")
            let value = expression(type, scope, depth).text
            return ProgramCode(
                "later(\(value), \(expression(type, scope, 0).text), if: \(condition(scope).text))")
        case 14:
            note("immediate switch")
            return ProgramCode(
                "{ () -> \(type.name) in switch n { case 0: \(expression(type, closed(scope), depth).text); "
                    + "default: \(expression(type, closed(scope), 0).text) } }()")
        default:
            note("immediate if")
            let condition = condition(closed(scope)).beforeBrace
            return ProgramCode(
                "{ () -> \(type.name) in if \(condition) { return \(expression(type, closed(scope), depth).text) }; "
                    + "return \(expression(type, closed(scope), 0).text) }()")
        }
    }

    /// The scope within a closure that has its own parameters.
    func closed(_ scope: ProgramScope) -> ProgramScope {
        var inner = scope
        inner.isAnonymous = false
        inner.isInLoop = false
        inner.label = nil
        inner.isThrowing = false
        inner.canReturn = false
        return inner
    }

    /// A closure from a type to a truth, after the name of a method.
    mutating func predicate(on type: ProgramType, _ scope: ProgramScope) -> String {
        let test: String
        switch type {
        case .truth: test = "$0"
        case .whole: test = "$0 > 1"
        case .number: test = "$0 < 1"
        case .text: test = "$0.count > 1"
        default: test = "\"\\($0)\" != \"\""
        }
        var inner = closed(scope)
        inner.isAnonymous = true
        let condition = condition(inner, 0)
        guard !scope.isAnonymous, chance(4, in: 5) else {
            let name = fresh("a")
            note("closure with a name")
            let part = test.replacing("$0", with: name)
            return one(of: [
                " { \(name) in \(condition.within(.or)) || \(part) }",
                " { \(name) in \(part) && \(condition.within(.and)) }",
                " { _ in \(condition.text) }",
            ])
        }
        note("closure with $0")
        return one(
            of: [
                " { \(condition.within(.or)) || \(test) }", " { \(test) && \(condition.within(.and)) }",
                " { \(condition.within(.and)) && \(test) }",
                " { \(condition.within(.or)) ? \(test) : !(\(test)) }",
                "(where: { \(condition.within(.or)) || \(test) })",
                " { if \(condition.beforeBrace) { return \(test) } else { return !(\(test)) } }",
                " { guard \(condition.beforeBrace) else { return false }; return \(test) }",
            ].filter { !$0.hasPrefix("(where") })
    }
}
