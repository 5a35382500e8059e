import ExperimentsCore
import ExperimentsKeyGeneration
import ExperimentsProject
import TestSupport
import Testing

@Suite("Names in a file that is generated again", .inTurn)
struct KeptNamesTests {
    /// A document before and after something was added, and declarations that must be in both files.
    struct Growth: Sendable, CustomTestStringConvertible {
        let kind: String
        let before: String
        let after: String
        let kept: [String]
        let style: KeyCodeOptions.Style

        init(
            _ kind: String, _ before: String, _ after: String, keeps kept: [String],
            as style: KeyCodeOptions.Style = .keys
        ) {
            self.kind = kind
            self.before = before
            self.after = after
            self.kept = kept
            self.style = style
        }

        var testDescription: String { kind }
    }

    private func text(_ yaml: String, _ style: KeyCodeOptions.Style, after old: String? = nil) throws
        -> String
    {
        let keys = try CatalogFile.keys(parsing: "keys:\n" + yaml, path: "experiments.yaml")
        return try text(keys, style, after: old)
    }

    private func text(
        _ keys: [CatalogKey], _ style: KeyCodeOptions.Style, after old: String? = nil,
        _ deprecated: [DeprecatedKey] = []
    ) throws -> String {
        var options = KeyCodeOptions(source: "experiments.yaml")
        options.style = style
        let kept = old.map { GeneratedNames(reading: $0) } ?? GeneratedNames()
        return try KeyCode(keys, deprecated: deprecated, keeping: kept, options).text
    }

    @Test(
        "A new name never takes one that something else has",
        arguments: [
            Growth(
                "a key", "  - {name: new_flow, type: bool}", "  - {name: new-flow, type: bool}",
                keeps: ["static let newFlow = Key(\"new_flow\""]),
            Growth(
                "a key that is the name itself", "  - {name: NEW_FLOW, type: bool}",
                "  - {name: newFlow, type: bool}",
                keeps: ["static let newFlow = Key(\"NEW_FLOW\""]),
            Growth(
                "a case of the enum of keys", "  - {name: new_flow, type: bool, default: on}",
                "  - {name: new-flow, type: bool, default: on}",
                keeps: ["case newFlow = \"new_flow\"", "case .newFlow: NewFlow.self"], as: .enum),
            Growth(
                "a type of values", "  - {name: a_b, type: string, cases: [x, y]}",
                "  - {name: a-b, type: string, cases: [z]}", keeps: ["Key<AB?>(\"a_b\""]),
            Growth(
                "a type of values in the enum of keys", "  - {name: a_b, type: int, default: 1}",
                "  - {name: a-b, type: int, default: 1}", keeps: ["case .aB: AB.self"], as: .enum),
        ])
    func keys(growth: Growth) throws {
        let before = try text(growth.before, growth.style)
        let after = try text(growth.before + "\n" + growth.after, growth.style, after: before)
        for part in growth.kept {
            #expect(before.contains(part), "\(before)")
            #expect(after.contains(part), "\(after)")
        }
    }

    @Test(
        "A new case or member never takes the name of another",
        arguments: [
            Growth(
                "a case", "  - {name: a, type: string, cases: [🎉]}",
                "  - {name: a, type: string, cases: [🎈, 🎉]}",
                keeps: ["case value = \"🎉\""]),
            Growth(
                "a case with a baseline", "  - {name: a, type: string, cases: [B], baseline: true}",
                "  - {name: a, type: string, cases: [B, b], baseline: true}", keeps: ["case b = \"B\""]),
            Growth(
                "a case of a value of the enum of keys",
                "  - {name: a, type: string, cases: [B], default: B}",
                "  - {name: a, type: string, cases: [b, B], default: B}", keeps: ["case b = \"B\""], as: .enum
            ),
            Growth(
                "a member", "  - {name: a, type: json, default: {x_y: 1}}",
                "  - {name: a, type: json, default: {x-y: 2, x_y: 1}}",
                keeps: ["var xY = 1", "case xY = \"x_y\""]),
            Growth(
                "a member of a member", "  - {name: a, type: json, default: {m: {x_y: 1}}}",
                "  - {name: a, type: json, default: {m: {x-y: 2, x_y: 1}}}", keeps: ["var xY = 1"]),
            Growth(
                "a type of a member", "  - {name: a, type: json, default: {m_n: {x: 1}}}",
                "  - {name: a, type: json, default: {m-n: {x: 2}, m_n: {x: 1}}}", keeps: ["var mN = MN()"]),
            Growth(
                "a member in the enum of keys", "  - {name: a, type: json, default: {x_y: 1}}",
                "  - {name: a, type: json, default: {x-y: 2, x_y: 1}}", keeps: ["case xY = \"x_y\""],
                as: .enum),
        ])
    func values(growth: Growth) throws {
        let before = try text(growth.before, growth.style)
        let after = try text(growth.after, growth.style, after: before)
        for part in growth.kept {
            #expect(before.contains(part), "\(before)")
            #expect(after.contains(part), "\(after)")
        }
    }

    @Test(
        "Of several, what is already a name in Swift has it",
        arguments: [
            (
                "  - {name: NEW_FLOW, type: bool}\n  - {name: newFlow, type: bool}",
                "newFlow = Key(\"newFlow\""
            ),
            ("  - {name: a, type: string, cases: [A, a]}", "case a\n"),
            ("  - {name: k, type: json, default: {A: 1, a: 2}}", "var a = 2"),
        ])
    func own(yaml: String, part: String) throws {
        let code = try text(yaml, .keys)
        #expect(code.contains(part), "\(code)")
    }

    @Test("A deprecated key keeps its name, and no new key takes it")
    func deprecated() throws {
        let gone = CatalogKey(name: "new_flow", schema: ValueSchema(kind: .bool))
        let before = try text([gone], .keys)
        let new = CatalogKey(name: "new-flow", schema: ValueSchema(kind: .bool))
        let after = try text([new], .keys, after: before, [DeprecatedKey(gone, since: "2")])
        #expect(after.contains("static let newFlow = Key(\"new_flow\""), "\(after)")
        #expect(after.contains("static let newFlow2 = Key(\"new-flow\""), "\(after)")
    }

    @Test("A style, an access or a name of an enum that changes leaves the names of keys")
    func otherStyle() throws {
        let yaml = "  - {name: a_b, type: bool, default: on}"
        let cases = try text(
            yaml + "\n  - {name: a-b, type: int, default: 1}", .enum, after: try text(yaml, .keys))
        #expect(cases.contains("case aB = \"a_b\""), "\(cases)")
        let back = try text(yaml + "\n  - {name: A-B, type: int, default: 1}", .keys, after: cases)
        #expect(back.contains("static let aB = Key(\"a_b\""), "\(back)")
    }

    @Test(
        "A name that is not one, or that the form has itself, is made anew",
        arguments: ["self", "allKeys", "init"])
    func impossible(name: String) throws {
        let old =
            "\(KeyCode.mark)\nextension Keys {\n    static let `\(name)` = Key(\"a\", optional: .bool)\n}\n"
        #expect(try text("  - {name: a, type: bool}", .keys, after: old).contains("static let a = Key(\"a\""))
    }

    @Test("A file whose lines someone has broken still says its names")
    func reformatted() throws {
        let old = """
            \(KeyCode.mark)
            extension Keys
            {
              static let newFlow =
                Key(
                  "new-flow", // the first
                  default: NewFlow
                    .value)
              enum NewFlow: String
              { case value = "\\u{1f389}"
                case default_ = "x\\"y"
              }
            }
            """
        let yaml = #"  - {name: new-flow, type: string, cases: [🎈, 🎉, 'x"y'], default: 🎉}"#
        let code = try text(yaml + "\n  - {name: newFlow, type: bool}", .keys, after: old)
        for part in [
            "newFlow = Key(\"new-flow\"", "case value = \"🎉\"", "case default_ = \"x\\\"y\"", "newFlow2 = ",
        ] {
            #expect(code.contains(part), "\(code)")
        }
    }

    @Test("No name of random projects moves when they grow", arguments: 0..<300 as Range<UInt64>)
    func random(seed: UInt64) throws {
        for style in KeyCodeOptions.Style.allCases {
            let all = try RandomKeys.keys(seed: seed).filter { (try? text([$0], style)) != nil }
            var random = SeededGenerator(seed: seed)
            let some = all.filter { _ in random.below(2) == 0 }
            guard !some.isEmpty else { continue }
            let before = try text(some, style)
            #expect(try text(some, style, after: before) == before)
            let after = try text(all, style, after: before)
            #expect(try text(all, style, after: after) == after)
            // A name of the document before has the same meaning in the document after.
            let lines = Set(after.split(separator: "\n"))
            for line in before.split(separator: "\n") where line.contains(" = ") || line.contains("case ") {
                #expect(lines.contains(line), "\(line)\n\(after)")
            }
        }
    }
}
