import TestSupport

/// Statements of each kind.
extension ProgramWriter {
    /// Statements, which may declare names for those after them.
    mutating func statements(_ scope: inout ProgramScope, depth: Int, count: Int) -> [String] {
        var lines: [String] = []
        for _ in 0..<count { lines += statement(&scope, depth) }
        return lines
    }

    /// A block with names of its own.
    mutating func block(_ scope: ProgramScope, _ depth: Int, exit: Bool = false) -> [String] {
        var inner = scope
        var lines = statements(&inner, depth: depth, count: 1 + random.below(2))
        if exit { lines.append(exitStatement(inner)) }
        if chance(1, in: 8) { lines.insert("// \(one(of: ["A remark", "TODO: later", "else"]))", at: 0) }
        return indented(lines)
    }

    /// A statement that leaves the block.
    private mutating func exitStatement(_ scope: ProgramScope) -> String {
        guard hasExit(scope) else { return trace(scope) }
        var ways: [String] = []
        if scope.isInLoop { ways += ["continue", "break"] }
        if scope.isInLoop, let label = scope.label { ways += ["continue \(label)", "break \(label)"] }
        if scope.isThrowing { ways.append("throw Failure(\"\(step())\")") }
        if scope.canReturn {
            ways += [scope.result.map { "return \(expression($0, scope, 1).text)" } ?? "return"]
        }
        return one(of: ways)
    }

    private func hasExit(_ scope: ProgramScope) -> Bool {
        scope.isInLoop || scope.isThrowing || scope.canReturn
    }

    private mutating func trace(_ scope: ProgramScope) -> String {
        switch random.below(6) {
        case 0: return "show(\(expression(one(of: ProgramType.plain), scope, 1).text))"
        case 1: return "out(\"\(step()) \\(\(expression(one(of: ProgramType.plain), scope, 1).text))\")"
        default: return "out(\"\(step())\")"
        }
    }

    mutating func statement(_ scope: inout ProgramScope, _ depth: Int) -> [String] {
        guard depth > 0 else { return [trace(scope)] }
        switch random.below(30) {
        case 0, 1, 2, 3: return choice(scope, depth)
        case 4, 5: return guardStatement(&scope, depth)
        case 6, 7, 8: return constant(&scope)
        case 9: return variable(&scope)
        case 10, 11: return switchStatement(scope, depth)
        case 12: return loop(scope, depth)
        case 13: return bindings(&scope, depth)
        case 14: return closureStatement(scope, depth)
        case 15: return localFunction(&scope, depth)
        case 16: return doStatement(scope, depth)
        case 17: return choiceOfValue(&scope, depth)
        case 18 where chance(1, in: 2): return mixture(&scope)
        case 21 where chance(1, in: 2): return optionals(&scope)
        case 22 where !scope.isGeneric: return localType(scope, depth)
        case 23: return condition(compiledFor: scope, depth)
        case 24: return later(scope, depth)
        case 25: return collection(scope)
        default: return [trace(scope)]
        }
    }

    // MARK: - Choices

    /// The conditions of an `if`, a `guard` or a `while`.
    mutating func conditions(_ scope: inout ProgramScope) -> String {
        var parts = [condition(scope, 2).beforeBrace]
        while chance(1, in: 4) { parts.append(condition(scope, 1).beforeBrace) }
        if chance(1, in: 6) {
            let name = fresh("y")
            let value = expression(.optional(.whole), scope, 1).text
            parts.insert(
                "let \(name) = \(value == "nil" ? "Optional(n)" : "(\(value)) as Int?")",
                at: random.below(2) % 2)
            scope.declare(name, .whole)
            note("binding in a condition")
        }
        return parts.joined(separator: ", ")
    }

    private mutating func choice(_ scope: ProgramScope, _ depth: Int) -> [String] {
        note("if")
        var inner = scope
        var lines = ["if \(conditions(&inner)) {"] + block(inner, depth - 1, exit: chance(1, in: 6))
        while chance(1, in: 4) {
            var other = scope
            lines += ["} else if \(conditions(&other)) {"] + block(other, depth - 1, exit: chance(1, in: 6))
        }
        if chance(1, in: 2) { lines += ["} else {"] + block(scope, depth - 1, exit: chance(1, in: 6)) }
        return lines + ["}"]
    }

    private mutating func guardStatement(_ scope: inout ProgramScope, _ depth: Int) -> [String] {
        guard hasExit(scope) else { return [trace(scope)] }
        note("guard")
        let outer = scope
        let text = conditions(&scope)
        return ["guard \(text) else {"] + block(outer, 0, exit: true) + ["}"]
    }

    private mutating func switchStatement(_ scope: ProgramScope, _ depth: Int) -> [String] {
        note("switch")
        let read = flag.type == .optional(.text) ? nil : read(scope)
        let type = read == nil ? one(of: [ProgramType.whole, .truth, .text]) : flag.type
        let subject = read?.text ?? expression(type, scope, 1).beforeBrace
        var labels: [String]
        switch type {
        case .truth:
            labels =
                [["case true", "case false"], ["case false", "default"], ["case (true)", "case false"]][
                    random.below(3)]
        case .whole:
            labels =
                [["case 1", "case 2...4", "case let m where m < 0", "default"], ["case ..<0", "default"]][
                    random.below(2)]
        case .number: labels = ["case 0.5", "case ..<0", "case let m where m > 2", "default"]
        case .text: labels = ["case \"list\", \"tab\"", "case let m where m.count > 3", "default"]
        default:
            labels =
                [
                    ["case .plain", "case .guided, .full"],
                    ["case .full where x", "case .guided", "default"],
                    ["case Style.guided", "case _"],
                ][random.below(3)]
        }
        if chance(1, in: 3) {
            labels[0] += " where \(condition(scope, 0).text)"
            if !labels.contains("default") { labels.append("default") }
        }
        var lines = ["switch \(subject) {"]
        for (index, label) in labels.enumerated() {
            let isLast = index == labels.count - 1
            let falls = !isLast && !labels[index + 1].contains("let ") && chance(1, in: 12)
            lines += ["\(label):"] + block(scope, depth - 1) + (falls ? ["    fallthrough"] : [])
        }
        return lines + ["}"]
    }

    private mutating func loop(_ scope: ProgramScope, _ depth: Int) -> [String] {
        note("loop")
        var inner = scope
        inner.isInLoop = true
        let label = chance(1, in: 3) ? fresh("outer") : nil
        if let label { inner.label = label }
        let prefix = label.map { $0 + ": " } ?? ""
        let name = fresh("i")
        switch random.below(4) {
        case 0:
            inner.declare(name, .whole)
            let filter = chance(1, in: 2) ? " where \(condition(inner, 0).beforeBrace)" : ""
            return ["\(prefix)for \(name) in 0..<2\(filter) {"]
                + block(inner, depth - 1, exit: chance(1, in: 4)) + [
                    "}"
                ]
        case 1:
            inner.declare(name, .whole)
            let list = expression(.list(.whole), scope, 1).text
            return ["\(prefix)for \(name) in (\(list) as [Int]) {"] + block(inner, depth - 1) + ["}"]
        case 2:
            let lines = [
                "var \(name) = 0", "\(prefix)while \(name) < 2, \(condition(scope).beforeBrace) {",
                "    \(name) += 1",
            ]
            return lines + block(inner, depth - 1, exit: chance(1, in: 4)) + ["}"]
        default:
            let lines = ["var \(name) = 0", "\(prefix)repeat {", "    \(name) += 1"]
            inner.label = nil
            return lines + block(inner, depth - 1) + [
                "} while \(name) < 2 && \(condition(scope).within(.and))"
            ]
        }
    }

    private mutating func doStatement(_ scope: ProgramScope, _ depth: Int) -> [String] {
        note("do")
        var inner = scope
        inner.isThrowing = true
        switch random.below(4) {
        case 0:
            var quiet = closed(scope)
            quiet.variables = scope.variables
            return ["do {", "    defer { \(trace(quiet)) }"] + block(scope, depth - 1) + ["}"]
        case 1:
            let place = condition(scope, 0).beforeBrace
            return ["do {"] + block(inner, depth - 1, exit: chance(1, in: 2))
                + ["    out(\"\\(try check(n))\")", "} catch let error as Failure where \(place) {"]
                + block(scope, 0) + ["} catch {", "    out(\"other \\(error)\")", "}"]
        case 2:
            return ["do {", "    _ = try check(\(expression(.whole, scope, 1).text))"]
                + block(inner, depth - 1)
                + ["} catch {", "    out(\"caught \\(error)\")", "}"]
        default:
            var quiet = closed(scope)
            quiet.variables = scope.variables
            return ["do {", "    defer {"] + indented(block(quiet, 0)) + ["    }"] + block(scope, depth - 1)
                + ["}"]
        }
    }

    /// Code that one build has and another does not.
    private mutating func condition(compiledFor scope: ProgramScope, _ depth: Int) -> [String] {
        note("#if")
        var quiet = scope
        quiet.isInLoop = false
        quiet.canReturn = false
        quiet.isThrowing = false
        let name = one(of: ["DEBUG", "os(Linux)", "!os(Linux)", "canImport(Foundation)"])
        return ["#if \(name)"] + block(quiet, depth - 1).map { String($0.dropFirst(4)) }
            + (chance(1, in: 2) ? ["#else"] + block(quiet, 0).map { String($0.dropFirst(4)) } : []) + [
                "#endif"
            ]
    }

    // MARK: - Functions and closures

    private mutating func closureStatement(_ scope: ProgramScope, _ depth: Int) -> [String] {
        note("closure with statements")
        var inner = closed(scope)
        inner.canReturn = true
        inner.result = nil
        let name = fresh("a")
        switch random.below(6) {
        case 0: return ["[1, 2].forEach { _ in"] + block(inner, depth - 1) + ["}"]
        case 1:
            inner.declare(name, .whole)
            return ["[1, 2].forEach { \(name) in"] + block(inner, depth - 1) + ["}"]
        case 2:
            note("closure with $0")
            inner.isAnonymous = true
            return ["[1, n].forEach { if \(condition(inner, 0).beforeBrace) { show($0) } }"]
        case 3:
            inner.isAnonymous = true
            note("reduce(into:)")
            return ["show([1, n].reduce(into: 0) { if \(condition(inner, 0).beforeBrace) { $0 += $1 } })"]
        case 4:
            return ["let \(name) = {"] + block(inner, depth - 1) + ["}", "\(name)()"]
        default:
            inner.result = .whole
            inner.isAnonymous = true
            note("closure with $0")
            let condition = condition(inner, 0).text
            return ["show([3, n, 1].sorted { \(condition) ? $0 < $1 : $0 > $1 })"]
        }
    }

    private mutating func localFunction(_ scope: inout ProgramScope, _ depth: Int) -> [String] {
        note("local function")
        var inner = closed(scope)
        inner.canReturn = true
        let name = chance(1, in: 4) ? member : fresh("f")
        let isShadowing =
            scope.variables.contains { $0.name == name } || scope.reads.contains { $0.hasPrefix(name) }
        guard !isShadowing else { return [trace(scope)] }
        let type = one(of: ProgramType.plain)
        inner.result = type
        let parameter = chance(1, in: 3) ? member : fresh("a")
        inner.declare(parameter, .truth)
        let lines =
            ["func \(name)(_ \(parameter): Bool) -> \(type.name) {"] + block(inner, depth - 1)
            + ["    return \(expression(type, inner, 1).text)", "}"]
        return lines + ["show(\(name)(\(condition(scope, 1).text)))"]
    }

    private mutating func localType(_ scope: ProgramScope, _ depth: Int) -> [String] {
        note("local type")
        let name = fresh("Local")
        var inner = ProgramScope()
        inner.declare(member, .truth)
        inner.declare("n", .whole)
        inner.declare("x", .truth)
        let body = expression(.text, inner, 1).within(.product)
        return [
            "struct \(name) {", "    var \(member) = false", "    let n: Int", "    let x = true",
            "    var text: String { \(member) ? \"own \" + \(body) : \"own \(step())\" }", "}",
            "out(\(name)(\(member): \(condition(scope, 1).text), n: n).text)",
        ]
    }

    private mutating func later(_ scope: ProgramScope, _ depth: Int) -> [String] {
        note("trailing closures")
        var inner = closed(scope)
        inner.canReturn = true
        let name = fresh("r")
        inner.result = .whole
        return ["let \(name) = run { () -> Int in"] + block(inner, depth - 1)
            + ["    return \(expression(.whole, inner, 1).text)", "}", "show(\(name))"]
    }
}
