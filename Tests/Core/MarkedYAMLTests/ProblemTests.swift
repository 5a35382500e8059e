import ExperimentsYAML
import TestSupport
import Testing

@Suite("Problems in a YAML text", .inTurn)
struct ProblemTests {
    @Test(
        "each mistake is named at its place, with what to do",
        arguments: [
            ("a: b\n\tc: d\n", "2:1: a tab cannot indent YAML; use spaces"),
            ("a: 'b\nc: d\n", "1:4: the quote that opens here is never closed"),
            ("a: \"b\n", "1:4: the quote that opens here is never closed"),
            ("a: b: c\n", "1:5: unexpected ':'; put the text before it in quotes or check the indentation"),
            ("a: - b\n", "1:4: unexpected '-'; a list starts on a line of its own"),
            (
                "a:\n  b: 1\n c: 2\n",
                "3:2: expected another key of the mapping at 1:1; check the indentation and the quotes"
            ),
            ("- a\nb: c\n", "2:1: expected another '- ' item of the list at 1:1; check the indentation"),
            ("a: 1\nb\nc: 2\n", "2:1: expected ':' and a value after this key"),
            ("a: [b, c\nd: e\n", "2:2: expected ',' or ']' in the list that opens at 1:4"),
            ("a: {b: c\nd: e\n", "2:2: expected ',' or '}' in the mapping that opens at 1:4"),
            ("x: 1\r\na: @b\r\n", "2:4: text cannot start with \"@\"; put it in quotes"),
            ("a: @b\n", "1:4: text cannot start with \"@\"; put it in quotes"),
            ("a: `b`\n", "1:4: text cannot start with \"`\"; put it in quotes"),
            ("a: *b\n", "1:4: this alias names no anchor (`&name`) above it"),
            (
                "a: \"\\q\"\n",
                "1:5: unknown escape in double quotes; write '\\\\' for a backslash or use single quotes"
            ),
            ("a: 1\n---\nb: 2\n", "2:1: a second document starts here; a file can have only one"),
            (
                "a: \u{7}\n",
                "1:4: the character U+0007 is not allowed in YAML; write it as an escape in double quotes"
            ),
            ("a: 1\nb: 2\na: 3\n", "3:1: duplicate key \"a\": it is already set at 1:1"),
            ("a: 1\n'a': 3\n", "2:1: duplicate key \"a\": it is already set at 1:1"),
            ("x:\n  - {a: 1, b: 2, a: 3}\n", "2:18: duplicate key \"a\": it is already set at 2:6"),
            (
                "a: &x {b: 1}\nc:\n  <<: *x\n",
                "3:3: merge keys (`<<`) are not supported; write the fields here, or put a key of that name in quotes"
            ),
            (
                "a: 1\n<<: {b: 1}\n",
                "2:1: merge keys (`<<`) are not supported; write the fields here, or put a key of that name in quotes"
            ),
            (
                "a: \"\\ud83d\\ude00\"\n",
                "1:7: invalid escape; write the character itself, or one such as \\U0001F600"
            ),
            ("%FOO\n---\na: 1\n", "1:1: this directive is unknown; remove the line that begins with %"),
            ("a: |\n  x\nb: 2\n'a': 3\n", "4:1: duplicate key \"a\": it is already set at 1:1"),
            ("a: |\n  x\nb: {c: 1, c: 2}\n", "3:11: duplicate key \"c\": it is already set at 3:5"),
            ("b: 1\na: 1\na: 2\na: 3\nb: 2\n", "3:1: duplicate key \"a\": it is already set at 2:1"),
            (
                "x: &x {y: 1}\n\"ä b\": *x\r\n'ä b': *x\r\n",
                "3:1: duplicate key \"ä b\": it is already set at 2:1"
            ),
            (
                "a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> main\n",
                "2:1: unresolved git merge conflict; choose what to keep, and remove the lines with <<<<<<<, ======= and >>>>>>>"
            ),
            ("a: !env TOKEN\n", "1:4: the tag !env is not supported here; write the value without a tag"),
            (
                "a: !!binary aGk=\n",
                "1:4: the tag !!binary is not supported here; write the value without a tag"
            ),
            ("a: !Ref {b: 1}\n", "1:4: the tag !Ref is not supported here; write the value without a tag"),
            (
                "a:\n  - !!python/tuple [1]\n",
                "2:5: the tag !!python/tuple is not supported here; write the value without a tag"
            ),
            ("a: !!int [1]\n", "1:4: the tag !!int is not supported here; write the value without a tag"),
            ("!env a: 1\n", "1:1: the tag !env is not supported here; write the value without a tag"),
            ("a: *\n", "1:4: text cannot start with \"*\"; put it in quotes"),
            ("a: & b\n", "1:4: text cannot start with \"&\"; put it in quotes"),
            ("a: &😁 b\n", "1:5: the name of an anchor has letters, digits, - and _ only"),
            ("a: &b:c d\n", "1:6: the name of an anchor has letters, digits, - and _ only"),
            ("{&a: b}\n", "1:4: the name of an anchor has letters, digits, - and _ only"),
            ("a: |\n \t\nb: 1\n", "2:2: a tab cannot indent YAML; use spaces"),
            ("a: {b:}\n", "1:6: expected a space after ':', or the text in quotes"),
            ("%YAML1.1\n---\na: 1\n", "1:1: this directive is unknown; remove the line that begins with %"),
            ("a: 1\n...\nb: 2\n", "3:1: a second document starts here; a file can have only one"),
            ("a: >= 5\n", "1:4: text cannot start with \">\"; put it in quotes"),
            ("a: [|x]\n", "1:5: text cannot start with \"|\"; put it in quotes"),
            ("a: [!x]\n", "1:5: text cannot start with \"!\"; put it in quotes"),
            ("source:{a: 1, b: 2}\n", "1:7: expected a space after ':'"),
            ("'': 1\n\"\": 2\n", "1:1: duplicate key \"\": it is set again in the same mapping"),
        ])
    func wording(text: String, expected: String) {
        let problem = #expect(throws: YAMLProblem.self) { try YAMLNode(parsing: text) }
        #expect(problem?.description == expected)
    }

    @Test(
        "a placeholder of a template is named if it is not in quotes",
        arguments: [
            ("a: {{ .Values.a }}\n", 1, 4), ("b: 1\na: {{ .Values.a | quote }}-x\n", 2, 4),
            ("a: {b: {{ .Values.a }} }\n", 1, 8), ("{{ key }}: 1\n", 1, 1),
            ("{{- if .Values.a }}\nb: 1\n{{- end }}\n", 1, 1),
            ("a: 1\n{{- range .Values.b }}\nc: 1\n{{- end }}\n", 2, 1),
            ("a: 1\n{% if b %}\nc: 1\n{% endif %}\n", 2, 1),
        ])
    func templates(text: String, line: Int, column: Int) throws {
        let problem = #expect(throws: YAMLProblem.self) { try YAMLNode(parsing: text) }
        #expect(
            problem
                == .init(
                    "this is a placeholder of a template; render the template first, or put the text in quotes",
                    line: line, column: column))
        #expect(try YAMLNode(parsing: "a: \"{{ b }}\"\n")?["a"]?.text == "{{ b }}")
    }

    @Test(
        "a character that only looks like a space or a colon is named at its place",
        arguments: [
            ("a:\u{A0}{b: 1}\n", "1:3: U+00A0 only looks like a space; write a space"),
            ("a:\u{A0}b\n", "1:3: U+00A0 only looks like a space; write a space"),
            ("a:\n\u{A0} b: 1\n", "2:1: U+00A0 only looks like a space; write a space"),
            ("a:\n  - b: 1\n\u{3000} c: 1\n", "3:1: U+3000 only looks like a space; write a space"),
            ("a\u{FF1A}{b: 1}\n", "1:2: U+FF1A only looks like a colon; write : and a space"),
        ])
    func lookalikes(text: String, expected: String) throws {
        let problem = #expect(throws: YAMLProblem.self) { try YAMLNode(parsing: text) }
        #expect(problem?.description == expected)
        #expect(try YAMLNode(parsing: "a: 1\u{A0}000\n\"\u{A0}b\": 1\n")?["a"]?.text == "1\u{A0}000")
    }

    @Test("UTF-16 is named, with a byte order mark and without")
    func utf16() {
        for bytes in [[0xFF, 0xFE, 0x61, 0, 0x3A, 0], [0x61, 0, 0x3A, 0], [0, 0x61, 0, 0x3A]] as [[UInt8]] {
            let problem = #expect(throws: YAMLProblem.self) { try YAMLNode(parsing: bytes) }
            #expect(problem?.description == "1:1: the text is in UTF-16; save the file as UTF-8")
        }
    }

    @Test("a key in quotes may look like a merge")
    func quotedMerge() throws {
        #expect(try YAMLNode(parsing: "'<<': 1\n")?.pairs?.first?.key.text == "<<")
    }

    @Test("a mapping of many keys names a duplicate with both places")
    func duplicateAmongMany() {
        let lines = (0..<50).map { "key\($0): 1" } + ["key7: 2"]
        let problem = #expect(throws: YAMLProblem.self) {
            try YAMLNode(parsing: lines.joined(separator: "\n"))
        }
        #expect(problem?.description == "51:1: duplicate key \"key7\": it is already set at 8:1")
    }

    @Test("aliases to aliases to aliases cannot fill the memory")
    func expansion() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...20 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        let problem = #expect(throws: YAMLProblem.self) { try YAMLNode(parsing: text) }
        #expect(problem?.message == "the aliases of this document stand for too many values")
    }

    @Test(
        "aliases to aliases cannot hide in a key",
        arguments: ["? *a20\n: x\n", "*a20 : x\n", "[*a20]: x\n", "? [*a20]\n"])
    func expansionInKey(key: String) {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...20 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        let problem = #expect(throws: YAMLProblem.self) { try YAMLNode(parsing: text + key) }
        #expect(problem?.message == "a key must be plain text in a document with many aliases")
    }

    @Test("a few dozen aliases are an ordinary document")
    func ordinaryAliases() throws {
        let text = "base: &b {fg: red}\n" + (0..<60).map { "role\($0): *b  # what? nothing\n" }.joined()
        let root = try #require(try YAMLNode(parsing: text))
        #expect(root["role59"]?["fg"]?.text == "red")
    }

    @Test(
        "nesting has an end",
        arguments: [
            String(repeating: "[", count: 5_000), String(repeating: "- ", count: 5_000) + "a",
            String(repeating: "[a: ", count: 900),
            String(repeating: "[", count: 70) + String(repeating: "]", count: 70),
        ])
    func nesting(text: String) {
        #expect(throws: YAMLProblem.self) { try YAMLNode(parsing: text) }
    }

    @Test("the words for deep nesting say how deep it may be")
    func nestingWords() {
        let text = "a: " + String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
        let problem = #expect(throws: YAMLProblem.self) { try YAMLNode(parsing: text) }
        #expect(problem?.message == "nested deeper than 64 levels")
    }
}
