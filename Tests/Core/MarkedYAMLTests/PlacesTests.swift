import ExperimentsYAML
import TestSupport
import Testing

@Suite("Places of nodes", .inTurn)
struct PlacesTests {
    @Test("every node knows its line and its column in Unicode scalars")
    func places() throws {
        let text = """
            # header
            source:
              kind: file   # note
            größe: [äö, "b"]
            keys:
              - name: a
                title: 'T'
            """
        let root = try #require(try YAMLNode(parsing: text))
        #expect([root.line, root.column] == [2, 1])
        let kind = try #require(root["source"]?["kind"])
        #expect([kind.line, kind.column] == [3, 9])
        let items = try #require(root["größe"]?.items)
        #expect(items.map(\.column) == [9, 13])
        let title = try #require(root["keys"]?.items?.first?["title"])
        #expect([title.line, title.column] == [7, 12])
        #expect(title.content == .scalar(text: "T", isPlain: false))
    }

    @Test("a missing value is an empty plain scalar right after its colon")
    func missingValue() throws {
        let value = try #require(try YAMLNode(parsing: "a:\nb: 1\n")?["a"])
        #expect(value == YAMLNode(.scalar(text: "", isPlain: true), line: 1, column: 3))
        #expect(value.isNull)
    }

    @Test("a byte order mark moves no column")
    func byteOrderMark() throws {
        let root = try #require(try YAMLNode(parsing: "\u{FEFF}a: b\n"))
        #expect(root["a"]?.column == 4)
    }

    @Test(
        "bytes are read as their text is",
        arguments: ["a: [b, 'c']\n", "ü: ö\n", "\u{FEFF}a: b\n", "a: |\n  x\n", "# x\n", ""])
    func bytes(text: String) throws {
        #expect(try YAMLNode(parsing: Array(text.utf8)) == YAMLNode(parsing: text))
    }

    @Test("bytes that are not text are a problem with a place")
    func invalidBytes() {
        let bytes: [UInt8] = [0xEF, 0xBB, 0xBF, 0x61, 0x3A, 0x0A, 0xC3, 0xA9, 0x3A, 0x20, 0xC3]
        let problem = #expect(throws: YAMLProblem.self) { try YAMLNode(parsing: bytes) }
        #expect(problem?.description == "2:4: the text is not valid UTF-8; save the file as UTF-8")
    }

    @Test(
        "a document without content has no node",
        arguments: ["", "\n\n", "# x\n", "---\n", "--- # x\n...\n", "\u{FEFF}"])
    func empty(text: String) throws {
        #expect(try YAMLNode(parsing: text) == nil)
    }

    @Test("what aliases stand for has the place of the anchor")
    func aliases() throws {
        let root = try #require(try YAMLNode(parsing: "a: &x {b: 1}\nc: *x\n"))
        #expect(root["c"]?["b"]?.text == "1")
        #expect(root["c"]?.line == 1)
    }

    @Test("block scalars keep their lines and are not plain")
    func blockScalar() throws {
        let root = try #require(try YAMLNode(parsing: "a: |\n  x\n  y\n"))
        #expect(root["a"]?.content == .scalar(text: "x\ny\n", isPlain: false))
    }

    @Test("a tagged scalar is text like a quoted one")
    func tagged() throws {
        #expect(try YAMLNode(parsing: "a: !!str 5\n")?["a"]?.plainText == nil)
        #expect(try YAMLNode(parsing: "a: ! 5\n")?["a"]?.plainText == nil)
        #expect(try YAMLNode(parsing: "a: 5\n")?["a"]?.plainText == "5")
        #expect(try YAMLNode(parsing: "!!map {!!str a: !!seq [5]}\n")?["a"]?.items?.count == 1)
    }

    @Test(
        "null is only what is written without quotes",
        arguments: [
            ("~", true), ("null", true), ("NULL", true), ("", true), ("'null'", false), ("\"\"", false),
            ("none", false),
        ])
    func null(written: String, isNull: Bool) throws {
        #expect(try YAMLNode(parsing: "a: \(written)\n")?["a"]?.isNull == isNull)
    }
}
