import ExperimentsCore
import ExperimentsLocks
import ExperimentsProject
import Foundation
import TestSupport
import Testing

@Suite("The file source", .inTurn)
struct FileRemoteConfigKeeperTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func keeper(_ name: String, watcher: (any FileWatcher)? = nil) -> FileRemoteConfigKeeper {
        FileRemoteConfigKeeper(
            path: folder.path + "/" + name, shownAs: name, watcher: watcher,
            now: { Date(timeIntervalSince1970: 1_000) })
    }

    private func texts(_ keeper: FileRemoteConfigKeeper) -> [String: String?] {
        Dictionary(keeper.snapshot.entries.mapValues(\.text))
    }

    private func failure(_ name: String) -> String? {
        #expect(throws: FetchFailure.self) { try keeper(name).fetchNow() }?.description
    }

    private static let values: [String: String?] = [
        "bool": "true", "int": "42", "large": "12345678901234567890", "decimal": "1.10", "text": "a b",
        "empty": "",
        "quoted": "5", "list": "[1,\"x\",null]", "object": "{\"a\":{\"b\":2.50}}", "nothing": nil,
    ]

    @Test("nothing is read before the first fetch")
    func lazy() throws {
        try folder.write("{\"a\": 1}", to: "c.json")
        #expect(keeper("c.json").snapshot.entries.isEmpty)
    }

    @Test("JSON: scalars are text as written, objects and arrays JSON text, null the app's default")
    func json() async throws {
        let bytes = try folder.write(
            """
            {"bool": true, "int": 42, "large": 12345678901234567890, "decimal": 1.10, "text": "a b", "empty": "",
             "quoted": "5", "list": [1, "x", null], "object": {"a": {"b": 2.50}}, "nothing": null}
            """, to: "c.json")
        let keeper = keeper("c.json")
        let outcome = try await keeper.fetch(.manual)
        #expect(outcome.status == .updated)
        #expect(outcome.bytes == (try FileBytes.read(bytes)).count)
        #expect(texts(keeper) == Self.values)
        #expect(keeper.snapshot.fetchedAt == Date(timeIntervalSince1970: 1_000))
    }

    @Test(
        "the values may be in a member of the file",
        arguments: [
            ("c.json", #"{"flags": {"x": {}}, "flagValues": {"a": 1.10, "b": {"c": "é"}}}"#, ["flagValues"]),
            ("c.yaml", "flagValues: {a: 1.10, b: {c: é}}\n", ["flagValues"]),
            ("c.yaml", "shop.v1:\n  values:\n    a: 1.10\n    b: {c: é}\n", ["shop.v1", "values"]),
        ])
    func member(name: String, text: String, steps: [String]) throws {
        let keeper = FileRemoteConfigKeeper(path: try folder.write(text, to: name), at: steps, watcher: nil)
        try keeper.fetchNow()
        #expect(texts(keeper) == ["a": "1.10", "b": #"{"c":"é"}"#])
    }

    @Test(
        "a member that is not there, or has no values, is a failure",
        arguments: [
            (["flagValue"], #"c.json: has no member "flagValue"; did you mean "flagValues" in `at`?"#),
            (["x"], #"c.json: has no member "x"; correct `at`, the member with the values"#),
            (
                ["flagValues", "a"],
                #"c.json: "flagValues › a": expected an object of keys and values, found 1"#
            ),
            (["list"], #"c.json: "list": expected an object of keys and values, found [1]"#),
            (["text"], #"c.json: "text": expected an object of keys and values, found text"#),
        ])
    func wrongMember(steps: [String], words: String) throws {
        let path = try folder.write(#"{"flagValues": {"a": 1}, "list": [1], "text": "t"}"#, to: "c.json")
        let keeper = FileRemoteConfigKeeper(path: path, shownAs: "c.json", at: steps, watcher: nil)
        let failure = #expect(throws: FetchFailure.self) { try keeper.fetchNow() }
        #expect(failure?.description.hasPrefix(words) == true, "\(failure?.description ?? "")")
        #expect(keeper.snapshot.entries.isEmpty)
    }

    @Test("YAML: the same values", arguments: ["c.yaml", "c.yml", "c.conf"])
    func yaml(name: String) throws {
        try folder.write(
            """
            # values
            bool: true
            int: 42
            large: 12345678901234567890
            decimal: 1.10
            text: a b
            empty: ""
            quoted: "5"
            list: [1, x, ~]
            object:
              a:
                b: 2.50
            nothing:
            """, to: name)
        let keeper = keeper(name)
        try keeper.fetchNow()
        #expect(texts(keeper) == Self.values)
    }

    @Test(
        "numbers inside objects and lists mean what YAML says, and texts stay texts",
        arguments: [
            ("0x1F", "[31]"), (".5", "[0.5]"), ("007", "[7]"), ("-0.5e3", "[-0.5e3]"),
            ("yes", "[\"yes\"]"),
            ("True", "[true]"), ("2024-01-02", "[\"2024-01-02\"]"), ("'1'", "[\"1\"]"),
        ])
    func yamlNumbers(written: String, expected: String) throws {
        try folder.write("a: [\(written)]\n", to: "c.yaml")
        let keeper = keeper("c.yaml")
        try keeper.fetchNow()
        #expect(texts(keeper)["a"] == expected)
    }

    @Test(
        "without an ending that says so, the content decides",
        arguments: ["{\"a\": \"1\"}", "\u{FEFF} {\"a\": \"1\"}", "a: '1'\n"])
    func sniffing(content: String) throws {
        try folder.write(content, to: "values")
        let keeper = keeper("values")
        try keeper.fetchNow()
        #expect(texts(keeper) == ["a": "1"])
    }

    @Test(
        "a byte order mark and Windows line ends do no harm",
        arguments: [
            ("c.json", "\u{FEFF}{\r\n\"a\": \"1\"\r\n}\r\n"), ("c.yaml", "\u{FEFF}a: 1\r\nb:\r\n  - c\r\n"),
        ])
    func lineEnds(name: String, content: String) throws {
        try folder.write(content, to: name)
        let keeper = keeper(name)
        try keeper.fetchNow()
        #expect(texts(keeper)["a"] == "1")
    }

    @Test(
        "bad content is reported with its place",
        arguments: [
            ("c.json", "{\"a\": 1,\n \"b\": tru", "c.json:2:7: expected a value, found 'tru'"),
            ("c.json", "{\"a\": 1", "c.json:1:1: unclosed '{'"),
            ("c.json", "", "c.json:1:1: the text is empty"),
            ("c.json", "{\"a\": 1,\n\"a\": 2}", "c.json:2:1: the name \"a\" occurs twice in one object"),
            ("c.json", "[1]", "c.json:1:1: expected an object of keys and values, found [1]"),
            ("c.json", "5", "c.json:1:1: expected an object of keys and values, found 5"),
            ("c.yaml", "a: 1\na: 2\n", "c.yaml:2:1: duplicate key \"a\": it is already set at 1:1"),
            (
                "c.yaml", "- a\n",
                "c.yaml:1:1: expected a mapping of keys and values, found a list; write each value as NAME: VALUE"
            ),
            (
                "c.env", "TOKEN=secret\n",
                "c.env:1:1: expected a mapping of keys and values, found text; write each value as NAME: VALUE"
            ),
            ("c.yaml", "a: 'x\n", "c.yaml:1:4: the quote that opens here is never closed"),
            ("c.yaml", "a:\n\tb: 1\n", "c.yaml:2:1: a tab cannot indent or separate YAML; use spaces"),
            ("c.yaml", "a: {[x]: y}\n", "c.yaml:1:5: expected text as a key, found a list"),
            ("c.yaml", "[x]: y\n", "c.yaml:1:1: expected text as a key, found a list"),
            ("c.yaml", "", "c.yaml:1:1: the file is empty; use {} for no values"),
        ])
    func badContent(name: String, content: String, expected: String) throws {
        try folder.write(content, to: name)
        #expect(failure(name) == expected)
    }

    @Test("invalid UTF-8 is reported with its place")
    func invalidText() throws {
        try folder.write(Data([0x61, 0x3A, 0x20, 0xFF, 0x0A]), to: "c.yaml")
        #expect(failure("c.yaml") == "c.yaml:1:4: the text is not valid UTF-8; save the file as UTF-8")
        try folder.write(Data([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]), to: "c.json")
        #expect(failure("c.json") == "c.json:1:3: the string is not valid UTF-8; save the file as UTF-8")
    }

    @Test("a file that is not there or is a folder is reported")
    func noFile() throws {
        #expect(failure("c.json") == "c.json: cannot open: no such file or directory")
        try folder.write("", to: "folder/inner")
        #expect(failure("folder") == "folder: is a directory, not a file; name a file")
    }

    @Test("a file that may not be read is reported", .enabled(if: geteuid() != 0, "root may read everything"))
    func forbidden() throws {
        let path = try folder.write("{}", to: "c.json")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        #expect(failure("c.json")?.hasPrefix("c.json: cannot open: permission denied") == true)
    }

    @Test("the last good values stay when the file breaks, and new ones come when it is mended")
    func lastGood() throws {
        try folder.write("{\"a\": 1}", to: "c.json")
        let keeper = keeper("c.json")
        try keeper.fetchNow()
        let before = keeper.snapshot.version
        try folder.write("{\"a\": 2", to: "c.json")
        let failure = #expect(throws: FetchFailure.self) { try keeper.fetchNow() }
        #expect(failure?.bytes == 7)
        #expect(texts(keeper) == ["a": "1"])
        #expect(keeper.snapshot.version == before)
        try folder.write("{\"a\": 2}", to: "c.json")
        #expect(try keeper.fetchNow().status == .updated)
        #expect(texts(keeper) == ["a": "2"])
        #expect(keeper.snapshot.version != before)
    }

    @Test("the same content is unchanged, and observers hear of new content only")
    func unchanged() throws {
        try folder.write("{\"a\": 1}", to: "c.json")
        let keeper = keeper("c.json")
        let versions = Mutex<[String?]>([])
        let observation = keeper.observe { notice in
            if case .snapshot(let snapshot) = notice { versions.withLock { $0.append(snapshot.version) } }
        }
        defer { observation.cancel() }
        #expect(try keeper.fetchNow().status == .updated)
        #expect(try keeper.fetchNow().status == .unchanged)
        #expect(versions.withLock(\.self) == [keeper.snapshot.version])
    }

    @Test("a file without values is empty, not wrong", arguments: [("c.json", "{}"), ("c.yaml", "{}\n")])
    func empty(name: String, content: String) throws {
        try folder.write(content, to: name)
        #expect(try keeper(name).fetchNow().status == .empty)
    }

    @Test("a file that is missing for a moment is not a failure")
    func replaced() async throws {
        let folder = folder
        let settling = FileSettling { _ in _ = try? folder.write("{\"a\": 2}", to: "c.json") }
        let keeper = FileRemoteConfigKeeper(path: folder.path("c.json"), watcher: nil, settling: settling)
        #expect(try await keeper.fetch(.realtime(attempt: 1)).status == .updated)
        #expect(texts(keeper) == ["a": "2"])
    }

    @Test("a change that the watcher sees is announced")
    func announced() throws {
        let watcher = ManualFileWatcher()
        let keeper = keeper("c.json", watcher: watcher)
        let count = Mutex(0)
        let observation = keeper.observe { notice in
            if case .sourceChanged = notice { count.withLock { $0 += 1 } }
        }
        defer { observation.cancel() }
        #expect(watcher.paths.withLock(\.self) == [keeper.path])
        watcher.announce()
        #expect(count.withLock(\.self) == 1)
    }

    @Test("a real change of a real file reaches its readers", .timeLimit(.minutes(60)))
    func realChange() async throws {
        try folder.write("{\"a\": 1}", to: "c.json")
        let keeper = keeper("c.json", watcher: .system)
        try keeper.fetchNow()
        let (notices, continuation) = AsyncStream.makeStream(of: Void.self)
        let observation = keeper.observe { notice in
            if case .sourceChanged = notice { continuation.yield() }
        }
        defer { observation.cancel() }
        try folder.write("{\"a\": 2}", to: "c.json")
        for await _ in notices {
            // The notice may come while the file is half written; then there is another.
            _ = try? keeper.fetchNow()
            if texts(keeper) == ["a": "2"] { break }
        }
        #expect(texts(keeper) == ["a": "2"])
    }
}

/// A watcher that says what the test makes it say.
final class ManualFileWatcher: FileWatcher {
    private let observers = Observers<Void>()
    let paths = Mutex<[String]>([])

    func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> ObservationHandle {
        paths.withLock { $0.append(path) }
        return observers.add { _ in onChange() }
    }

    func announce() {
        observers.notify(())
    }
}
