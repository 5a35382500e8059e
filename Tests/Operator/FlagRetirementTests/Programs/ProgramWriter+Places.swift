import TestSupport

/// Further places that read a flag, or name its key.
extension ProgramWriter {
    mutating func writePlace() {
        budget -= 1
        let kind = random.below(14)
        guard !kinds.contains("place \(kind)") else { return }
        note("place \(kind)")
        switch kind {
        case 0: writeBuilder()
        case 1: writeObserver()
        case 2: writeInitializer()
        case 3: writeStoredClosure()
        case 4: writeDefaultArgument()
        case 5: writeLists()
        case 6: writeAccessors()
        case 7: writeEnumMethod()
        case 8: writeSubscript()
        case 9: writeWrappedLocal()
        case 10: writeFailableInitializer()
        case 11: writeOperator()
        case 12: writeKeyPath()
        default: writeShadowedCalls()
        }
    }

    private var stored: [String] { ["let s: RemoteConfigService", "let x: Bool", "let n: Int"] }

    private func scope(_ reads: String...) -> ProgramScope {
        var scope = ProgramScope()
        scope.declare("x", .truth)
        scope.declare("n", .whole)
        scope.reads = reads
        return scope
    }

    /// A truth that the flag decides; the flag is certainly read.
    private mutating func truth(_ scope: ProgramScope) -> ProgramCode {
        budget = max(budget, 1)
        return flagged(scope) ?? ProgramCode("x")
    }

    private mutating func writeBuilder() {
        note("result builder")
        let name = global("Page")
        let scope = scope("s[.\(property)]", "self.s[Keys.\(property)]")
        let parts: [[String]] = [
            ["if \(truth(scope).beforeBrace) {", "    \"new\"", "} else {", "    \"old\"", "}"],
            ["if \(truth(scope).beforeBrace) {", "    \"only new\"", "}"],
            ["\(truth(scope).within(.or)) ? \"one\" : \"other\""],
            ["for i in 0..<2 {", "    if \(truth(scope).beforeBrace) { \"\\(i)\" } else { \"-\" }", "}"],
            [
                "if \(truth(scope).beforeBrace), x {", "    \"both\"", "} else if n > 1 {", "    \"many\"",
                "} else {",
                "    \"few\"", "}",
            ],
            ["let part = \(truth(scope).within(.or)) ? \"a\" : \"b\"", "part + \"!\""],
            ["switch \(truth(scope).beforeBrace) {", "case true: \"yes\"", "case false: \"no\"", "}"],
        ]
        var lines = ["\"start\""]
        for _ in 0..<(1 + random.below(2)) {
            lines += one(of: parts.filter { !$0[0].hasPrefix("let") || !lines.contains($0[0]) })
        }
        declare(
            ["struct \(name) {"]
                + indented(stored + ["@TextBuilder var text: String {"] + indented(lines) + ["}"]) + [
                    "}"
                ])
        entry.append("out(\(name)(s: s, x: x, n: n).text)")
    }

    private mutating func writeObserver() {
        note("observer of a property")
        let name = global("Watched")
        let scope = scope("s[.\(property)]")
        let (one, other) = (truth(scope).beforeBrace, truth(scope).beforeBrace)
        declare([
            "struct \(name) {", "    let s: RemoteConfigService", "    let x: Bool", "    let n: Int",
            "    var level = 0 {", "        willSet { if \(one) { out(\"will \\(newValue)\") } }",
            "        didSet {", "            guard \(other) else { return }",
            "            out(\"did \\(level)\")",
            "        }",
            "    }", "}",
        ])
        entry += ["var watched = \(name)(s: s, x: x, n: n)", "watched.level = n + 1"]
    }

    private mutating func writeInitializer() {
        note("initializer")
        let name = global("Made")
        let scope = scope("s[.\(property)]")
        let access = one(of: ["private let", "let", "private(set) var"])
        declare([
            "struct \(name) {", "    \(access) \(member): \(flag.type.name)", "    private let isBig: Bool",
            "    init(_ s: RemoteConfigService, _ x: Bool, _ n: Int) {",
            "        \(member) = s[.\(property)]",
            "        isBig = \(truth(scope).text)", "    }",
            "    var text: String { \"\\(\(member)) \\(isBig ? \"big\" : \"small\")\" }", "}",
        ])
        entry.append("out(\(name)(s, x, n).text)")
    }

    private mutating func writeStoredClosure() {
        note("stored closure")
        let name = global("Actions")
        let scope = scope("s[.\(property)]")
        declare([
            "struct \(name) {", "    var \(member): () -> Bool", "    var run: (Int) -> String", "}",
            "func \(global("actions"))(_ s: RemoteConfigService, _ x: Bool, _ n: Int) -> \(name) {",
            "    \(name)(\(member): { \(truth(scope).text) }, run: { \(truth(scope).within(.or)) ? \"new\" : \"old \\($0)\" })",
            "}",
        ])
        entry += [
            "let actions = \(global("actions"))(s, x, n)", "show(actions.\(member)())", "out(actions.run(n))",
        ]
    }

    private mutating func writeDefaultArgument() {
        guard flag == .truth else { return writeObserver() }
        note("default argument")
        let name = global("ask")
        let read =
            chance(1, in: 6)
            ? "RemoteScope.service?[.\(property)] ?? false" : "RemoteScope.service![.\(property)]"
        declare([
            "func \(name)(_ \(member): Bool = \(read), n: Int) -> String {",
            "    \(member) && n > 0 ? \"yes \\(n)\" : \"no \\(n)\"", "}",
        ])
        entry += ["out(\(name)(n: n))", "out(\(name)(x, n: n))"]
    }

    private mutating func writeLists() {
        note("lists of keys")
        let name = global("list")
        declare([
            "extension Keys {",
            "    static let \(name): [any RemoteKey] = [\(one(of: ["\(property)", "Keys.\(property)"]))]",
            "}",
        ])
        entry.append(one(of: ["s.getValues(for: Keys.\(name))", "s.getValues(for: [Keys.\(property)])"]))
    }

    private mutating func writeAccessors() {
        note("getter and setter")
        let name = global("Both")
        let scope = scope("s[.\(property)]")
        declare([
            "struct \(name) {", "    let s: RemoteConfigService", "    let x: Bool", "    let n: Int",
            "    var \(member): Bool {", "        get { \(truth(scope).text) }",
            "        nonmutating set { if \(truth(scope).beforeBrace) { out(\"set \\(newValue)\") } }",
            "    }",
            "    func text() -> String { \(member) ? \"both new\" : \"both old\" }", "}",
        ])
        entry += ["let both = \(name)(s: s, x: x, n: n)", "both.\(member) = x", "out(both.text())"]
    }

    private mutating func writeEnumMethod() {
        note("method of an enum")
        let name = global("Feature")
        let scope = scope("s[.\(property)]")
        declare([
            "enum \(name): CaseIterable {", "    case \(property), other",
            "    func isOn(_ s: RemoteConfigService, _ x: Bool, _ n: Int) -> Bool {", "        switch self {",
            "        case .\(property): return \(truth(scope).text)", "        case .other: return x",
            "        }",
            "    }", "}",
        ])
        entry.append(
            one(of: [
                "show(\(name).allCases.map { $0.isOn(s, x, n) })",
                "out(\(name).\(property).isOn(s, x, n) ? \"feature on\" : \"feature off\")",
            ]))
    }

    private mutating func writeSubscript() {
        note("subscript")
        let name = global("Grid")
        let scope = scope("s[.\(property)]")
        declare([
            "struct \(name) {", "    let s: RemoteConfigService", "    let x: Bool",
            "    subscript(n: Int) -> String { \(truth(scope).within(.or)) ? \"new \\(n)\" : \"old \\(n)\" }",
            "    subscript(\(member) n: Int) -> Bool { \(truth(scope).text) }", "}",
        ])
        entry += ["let grid = \(name)(s: s, x: x)", "out(grid[n])", "show(grid[\(member): n])"]
    }

    private mutating func writeWrappedLocal() {
        note("wrapped local")
        let name = global("local")
        let scope = scope(member)
        declare([
            "func \(name)(_ x: Bool, _ n: Int) {", "    @Remote(.\(property)) var \(member)",
            "    if \(truth(scope).beforeBrace) {", "        out(\"wrapped new\")", "    } else {",
            "        out(\"wrapped old\")",
            "    }", "}",
        ])
        entry.append("\(name)(x, n)")
    }

    private mutating func writeFailableInitializer() {
        note("failable initializer")
        let name = global("Maybe")
        let scope = scope("s[.\(property)]")
        declare([
            "struct \(name) {", "    let n: Int",
            "    init?(_ s: RemoteConfigService, _ x: Bool, _ n: Int) {",
            "        guard \(truth(scope).beforeBrace), n > 0 else { return nil }", "        self.n = n",
            "    }", "}",
        ])
        entry.append("show(\(name)(s, x, n)?.n)")
    }

    private mutating func writeOperator() {
        note("operator of the app")
        let name = global("Money")
        let scope = scope("s[.\(property)]")
        declare([
            "struct \(name): Comparable {", "    let n: Int",
            "    static func < (one: Self, other: Self) -> Bool { one.n < other.n }",
            "    static prefix func ! (one: Self) -> Bool { one.n == 0 }",
            "    static func && (one: Self, other: Bool) -> Self { Self(n: other ? one.n : -1) }", "}",
        ])
        let value = truth(scope).within(.comparison)
        entry += ["show((\(name)(n: n) && \(value)).n)", "show(!\(name)(n: n))"]
    }

    private mutating func writeKeyPath() {
        note("key path")
        let name = global("Source")
        declare(
            ["struct \(name) {"]
                + indented([
                    "let s: RemoteConfigService", "var \(member): \(flag.type.name) { s[.\(property)] }",
                ]) + [
                    "}"
                ])
        entry.append("show([\(name)(s: s)].map(\\.\(member)))")
    }

    /// A function, a closure and a method of one name.
    private mutating func writeShadowedCalls() {
        guard flag == .truth else { return writeInitializer() }
        note("calls of one name")
        let name = global("Caller")
        declare([
            "struct \(name) {", "    let s: RemoteConfigService",
            "    private func \(member)() -> Bool { s[.\(property)] }",
            "    func one(_ \(member): () -> Bool) -> String { \(member)() ? \"given\" : \"not given\" }",
            "    func two() -> String {", "        let \(member) = { false }",
            "        return \(member)() ? \"local\" : \"not local\"",
            "    }", "    func three() -> String { \(member)() ? \"own\" : \"not own\" }",
            "    func four() -> String { [1].map { _ in \(member)() ? \"mapped\" : \"not mapped\" }.joined() }",
            "}",
        ])
        entry += [
            "let caller = \(name)(s: s)",
            "out(caller.one { x } + caller.two() + caller.three() + caller.four())",
        ]
    }
}
