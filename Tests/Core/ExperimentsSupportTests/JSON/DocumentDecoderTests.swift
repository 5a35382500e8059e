import ExperimentsSupport
import TestSupport
import Testing

@Suite("The decoder of documents", .inTurn)
struct DocumentDecoderTests {
    private typealias Decoder = DocumentDecoder<JSONValue>

    /// Reads `{"name": text, "size": number, "on": truth, "kind": a or b, "items": [text]}`.
    private func faults(_ text: String, unknownMembers: Decoder.UnknownMembers = .refused) throws -> [String]
    {
        var decoder = Decoder(unknownMembers: unknownMembers)
        read(try JSONValue(parsing: text), &decoder)
        #expect(decoder.errorCount == decoder.faults.count { $0.severity == .error })
        return decoder.faults.map { "\($0.path): \($0.message)" + ($0.advice.map { "; " + $0 } ?? "") }
    }

    private func read(_ value: JSONValue, _ decoder: inout Decoder) {
        let fields = ["name", "size", "on", "kind", "items"]
        guard let record = decoder.record(value, fields: fields) else { return }
        _ = decoder.requiredText("name", of: record)
        _ = decoder.number("size", of: record)
        _ = decoder.truth("on", of: record)
        let words = ["left", "right"]
        if let kind = record["kind"] {
            _ = decoder.word(kind, at: "kind", among: words) { words.firstIndex(of: $0) }
        }
        guard let items = record["items"] else { return }
        decoder.enter("items")
        for (index, item) in (decoder.list(items) ?? []).enumerated() {
            decoder.enter(index)
            _ = decoder.text(item)
            decoder.leave()
        }
        decoder.leave()
    }

    @Test("what is as it must be is taken without a word")
    func fine() throws {
        #expect(
            try faults(#"{"name": "a", "size": 1.5, "on": true, "kind": "left", "items": ["x"]}"#).isEmpty)
    }

    @Test(
        "says what was expected, what was found, and where; all of it together",
        arguments: [
            ("[]", [": expected an object, found []"]),
            ("{}", [#": "name" is missing"#]),
            (
                #"{"name": 1, "size": "2", "on": null, "kind": "rigt", "items": [7, "x", {"a": [1]}]}"#,
                [
                    "name: expected a string, found 1", #"size: expected a number, found "2""#,
                    "on: expected true or false, found null",
                    #"kind: expected one of left, right, found "rigt" (did you mean "right"?)"#,
                    "items[0]: expected a string, found 7", #"items[2]: expected a string, found {"a":[1]}"#,
                ]
            ),
            (#"{"name": "a", "kind": 5}"#, ["kind: expected one of left, right, found 5"]),
            (#"{"name": "a", "items": {}}"#, ["items: expected an array, found {}"]),
        ])
    func wrong(text: String, expected: [String]) throws {
        #expect(try faults(text) == expected)
    }

    @Test(
        "an unknown member is refused with the nearest name, which is then not missing; or remarked on; or ignored"
    )
    func unknown() throws {
        let text = #"{"nmae": "a", "zebra": 1}"#
        let known = "(known: name, size, on, kind, items)"
        #expect(
            try faults(text) == [
                "nmae: unknown field (did you mean \"name\"?)", "zebra: unknown field \(known)",
            ])
        #expect(
            try faults(text, unknownMembers: .remarked) == [
                "nmae: unknown field (did you mean \"name\"?); it is ignored",
                "zebra: unknown field \(known); it is ignored",
            ])
        #expect(try faults(text, unknownMembers: .ignored) == [#": "name" is missing"#])
    }

    @Test("a name that only looks like a field's is another name")
    func lookalikes() throws {
        let found = try faults("{\"name\": \"a\", \"\u{212A}ind\": \"left\"}")
        #expect(found.count == 1)
        #expect(found.first?.contains("unknown field") == true)
    }

    @Test("long values are named by their kind")
    func longValues() throws {
        let long = String(repeating: "x", count: 100)
        #expect(
            try faults("{\"name\": \"a\", \"on\": \"\(long)\"}") == [
                "on: expected true or false, found a long string"
            ])
        let list = "[" + String(repeating: "1,", count: 50) + "1]"
        #expect(try faults("{\"name\": \(list)}") == ["name: expected a string, found an array"])
    }

    @Test("no value makes it stumble, and each fault has a place in the text")
    func anything() throws {
        for seed in 0..<2000 {
            var random = SeededGenerator(seed: UInt64(seed))
            let value = random.document(depth: 4)
            var decoder = Decoder(unknownMembers: seed.isMultiple(of: 2) ? .refused : .remarked)
            read(value, &decoder)
            #expect(decoder.steps.isEmpty)
            let places = JSONPlaces(value.prettyBytes)
            for fault in decoder.faults {
                #expect(places.place(of: fault.path).line >= 1)
                #expect(!fault.message.contains("\n"))
            }
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func document(depth: Int) -> JSONValue {
        switch UInt64.random(in: 0..<(depth > 0 ? 7 : 5), using: &self) {
        case 0: return .null
        case 1: return .bool(true)
        case 2: return .number("12")
        case 3: return .string("left")
        case 4: return .string("a\nb\u{1B}")
        case 5: return .array((0..<3).map { _ in document(depth: depth - 1) })
        default:
            var object = JSONObject()
            for name in ["name", "size", "on", "kind", "items", "odd one"] where Bool.random(using: &self) {
                object[name] = document(depth: depth - 1)
            }
            return .object(object)
        }
    }
}

@Suite("The way to something in a document", .inTurn)
struct DocumentPathTests {
    @Test("is written as programmers write it")
    func plain() {
        #expect(
            DocumentPath()["variants"][2]["mods"][0]["flag-1_a"].description == "variants[2].mods[0].flag-1_a"
        )
        #expect(DocumentPath().description == "")
        #expect(DocumentPath()[0]["a"].description == "[0].a")
    }

    @Test(
        "puts a name of other characters in quotation marks, so that no step is mistaken for two",
        arguments: [
            ("free shipping", #"settings["free shipping"]"#), ("a.b", #"settings["a.b"]"#),
            ("", #"settings[""]"#),
            ("[0]", #"settings["[0]"]"#), ("a\"b\n", #"settings["a\"b\n"]"#),
            ("größe", #"settings["größe"]"#),
        ])
    func quoted(_ name: String, _ text: String) {
        #expect(DocumentPath()["settings"][name].description == text)
    }
}
