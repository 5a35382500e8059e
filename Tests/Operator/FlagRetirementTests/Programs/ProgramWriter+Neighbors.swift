import TestSupport

/// Declarations with the flag's names that have nothing to do with it.
extension ProgramWriter {
    mutating func writeNeighbor() {
        let name = property
        let place = random.below(files.count)
        let other = random.below(files.count)
        // Texts that equal the name of the key, and members whose type only a compiler knows, are places to look at.
        let isUnclear = chance(1, in: 12)
        let kinds = (0..<26).filter { [7, 8, 10, 21].contains($0) == isUnclear }
        let kind = one(of: kinds)
        guard !self.kinds.contains("neighbor \(kind)") else { return }
        note("neighbor \(kind)")
        switch kind {
        case 0:
            declare(
                [
                    "struct \(global("Order")): Codable {", "    var \(name): Bool?", "    var id = 3", "",
                    "    enum CodingKeys: String, CodingKey {", "        case \(name)\(raw), id", "    }",
                    "}",
                ], in: place)
            entry.append(
                "show(String(decoding: try JSONEncoder().encode(\(global("Order"))(\(name): true, id: 0)), as: UTF8.self).count)"
            )
        case 1:
            declare(
                [
                    "enum \(global("Tab")): String, CaseIterable, Codable {", "    case home",
                    "    case \(name)\(raw)",
                    "}",
                ], in: place)
            let text = raw.isEmpty ? "home" : key
            entry += [
                "show(\(global("Tab")).allCases)",
                "show(\(global("Tab"))(rawValue: \"\(text)\") == .\(name))",
            ]
        case 2:
            declare(
                [
                    "extension Notification.Name {", "    static let \(name) = Notification.Name(\"note\")",
                    "}",
                ],
                in: place)
            entry.append("show(Notification(name: .\(name)).name.rawValue)")
        case 3:
            declare(
                [
                    "struct \(global("Theme")) {", "    static var \(name): Int { 3 }", "    let \(name) = 4",
                    "}",
                ],
                in: place)
            entry.append("show(\(global("Theme")).\(name) + \(global("Theme"))().\(name))")
        case 4:
            for (file, text) in [(place, "one"), ((place + 1) % files.count, "other")] {
                declare(
                    [
                        "private struct \(global("Cell")) {", "    var \(member) = \(text == "one")",
                        "    var text: String { \(member) ? \"\(text) new\" : \"\(text) old\" }", "}",
                        "func \(global(text))() -> String { \(global("Cell"))().text }",
                    ], in: file)
            }
            entry.append("out(\(global("one"))() + \(global("other"))())")
        case 5: writeTwins(place)
        case 6:
            declare(
                [
                    "enum \(global("Route")) {", "    case home, \(name)(Int)", "}",
                    "func \(global("open"))(_ route: \(global("Route"))) -> Int {",
                    "    if case .\(name)(let n) = route { return n }",
                    "    return 0", "}",
                ], in: place)
            entry.append("show(\(global("open"))(.\(name)(n)) + \(global("open"))(.home))")
        case 7:
            declare(
                [
                    "func \(global("image"))(_ name: String) -> String { \"image of \" + name }",
                    "let \(global("texts")) = [\"\(key)\": 1, \"b\": 2]",
                ], in: place)
            entry.append("out(\(global("image"))(\"\(key)\") + \"\\(\(global("texts")).count)\")")
        case 8:
            declare(
                [
                    "struct \(global("Palette")) {", "    enum Color { case \(name), red }",
                    "    subscript(color: Color) -> Bool { color == .\(name) }", "}",
                ], in: place)
            entry += ["let palette = \(global("Palette"))()", "out(palette[.\(name)] ? \"mine\" : \"red\")"]
        case 9:
            declare(
                [
                    "@propertyWrapper struct \(global("Wrapped")) {", "    enum Name { case \(name) }",
                    "    init(_ name: Name) {}", "    var wrappedValue: Int { 5 }", "}",
                    "struct \(global("Wrapping")) {", "    @\(global("Wrapped"))(.\(name)) var \(member)",
                    "    var text: String { \"wrapped \\(\(member))\" }", "}",
                ], in: place)
            entry.append("out(\(global("Wrapping"))().text)")
        case 10:
            declare(
                [
                    "struct \(global("Options")): OptionSet {", "    let rawValue: Int",
                    "    static let \(name) = \(global("Options"))(rawValue: 1)", "}",
                ], in: place)
            entry.append("show((\(global("Options"))([.\(name)])).contains(.\(name)))")
        case 11:
            declare(
                [
                    "struct \(global("Item")) {", "    var \(member): Bool", "    var name: String",
                    "    static func make(\(member): Bool = true) -> Self { Self(\(member): \(member), name: \"a\") }",
                    "}",
                ], in: place)
            entry.append(
                "show([\(global("Item")).make(), .make(\(member): false)].filter { $0.\(member) }.map(\\.\(member)))"
            )
        case 12:
            declare(
                [
                    "func \(global("pass"))(\(member): Bool) -> String {",
                    "    \(member) ? \"given\" : \"not given\"",
                    "}",
                ], in: place)
            entry.append("out(\(global("pass"))(\(member): n > 1))")
        case 13: writeOtherKey(place, other)
        case 14:
            entry += ["do {", "    let \(name) = n > 1", "    out(\(name) ? \"local\" : \"none\")", "}"]
        case 15:
            entry += [
                "for \(member) in [true, false] {", "    out(\(member) ? \"in loop\" : \"not in loop\")", "}",
            ]
        case 16:
            entry += [
                "if case let \(member)? = Optional(x) {", "    out(\(member) ? \"bound\" : \"unbound\")", "}",
            ]
        default: writeMoreNeighbors(kind, place)
        }
    }

    /// The raw value of a case whose name is not that of the key.
    var raw: String { property == key || number % 8 > 0 ? "" : " = \"\(key)\"" }

    /// Two types of one name, in different spaces.
    private mutating func writeTwins(_ place: Int) {
        guard flag == .truth else { return }
        budget -= 1
        declare(
            [
                "enum \(global("Here")) {", "    enum Twin {",
                "        static func \(member)(_ s: RemoteConfigService) -> Bool { s[.\(property)] }",
                "    }",
                "    static func tell(_ s: RemoteConfigService) { out(Twin.\(member)(s) ? \"here new\" : \"here old\") }",
                "}",
            ], in: place)
        declare([
            "enum \(global("There")) {", "    enum Twin {",
            "        static func \(member)(_ s: RemoteConfigService) -> Bool { false }", "    }",
            "    static func tell(_ s: RemoteConfigService) { out(Twin.\(member)(s) ? \"there new\" : \"there old\") }",
            "}",
        ])
        entry += ["\(global("Here")).tell(s)", "\(global("There")).tell(s)"]
    }

    /// A second key, which a member of the same name reads.
    private mutating func writeOtherKey(_ place: Int, _ other: Int) {
        declare(
            [
                "extension Keys {",
                "    static let second\(number) = Key(\"second_\(number)\", default: true)", "}",
            ], in: place)
        declare(
            [
                "struct \(global("Second")) {", "    @Remote(.second\(number)) var \(member)",
                "    private var not: Bool { !\(member) }",
                "    func tell() { out(not ? \"second off\" : \"second on\"); say($\(member).key.name) }",
                "    private func say(_ text: String) { out(text) }", "}",
            ], in: other)
        entry.append("\(global("Second"))().tell()")
    }

    private mutating func writeMoreNeighbors(_ kind: Int, _ place: Int) {
        let name = property
        switch kind {
        case 17:
            declare(
                [
                    "struct \(global("Event")): Equatable {", "    static let \(name) = Self(id: 1)",
                    "    let id: Int",
                    "}",
                    "func \(global("log"))(_ event: \(global("Event"))) { out(\"event \\(event.id)\") }",
                ], in: place)
            entry.append("\(global("log"))(.\(name))")
        case 18:
            declare(
                [
                    "@dynamicMemberLookup struct \(global("Bag")) {",
                    "    subscript(dynamicMember name: String) -> String { \"dynamic \" + name }", "}",
                ], in: place)
            entry.append("out(\(global("Bag"))().\(member))")
        case 19:
            declare(
                [
                    "enum \(global("Key")): String {", "    case \(name)\(raw), b", "}",
                    "func \(global("store"))(_ key: \(global("Key"))) -> String { key.rawValue.uppercased() }",
                ], in: place)
            entry.append("out(\(global("store"))(.\(name)))")
        case 20:
            declare(
                [
                    "protocol \(global("Named")) {", "    var \(member): Bool { get }", "}",
                    "struct \(global("Yes")): \(global("Named")) {", "    var \(member): Bool { true }", "}",
                    "struct \(global("No")): \(global("Named")) {", "    let \(member) = false", "}",
                ], in: place)
            entry.append(
                "show(([\(global("Yes"))(), \(global("No"))()] as [any \(global("Named"))]).map(\\.\(member)))"
            )
        case 21:
            declare(["enum \(global("Analytics")) {", "    static let \(name) = \"\(key)\"", "}"], in: place)
            entry.append("out(\(global("Analytics")).\(name))")
        case 22:
            declare(
                ["let \(name) = \"global\"", "func \(global("global"))() -> String { \(name) }"], in: place)
            entry.append("out(\(global("global"))() + \(name))")
        case 23:
            declare(
                [
                    "extension Array where Element == Int {", "    var \(global(member)): Bool { count > 1 }",
                    "}",
                ], in: place)
            entry.append("out([n].\(global(member)) ? \"many\" : \"few\")")
        case 24:
            declare(
                [
                    "struct \(global("Lines")) {", "    let \(member): Bool",
                    "    @TextBuilder var text: String {",
                    "        \"a\"",
                    "        if \(member) { \"b\" } else { \"c\" }", "    }", "}",
                ], in: place)
            entry.append("out(\(global("Lines"))(\(member): x).text)")
        default:
            declare(
                [
                    "class \(global("Parent")) {", "    var \(member): Bool { false }",
                    "    func say() -> String { \(member) ? \"parent new\" : \"parent old\" }", "}",
                    "final class \(global("Child")): \(global("Parent")) {",
                    "    override var \(member): Bool { true }", "}",
                ], in: place)
            entry.append("out(\(global("Parent"))().say() + \(global("Child"))().say())")
        }
    }
}
