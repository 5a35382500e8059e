import ExperimentsCore
import ExperimentsOperator
import TestSupport
import Testing

@Suite("What differs between two JSON values", .inTurn)
struct JSONDifferenceTests {
    static func lines(_ old: String, _ new: String) throws -> [String] {
        try JSONDifference(JSONValue(parsing: old), JSONValue(parsing: new)).changes.map(\.line)
    }

    @Test(
        "is reported by path",
        arguments: [
            (
                #"{"nested": {"retries": 3}}"#, #"{"nested": {"retries": 5}}"#,
                ["~ nested.retries: 3 → 5 (+2)"]
            ),
            (#"{"a": 1, "b": 2}"#, #"{"a": 1, "c": [3]}"#, ["- b: 2", "+ c: [3]"]),
            (#"[1, 2, 3]"#, #"[1, 3, 4]"#, ["- [1]: 2", "+ [2]: 4"]),
            (#"{"a": "x"}"#, #"{"a": ["x"]}"#, [#"~ a: "x" → ["x"]"#]),
            ("[]", "{}", ["~ (all of it): [] → {}"]),
            (#"{"free shipping": null}"#, #"{"free shipping": 0}"#, [#"~ ["free shipping"]: null → 0"#]),
        ])
    func paths(old: String, new: String, lines: [String]) throws {
        #expect(try Self.lines(old, new) == lines)
    }

    @Test(
        "is nothing where only the order of members or the spelling of a number differs",
        arguments: [
            (#"{"a": 1, "b": [true]}"#, #"{"b": [true], "a": 1.0}"#), ("[100, -0.0, 12e-1]", "[1E2, 0, 1.2]"),
            ("[1e99999999999999999999]", "[1e99999999999999999999]"),
            ("[123456789012345678901234567890]", "[1.2345678901234567890123456789e29]"),
            ("[100000000000000000000]", "[1e20]"), ("[123456789012345678]", "[123456789012345678.000]"),
        ])
    func same(old: String, new: String) throws {
        #expect(try Self.lines(old, new).isEmpty)
    }

    @Test(
        "distinguishes long numbers that differ in one digit or one zero",
        arguments: [
            ("[123456789012345678901234567890]", "[123456789012345678901234567891]"),
            ("[123456789012345678]", "[1234567890123456780]"),
            ("[100000000000000000001]", "[1000000000000000000001]"),
            ("[-5]", "[5]"), ("[0.05]", "[0.5]"),
        ])
    func numbers(old: String, new: String) throws {
        #expect(try Self.lines(old, new).count == 1)
    }

    @Test("distinguishes letters that look the same")
    func letters() throws {
        #expect(try Self.lines(#"["\u00e9"]"#, #"["e\u0301"]"#).count == 1)
    }

    @Test("knows what moved in a list, also where it changed on the way")
    func moved() throws {
        #expect(
            try Self.lines(#"["a", "b", "c", "d"]"#, #"["d", "a", "b", "c"]"#) == ["> [0]: moved from [3]"])
        let old = #"[{"id": 1, "on": true}, {"id": 2}, {"id": 3}]"#
        #expect(
            try Self.lines(old, #"[{"id": 2}, {"id": 3}, {"id": 1, "on": false}]"#)
                == ["> [2]: moved from [0]", "~ [2].on: true → false"])
        #expect(
            try Self.lines(old, #"[{"id": 9}, {"id": 1, "on": false}, {"id": 2}, {"id": 3}]"#)
                == [#"+ [0]: {"id":9}"#, "~ [1].on: true → false"])
    }

    @Test("as a JSON Patch makes the new value of the old one")
    func patch() throws {
        var random = SeededGenerator(seed: 11)
        for round in 0..<600 {
            let old = Self.value(&random, depth: 3)
            let new = round % 3 == 0 ? Self.value(&random, depth: 3) : Self.edited(old, &random)
            let patch = JSONDifference.patch(old, new)
            let result = try Self.patched(old, patch)
            #expect(
                JSONDifference(result, new).changes.isEmpty,
                "\(old.compactText) \(new.compactText) \(patch.compactText)")
            #expect(JSONDifference(old, new).changes.isEmpty == (patch == []))
        }
    }

    @Test("a JSON Patch replaces a long list if very many of its elements moved")
    func patchOfShuffledList() throws {
        var random = SeededGenerator(seed: 3)
        let old = (0..<6_000).map { JSONValue.number(String($0)) }
        let new = JSONValue.object(
            JSONObject(distinct: [.init(name: "list", value: .array(old.shuffled(using: &random)))]))
        let patch = JSONDifference.patch(["list": .array(old)], new)
        #expect(patch.array?.count == 1)
        #expect(try Self.patched(["list": .array(old)], patch) == new)
    }

    @Test("as a JSON Patch writes names as pointers do, and moves what moved")
    func patchWords() throws {
        let patch = try JSONDifference.patch(
            JSONValue(parsing: #"{"a/b~": [1, 2, 3]}"#), JSONValue(parsing: #"{"a/b~": [3, 1, 2]}"#))
        #expect(patch == [["op": "move", "from": "/a~1b~0/2", "path": "/a~1b~0/0"]])
    }

    // MARK: A small implementation of RFC 6902, to see that patches hold.

    static func patched(_ value: JSONValue, _ patch: JSONValue) throws -> JSONValue {
        try #require(patch.array).reduce(value) { value, operation in
            let object = try #require(operation.object)
            var value = value
            let path = steps(try #require(object["path"]?.string))
            switch object["op"] {
            case "remove": _ = try take(&value, path)
            case "add": try put(&value, path, try #require(object["value"]))
            case "replace":
                if path.isEmpty { return try #require(object["value"]) }
                _ = try take(&value, path)
                try put(&value, path, try #require(object["value"]))
            default: try put(&value, path, try take(&value, steps(try #require(object["from"]?.string))))
            }
            return value
        }
    }

    static func steps(_ pointer: String) -> [String] {
        pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
            String($0).replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }

    static func take(_ value: inout JSONValue, _ path: [String]) throws -> JSONValue {
        try change(&value, path) { holder, step in
            switch holder {
            case .object(var object):
                let taken = try #require(object[step])
                object[step] = nil
                holder = .object(object)
                return taken
            case .array(var elements):
                let place = try #require(Int(step).flatMap { elements.indices.contains($0) ? $0 : nil })
                let taken = elements.remove(at: place)
                holder = .array(elements)
                return taken
            default: throw TestFailure()
            }
        }
    }

    static func put(_ value: inout JSONValue, _ path: [String], _ new: JSONValue) throws {
        try change(&value, path) { holder, step in
            switch holder {
            case .object(var object):
                object[step] = new
                holder = .object(object)
            case .array(var elements):
                elements.insert(new, at: try #require(Int(step).flatMap { $0 <= elements.count ? $0 : nil }))
                holder = .array(elements)
            default: throw TestFailure()
            }
        }
    }

    struct TestFailure: Error {}

    static func change<Result>(
        _ value: inout JSONValue, _ path: [String], _ body: (inout JSONValue, String) throws -> Result
    ) throws -> Result {
        let step = try #require(path.first)
        if path.count == 1 { return try body(&value, step) }
        switch value {
        case .object(var object):
            var inside = try #require(object[step])
            let result = try change(&inside, Array(path.dropFirst()), body)
            object[step] = inside
            value = .object(object)
            return result
        case .array(var elements):
            let place = try #require(Int(step).flatMap { elements.indices.contains($0) ? $0 : nil })
            let result = try change(&elements[place], Array(path.dropFirst()), body)
            value = .array(elements)
            return result
        default: throw TestFailure()
        }
    }

    // MARK: Random values.

    static func value(_ random: inout SeededGenerator, depth: Int) -> JSONValue {
        switch Int.random(in: depth > 0 ? 0...6 : 2...6, using: &random) {
        case 0:
            return .array(
                (0..<Int.random(in: 0...5, using: &random)).map { _ in value(&random, depth: depth - 1) })
        case 1:
            var object = JSONObject()
            for name in ["id", "name", "a/b", "~"].prefix(Int.random(in: 0...4, using: &random)) {
                object[name] = value(&random, depth: depth - 1)
            }
            return .object(object)
        case 2: return .null
        case 3: return .bool(Bool.random(using: &random))
        case 4: return .number(String(Int.random(in: 0...3, using: &random)))
        default: return .string(["x", "y", "é"].randomElement(using: &random) ?? "")
        }
    }

    static func edited(_ value: JSONValue, _ random: inout SeededGenerator) -> JSONValue {
        switch value {
        case .array(var elements):
            switch Int.random(in: 0...3, using: &random) {
            case 0: elements.shuffle(using: &random)
            case 1:
                elements.insert(
                    self.value(&random, depth: 1), at: Int.random(in: 0...elements.count, using: &random))
            case 2 where !elements.isEmpty:
                elements.remove(at: Int.random(in: elements.indices, using: &random))
            default: elements = elements.map { edited($0, &random) }
            }
            return .array(elements)
        case .object(var object):
            for member in object.members where Bool.random(using: &random) {
                object[member.name] =
                    Int.random(in: 0...4, using: &random) == 0 ? Optional.none : edited(member.value, &random)
            }
            return .object(object)
        default: return Bool.random(using: &random) ? value : self.value(&random, depth: 1)
        }
    }
}
