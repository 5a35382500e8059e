import TestSupport

/// Types and functions that read the flag, and tell others about it.
extension ProgramWriter {
    /// A member that has the flag's value, or a truth that follows from it.
    private struct Member {
        let lines: [String]
        /// How it is used within its type.
        let use: String
        let type: ProgramType
    }

    mutating func writeHost() {
        switch random.below(9) {
        case 0, 1, 2: writeType(one(of: ["struct", "final class", "class"]))
        case 3: writeSpace()
        case 4: writeFunctions()
        case 5: writeServiceExtension()
        case 6: writeHierarchy()
        case 7: writeProtocol()
        default: writeGeneric()
        }
    }

    private var stored: [String] { ["let s: RemoteConfigService", "let x: Bool", "let n: Int"] }

    private var initializer: [String] {
        [
            "init(s: RemoteConfigService, x: Bool, n: Int) {", "    self.s = s", "    self.x = x",
            "    self.n = n", "}",
        ]
    }

    /// The scope in a method of a type with `s`, `x` and `n`.
    private func methodScope() -> ProgramScope {
        var scope = ProgramScope()
        scope.declare("x", .truth)
        scope.declare("n", .whole)
        scope.reads = ["s[.\(property)]", "self.s[.\(property)]"]
        return scope
    }

    /// A member, named as many are.
    private mutating func hostMember(_ name: String, isClass: Bool = false) -> Member {
        budget -= 1
        let access = one(of: ["private ", "private ", "private ", "fileprivate ", ""])
        let type = flag.type.name
        let scope = methodScope()
        let remote = "@Remote(.\(property)) \(access)var \(name)"
        note("member")
        switch random.below(11) {
        case 0, 1:
            return Member(
                lines: ["\(access)var \(name): \(type) { s[.\(property)] }"], use: name, type: flag.type)
        case 2:
            return Member(
                lines: ["\(access)func \(name)() -> \(type) { s[.\(property)] }"], use: "\(name)()",
                type: flag.type)
        case 3:
            let value = flagged(scope)?.text ?? "x"
            return Member(lines: ["\(access)var \(name): Bool { \(value) }"], use: name, type: .truth)
        case 4:
            let value = flagged(scope)?.text ?? "x"
            let lines = ["\(access)func \(name)(_ item: Int) -> Bool {", "    \(value) || item > 1", "}"]
            return Member(lines: lines, use: "\(name)(n)", type: .truth)
        case 5:
            let (value, other) = (flagged(scope)?.text ?? "x", expression(.text, scope, 1).text)
            let lines = [
                "\(access)var \(name): String {", "    guard \(value) else { return \"old\" }",
                "    return \(other)",
                "}",
            ]
            return Member(lines: lines, use: name, type: .text)
        case 6: return Member(lines: [remote], use: name, type: flag.type)
        case 7:
            return Member(
                lines: ["\(access)let \(name) = RemoteScope.service![.\(property)]"], use: name,
                type: flag.type)
        case 8 where isClass:
            return Member(lines: ["\(access)lazy var \(name) = s[.\(property)]"], use: name, type: flag.type)
        case 9 where flag == .truth:
            note("member of an optional type")
            return Member(
                lines: ["\(access)var \(name): Bool? { s[.\(property)] }"], use: name, type: .optional(.truth)
            )
        case 10 where flag == .whole:
            note("member of an optional type")
            return Member(
                lines: ["\(access)var \(name): Int? { s[.\(property)] }"], use: name, type: .optional(.whole))
        default:
            let lines = ["\(access)var \(name): \(type) {", "    get { s[Keys.\(property)] }", "}"]
            return Member(lines: lines, use: name, type: flag.type)
        }
    }

    private func add(_ member: Member, to scope: inout ProgramScope) {
        if member.type == flag.type {
            scope.reads += [member.use, member.use, "self." + member.use]
        } else {
            scope.declare(member.use, member.type)
        }
    }

    private mutating func method(_ name: String, _ scope: ProgramScope, isStatic: Bool = false) -> [String] {
        var inner = scope
        let parameters = isStatic ? "_ s: RemoteConfigService, _ x: Bool, _ n: Int" : ""
        return ["\(isStatic ? "static " : "")func \(name)(\(parameters)) {"]
            + indented(statements(&inner, depth: 2, count: 1 + random.below(2))) + ["}"]
    }

    private mutating func writeType(_ kind: String) {
        note(kind)
        let name = global(one(of: ["Screen", "Model", "Row"]))
        guard !kinds.contains("type " + name) else { return }
        note("type " + name)
        var scope = methodScope()
        let hostMember = hostMember(member, isClass: kind != "struct")
        add(hostMember, to: &scope)
        var parts = stored
        if kind != "struct" || hostMember.lines[0].contains("let ") || hostMember.lines[0].hasPrefix("@") {
            parts += initializer
        }
        if chance(1, in: 3) {
            let second = self.hostMember(fresh("also"), isClass: kind != "struct")
            parts += second.lines
            add(second, to: &scope)
        }
        parts += hostMember.lines
        parts += method("show1", scope)
        let hasNested = chance(1, in: 3)
        if hasNested { parts += nestedType() }
        let place = random.below(files.count)
        declare(["\(kind) \(name) {"] + indented(parts) + ["}"], in: place)
        let instance = "host\(entry.count)"
        entry += ["let \(instance) = \(name)(s: s, x: x, n: n)", "\(instance).show1()"]
        if hasNested { entry.append("out(\(instance).inner())") }
        if chance(1, in: 3) {
            var other = methodScope()
            add(hostMember, to: &other)
            declare(["extension \(name) {"] + indented(method("show2", other)) + ["}"], in: place)
            entry.append("\(instance).show2()")
        }
    }

    /// A type within one that has a member of the same name.
    private mutating func nestedType() -> [String] {
        note("nested type with the same member")
        return [
            "struct Inner {", "    var \(member) = false",
            "    var text: String { \(member) ? \"inner new\" : \"inner old\" }", "}",
            "func inner() -> String { Inner().text + Inner(\(member): true).text }",
        ]
    }

    private mutating func writeSpace() {
        note("static members")
        budget -= 1
        let name = global("Features")
        guard !kinds.contains("type " + name) else { return }
        note("type " + name)
        var scope = methodScope()
        scope.reads = ["s[.\(property)]"]
        let (lines, use): ([String], String) = one(of: [
            (
                ["static func \(member)(_ s: RemoteConfigService) -> \(flag.type.name) { s[.\(property)] }"],
                "\(member)(s)"
            ),
            (
                [
                    "private static var \(member): \(flag.type.name) { RemoteScope.service![.\(property)] }"
                ],
                member
            ),
        ])
        scope.reads += [use, "\(name).\(use)", "Self.\(use)"]
        let parts = lines + method("tell", scope, isStatic: true)
        declare(["enum \(name) {"] + indented(parts) + ["}"])
        entry.append("\(name).tell(s, x, n)")
    }

    private mutating func writeFunctions() {
        note("private functions")
        budget -= 1
        let place = random.below(files.count)
        let name = global(one(of: [member, "isReady"]))
        guard !kinds.contains("function " + name) else { return }
        note("function " + name)
        var scope = methodScope()
        scope.reads = ["\(name)(s)", "s[.\(property)]"]
        declare(
            [
                "private func \(name)(_ s: RemoteConfigService) -> \(flag.type.name) {",
                "    return s[.\(property)]",
                "}",
            ],
            in: place)
        let run = global(fresh("use"))
        let body = method(run, scope, isStatic: true)
        declare([String(body[0].dropFirst("static ".count))] + body.dropFirst(), in: place)
        entry.append("\(run)(s, x, n)")
    }

    private mutating func writeServiceExtension() {
        note("extension of the service")
        budget -= 1
        let name = global(member)
        guard !kinds.contains("extension " + name) else { return }
        note("extension " + name)
        let place = random.below(files.count)
        let access = one(of: ["fileprivate ", ""])
        declare(
            [
                "extension RemoteConfigService {",
                "    \(access)var \(name): \(flag.type.name) { self[.\(property)] }",
                "}",
            ], in: place)
        var scope = methodScope()
        scope.reads = ["s.\(name)", "s.\(name)", "s[.\(property)]"]
        let run = global(fresh("use"))
        let body = method(run, scope, isStatic: true)
        declare([String(body[0].dropFirst("static ".count))] + body.dropFirst(), in: place)
        entry.append("\(run)(s, x, n)")
    }

    /// A class whose subclass says something else.
    private mutating func writeHierarchy() {
        note("override")
        budget -= 1
        let name = global("Base")
        guard flag == .truth, !kinds.contains("type " + name) else { return writeFunctions() }
        note("type " + name)
        let isMethod = chance(1, in: 3)
        let call = isMethod ? "()" : ""
        let head = isMethod ? "func \(member)() -> Bool" : "var \(member): Bool"
        var scope = methodScope()
        scope.reads += [member + call, "self.\(member)\(call)"]
        declare(
            ["class \(name) {"]
                + indented(stored + initializer + ["\(head) { s[.\(property)] }"] + method("tell", scope))
                + ["}"])
        let value = one(of: ["false", "true", "!super.\(member)\(call)", "x"])
        let base = chance(1, in: 4) ? global("Middle") : name
        if base != name { declare(["class \(base): \(name) {}"]) }
        declare(["final class \(global("Sub")): \(base) {", "    override \(head) { \(value) }", "}"])
        entry += ["\(name)(s: s, x: x, n: n).tell()", "\(global("Sub"))(s: s, x: x, n: n).tell()"]
    }

    /// A protocol whose default reads the flag.
    private mutating func writeProtocol() {
        note("default of a protocol")
        budget -= 1
        let name = global("Showing")
        guard flag == .truth, !kinds.contains("type " + name) else { return writeServiceExtension() }
        note("type " + name)
        let isRequirement = chance(2, in: 3)
        var scope = ProgramScope()
        scope.declare("x", .truth)
        scope.declare("n", .whole)
        scope.reads = [member, "self.\(member)"]
        scope.isGeneric = true
        let requirements = [
            "var s: RemoteConfigService { get }", "var x: Bool { get }", "var n: Int { get }",
        ]
        declare(
            ["protocol \(name) {"]
                + indented(requirements + (isRequirement ? ["var \(member): Bool { get }"] : [])) + [
                    "}"
                ])
        let hasDefault = chance(2, in: 3)
        let read = "var \(member): Bool { s[.\(property)] }"
        declare(
            ["extension \(name) {"]
                + indented((hasDefault || !isRequirement ? [read] : []) + method("tell", scope)) + ["}"])
        let live = isRequirement && !hasDefault ? [read] : []
        declare(["struct \(global("Live")): \(name) {"] + indented(stored + live) + ["}"])
        declare(
            ["struct \(global("Mock")): \(name) {"]
                + indented(stored + ["let \(member) = \(one(of: ["false", "true"]))"]) + ["}"])
        entry += ["\(global("Live"))(s: s, x: x, n: n).tell()", "\(global("Mock"))(s: s, x: x, n: n).tell()"]
    }

    private mutating func writeGeneric() {
        note("generic type")
        let name = global("Box")
        guard !kinds.contains("type " + name) else { return }
        note("type " + name)
        var scope = methodScope()
        scope.isGeneric = true
        let hostMember = hostMember(member)
        add(hostMember, to: &scope)
        declare(
            ["struct \(name)<Element> {"]
                + indented(
                    stored + ["let item: Element"]
                        + [
                            "init(s: RemoteConfigService, x: Bool, n: Int, item: Element) {",
                            "    self.s = s",
                            "    self.x = x",
                            "    self.n = n", "    self.item = item", "}",
                        ] + hostMember.lines + method("tell", scope)) + ["}"])
        entry.append("\(name)(s: s, x: x, n: n, item: \"a\").tell()")
    }
}
