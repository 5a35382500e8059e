import ExperimentsCore
import ExperimentsProject
import TestSupport
import Testing

@Suite("Editing the keys in the text of a project file", .inTurn)
struct ProjectTextTests {
    private let key = CatalogKey(name: "new", schema: ValueSchema(kind: .bool, defaultText: "true"))

    private func declaring(_ text: String) throws -> String {
        try ProjectText(text).applying(.declare([key]))
    }

    private func refusal(_ text: String, _ edit: KeyEdit) -> ProjectEditProblem? {
        #expect(throws: ProjectEditProblem.self) { try ProjectText(text).applying(edit) }
    }

    @Test("a key comes after the last one, before the comments of what follows")
    func after() throws {
        let text = """
            # Head.
            keys:
              # About a.
              - name: a   # the first
                type: int

            # The look.
            theme: dark

            """
        #expect(
            try declaring(text) == """
                # Head.
                keys:
                  # About a.
                  - name: a   # the first
                    type: int
                  - name: new
                    type: bool
                    default: true

                # The look.
                theme: dark

                """)
    }

    @Test("dashes and fields stand as those of the file do")
    func indentation() throws {
        #expect(
            try declaring("keys:\n- name: a\n  type: int\n").hasSuffix(
                "\n- name: new\n  type: bool\n  default: true\n")
        )
        #expect(
            try declaring("keys:\n    -   name: a\n        type: int\n")
                .hasSuffix("\n    -   name: new\n        type: bool\n        default: true\n"))
    }

    @Test("blank lines between keys, the ends of lines and a missing last one are kept up")
    func style() throws {
        let spaced = "keys:\n  - name: a\n    type: int\n\n  - name: b\n    type: int\n"
        #expect(try declaring(spaced) == spaced + "\n  - name: new\n    type: bool\n    default: true\n")
        #expect(
            try declaring("keys:\r\n- name: a\r\n  type: int\r\n").hasSuffix(
                "\r\n- name: new\r\n  type: bool\r\n  default: true\r\n"))
        #expect(
            try declaring("keys:\n- name: a\n  type: int")
                == "keys:\n- name: a\n  type: int\n- name: new\n  type: bool\n  default: true")
    }

    @Test("an empty list, nothing after the colon, and no section at all become a list")
    func empty() throws {
        let entry = "  - name: new\n    type: bool\n    default: true\n"
        #expect(try declaring("keys: [] # none\ntheme: dark\n") == "keys: # none\n\(entry)theme: dark\n")
        #expect(try declaring("keys:\ntheme: dark\n") == "keys:\n\(entry)theme: dark\n")
        #expect(try declaring("theme: dark\n") == "theme: dark\n\nkeys:\n\(entry)")
        #expect(try declaring("") == "keys:\n\(entry)")
    }

    @Test("a dropped key takes its own lines and comments along, and leaves those above it")
    func drop() throws {
        let text = """
            keys:
              # About a.
              - name: a
                # inside
                type: string
                cases:
                - x
              # About b.
              - name: b
                type: json
                description: |
                  Two

                  # lines.
              - {name: c, type: int}

            """
        let project = ProjectText(text)
        let withoutA = try project.applying(.drop(["a"]))
        #expect(withoutA.hasPrefix("keys:\n  # About a.\n  # About b.\n  - name: b\n"))
        #expect(
            try project.applying(.drop(["b"])).hasSuffix("    - x\n  # About b.\n  - {name: c, type: int}\n"))
        #expect(try project.applying(.drop(["c", "b"])).hasSuffix("    - x\n  # About b.\n"))
        #expect(try project.applying(.drop(["a", "b", "c"])) == "keys: []\n  # About a.\n  # About b.\n")
    }

    @Test(
        "a form that cannot be changed line by line is refused with what to write by hand",
        arguments: [
            "{keys: []}\n", "keys: &all\n- name: a\n  type: int\n", "keys: text\n",
            "x: &a {name: a, type: int}\nkeys:\n- *a\n", "keys: {a: b}\n",
            "  theme: dark\n", "keys:\r- name: a\r  type: int\r",
        ])
    func refused(text: String) throws {
        let problem = try #require(refusal(text, .declare([key])))
        #expect(
            problem.byHand == "  - name: new\n    type: bool\n    default: true" || text.contains("\r"),
            "\(problem)")
        guard case .unusualForm = problem.reason else { return #expect(Bool(false), "\(problem)") }
    }

    @Test(
        "a key comes after the last one of a list in brackets, on a line of its own if that has one",
        arguments: [
            ("keys: [{name: a, type: int}]\n", "keys: [{name: a, type: int}, NEW]\n"),
            (
                "keys: [{name: a, type: int},] # all\nkeep: 3d\n",
                "keys: [{name: a, type: int}, NEW,] # all\nkeep: 3d\n"
            ),
            (
                "keys: [\n  {name: a, type: int},\n  {name: b, cases: [x]}\n]",
                "keys: [\n  {name: a, type: int},\n  {name: b, cases: [x]},\n  NEW\n]"
            ),
            ("keys:\r\n  [{name: a, type: int}]\r\n", "keys:\r\n  [{name: a, type: int}, NEW]\r\n"),
            ("keys: &all [{name: a, type: int}]\n", "keys: &all [{name: a, type: int}, NEW]\n"),
            (
                "{keys: [{name: a, description: 'not ]'}], experiments: []}\n",
                "{keys: [{name: a, description: 'not ]'}, NEW], experiments: []}\n"
            ),
        ])
    func brackets(text: String, result: String) throws {
        let new = "{name: new, type: bool, default: true}"
        #expect(try declaring(text) == result.replacing("NEW", with: new))
    }

    @Test("a comment after the last key in brackets stays, and the key is written by hand")
    func commentInBrackets() throws {
        let problem = try #require(
            refusal("keys: [\n  {name: a, type: int} # the first\n]\n", .declare([key])))
        #expect(problem.byHand == "    {name: new, type: bool, default: true},")
    }

    @Test("what has nothing to do is refused")
    func nothing() {
        let text = "keys:\n- name: paywall\n  type: int\n"
        let again = CatalogKey(name: "paywall", schema: ValueSchema(kind: .int))
        #expect(refusal(text, .declare([again]))?.message == "\"paywall\" is already declared")
        #expect(refusal(text, .declare([key, key]))?.message == "\"new\" is already declared")
        #expect(refusal(text, .drop(["paywal"]))?.advice == "did you mean \"paywall\"")
        #expect(refusal(text, .declare([CatalogKey(name: "a\nb", schema: ValueSchema(kind: .int))])) != nil)
    }

    @Test("a key that the file speaks of elsewhere stays")
    func namedElsewhere() throws {
        let text = """
            source: {kind: file, path: a.json}
            keys:
              - {name: a, type: int}
            notify: {keys: [a]}
            """
        let problem = try #require(refusal(text, .drop(["a"])))
        #expect(problem.message.hasPrefix("would no longer be valid: "), "\(problem.message)")
    }

    @Test("a text that is not a YAML is refused with its place")
    func broken() throws {
        let problem = try #require(refusal("a: 1\nkeys: 'x\n", .drop(["a"])))
        #expect(problem.line == 2)
    }

    @Test("a key that is retired goes with its experiments, and everything else stays")
    func retired() throws {
        let text = """
            source: {kind: file, path: v.json}
            # The keys.
            keys:
              - name: a
                type: bool
              - name: b
                type: bool
            metrics:
              - {name: orders, event: order_completed}
            experiments:
              # Of a.
              - name: First
                key: a
                control: "false"
                metrics: [orders]
              - name: Second
                key: b
                control: "false"
                metrics: [orders]

            """
        let expected = """
            source: {kind: file, path: v.json}
            # The keys.
            keys:
              - name: b
                type: bool
            metrics:
              - {name: orders, event: order_completed}
            experiments:
              # Of a.
              - name: Second
                key: b
                control: "false"
                metrics: [orders]

            """
        #expect(try ProjectText(text).applying(.retire("a")) == expected)
        #expect(throws: ProjectEditProblem.self) { try ProjectText(text).applying(.drop(["a"])) }
    }
}
