/// Writes random programs that read one flag in many ways, for running them before and after its retirement.
struct ProgramGenerator<Random: RandomNumberGenerator> {
    /// A flag of the fixtures, and values of it.
    enum Flag: CaseIterable {
        case newFlow, style, columns, layout

        var key: String {
            switch self {
            case .newFlow: "new_flow"
            case .style: "style"
            case .columns: "columns"
            case .layout: "layout"
            }
        }

        var values: [String] {
            switch self {
            case .newFlow: ["true", "false"]
            case .style: ["guided", "plain"]
            case .columns: ["4", "1"]
            case .layout: ["grid", "list"]
            }
        }
    }

    private var random: Random
    let flag: Flag
    private var numbers = 0
    private var lines: [String] = []
    private var indent = 2
    /// The names of truths in each block around.
    private var names: [[String]] = [[]]
    private var helpers: [String] = []
    private var loops = 0

    init(_ random: Random) {
        self.random = random
        flag = Flag.allCases.randomElement(using: &self.random) ?? .newFlow
    }

    private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    private mutating func number() -> Int {
        numbers += 1
        return numbers
    }

    private mutating func add(_ line: String) { lines.append(String(repeating: "    ", count: indent) + line) }

    /// The members of a type with `static func check(_:_:_:)`.
    mutating func program() -> String {
        add("static func check(_ service: RemoteConfigService, _ x: Bool, _ n: Int) {")
        block { $0.statements(depth: 3, count: 2 + $0.below(4)) }
        add("}")
        while let helper = helpers.popLast() {
            add("private static func \(helper)(_ service: RemoteConfigService, _ x: Bool, _ n: Int) {")
            block { $0.statements(depth: 1, count: 1 + $0.below(2)) }
            add("}")
        }
        add("private static var isOn: Bool {")
        indent += 1
        add("let service = RemoteScope.service")
        add("return \(plainRead())")
        indent -= 1
        add("}")
        add("private static var isOff: Bool { !(\(plainRead().replacing("service[", with: "RemoteScope.service["))) }")
        return lines.joined(separator: "\n")
    }

    private mutating func block(_ body: (inout Self) -> Void) {
        indent += 1
        names.append([])
        body(&self)
        names.removeLast()
        indent -= 1
    }

    private mutating func statements(depth: Int, count: Int) {
        for _ in 0..<count { statement(depth) }
    }

    private mutating func step() { add("step(\"\(number())\")") }

    private mutating func statement(_ depth: Int) {
        guard depth > 0 else { return step() }
        switch below(17) {
        case 0, 1, 2: choice(depth)
        case 3: guardStatement(depth)
        case 4: constant()
        case 5: switchStatement(depth)
        case 6:
            add("for i\(depth) in 0..<2 {")
            loops += 1
            block {
                $0.statements(depth: depth - 1, count: 1 + $0.below(2))
                $0.add("step(\"\\(i\(depth))\")")
            }
            loops -= 1
            add("}")
        case 7: add("step(\(condition(2)) ? \"\(number())\" : \"\(number())\")")
        case 8:
            add("[1].forEach { _ in")
            let outer = loops
            loops = 0
            block { $0.statements(depth: depth - 1, count: 1 + $0.below(2)) }
            loops = outer
            add("}")
        case 9:
            let name = "t\(number())"
            add("let \(name) = if \(condition(2)) { \"\(number())\" } else { \"\(number())\" }")
            add("step(\(name))")
        case 10 where indent < 6:
            let helper = "helper\(number())"
            helpers.append(helper)
            add("\(helper)(service, x, n)")
        case 11:
            add("do {")
            block {
                $0.add("defer { step(\"\($0.number())\") }")
                $0.statements(depth: depth - 1, count: 1)
            }
            add("}")
        case 12:
            let name = "c\(number())"
            add("var \(name) = 0")
            add("while \(name) < 2, \(condition(1)) {")
            block {
                $0.add("\(name) += 1")
                $0.step()
            }
            add("}")
        case 13: add("step(\"\\(\(condition(2)))\")")
        case 14:
            let name = "v\(number())"
            add("let \(name): Int")
            add("if \(condition(2)) { \(name) = 1 } else { \(name) = 2 }")
            add("step(\"\\(\(name))\")")
        case 15: add("step(\"\\(n + (\(condition(2)) ? 1 : n * 2))\")")
        default: step()
        }
    }

    private mutating func choice(_ depth: Int) {
        add("if \(conditions()) {")
        block { $0.body(depth) }
        while below(4) == 0 {
            add("} else if \(conditions()) {")
            block { $0.body(depth) }
        }
        if below(2) == 0 {
            add("} else {")
            block { $0.body(depth) }
        }
        add("}")
    }

    private mutating func body(_ depth: Int) {
        statements(depth: depth - 1, count: 1 + below(2))
        switch below(8) {
        case 0: add("return")
        case 1 where loops > 0: add(below(2) == 0 ? "continue" : "break")
        default: break
        }
    }

    private mutating func guardStatement(_ depth: Int) {
        add("guard \(conditions()) else {")
        block {
            $0.step()
            $0.add($0.loops > 0 && $0.below(2) == 0 ? "continue" : "return")
        }
        add("}")
    }

    /// A constant, whose name may be that of one in a block around.
    private mutating func constant() {
        let name = "b\(below(3))"
        guard names.last?.contains(name) == false else { return step() }
        // Its own name in its value would be that of the block around, which Swift refuses.
        let hidden = names.map { $0.filter { $0 != name } }
        let outer = names
        names = hidden
        let value = condition(2)
        names = outer
        add("let \(name) = \(value)")
        names[names.count - 1].append(name)
        add("step(\"\\(\(name))\")")
    }

    private mutating func switchStatement(_ depth: Int) {
        let (subject, cases): (String, [String])
        switch flag {
        case .newFlow: (subject, cases) = ("service[.newFlow]", ["case true", "case false"])
        case .style: (subject, cases) = ("service[.style]", ["case .plain", "case .guided, .full"])
        case .columns: (subject, cases) = ("service[.columns]", ["case 1", "case 2...3", "default"])
        case .layout: (subject, cases) = ("service[.layout]", ["case \"list\"", "case \"grid\"", "default"])
        }
        add("switch \(subject) {")
        for label in cases {
            add("\(label):")
            block {
                $0.statements(depth: depth - 1, count: 1 + $0.below(2))
                if $0.below(6) == 0 { $0.add("break") }
            }
        }
        add("}")
    }

    // MARK: - Conditions

    private mutating func conditions() -> String {
        var result = [condition(2)]
        while below(4) == 0 { result.append(condition(1)) }
        if below(8) == 0 { result.append("let y = Optional(n), y > 0") }
        return result.joined(separator: ", ")
    }

    private mutating func plainRead() -> String {
        switch flag {
        case .newFlow: "service[.newFlow]"
        case .style: "service[.style] == .guided"
        case .columns: "service[.columns] > 2"
        case .layout: "service[.layout] == \"grid\""
        }
    }

    private mutating func read() -> String {
        switch (flag, below(4)) {
        case (_, 0): plainRead()
        case (.newFlow, 1): "service.value(of: .newFlow)"
        case (.newFlow, 2): "RemoteScope.service[Keys.newFlow]"
        case (.newFlow, _): "isEnabled(.newFlow)"
        case (.style, 1): "service[.style] != Style.plain"
        case (.style, 2): "service.value(of: .style).rawValue == \"guided\""
        case (.columns, 1): "service[.columns] == 1"
        case (.columns, 2): "n < service[.columns]"
        case (.layout, 1): "service[.layout] != \"list\""
        default: plainRead()
        }
    }

    private mutating func condition(_ depth: Int) -> String {
        if depth > 0, below(3) == 0 {
            let (one, two) = (condition(depth - 1), condition(depth - 1))
            switch below(4) {
            case 0: return "(\(one) && \(two))"
            case 1: return "(\(one) || \(two))"
            case 2: return "!(\(one))"
            default: return "(\(one) ? \(two) : \(condition(0)))"
            }
        }
        switch below(10) {
        case 0, 1, 2, 3: return read()
        case 4: return "x"
        case 5: return "n > \(below(3))"
        case 6: return below(3) == 0 ? "step(\"\(number())\")" : "!x"
        case 7: return names.joined().randomElement(using: &random) ?? read()
        case 8: return below(2) == 0 ? "isOn" : "isOff"
        default: return "!" + (below(2) == 0 ? "x" : "(\(read()))")
        }
    }
}
