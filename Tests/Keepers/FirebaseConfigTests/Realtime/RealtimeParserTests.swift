import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import FirebaseConfig

@Suite("The realtime stream, parsed", .inTurn)
struct RealtimeParserTests {
    /// A stream with everything in it that a cut could hurt.
    static let stream = #"""
        [{"latestTemplateVersionNumber": "7"},
        {"note": "ü 漢 😀 }{ \\\" ] , [ \u007d", "latestTemplateVersionNumber": 8}
        ,{"featureDisabled": false, "nested": {"a": [{"b": "}"}]}},{"retryIntervalSeconds": "90"}
        ,{"latestTemplateVersionNumber": "nine"}  ,{"latestTemplateVersionNumber":9223372036854775807}
        ,x{"featureDisabled":true},{"error":{"code":403,"status":"PERMISSION_DENIED","message":"Off"}}]
        """#

    static let elements: [RealtimeParser.Element] = [
        .message(InvalidationMessage(templateVersion: 7)),
        .message(InvalidationMessage(templateVersion: 8)),
        .message(InvalidationMessage()),
        .message(InvalidationMessage(retryInterval: 90)),
        .problem(MessageError("\"latestTemplateVersionNumber\" must be a whole number from 0")),
        .message(InvalidationMessage(templateVersion: .max)),
        .problem(MessageError("unexpected 'x' between messages, at byte \(place(of: ",x{") + 1)")),
        .message(InvalidationMessage(isDisabled: true)),
        .refusal(code: 403, name: "PERMISSION_DENIED", message: "Off"),
    ]

    static func place(of text: String) -> Int {
        stream.range(of: text).map { stream.utf8.distance(from: stream.startIndex, to: $0.lowerBound) } ?? -1
    }

    func parse(_ pieces: [[UInt8]]) -> [RealtimeParser.Element] {
        var parser = RealtimeParser()
        return pieces.flatMap { parser.read($0) }
    }

    func parse(_ text: String) -> [RealtimeParser.Element] { parse([Array(text.utf8)]) }

    @Test("a whole stream gives its messages in order")
    func whole() {
        #expect(parse(Self.stream) == Self.elements)
    }

    @Test("cut in two at any byte, it gives the same")
    func cutOnce() {
        let bytes = Array(Self.stream.utf8)
        for place in 0...bytes.count {
            let elements = parse([Array(bytes[..<place]), Array(bytes[place...])])
            #expect(elements == Self.elements, "cut before byte \(place)")
        }
    }

    @Test("byte by byte, it gives the same")
    func cutEverywhere() {
        #expect(parse(Self.stream.utf8.map { [$0] }) == Self.elements)
    }

    @Test("cut at random into many pieces, some of them empty, it gives the same")
    func cutAtRandom() {
        let bytes = Array(Self.stream.utf8)
        var random = Randomness.seeded(4)
        for _ in 0..<2000 {
            var places = (0..<Int.random(in: 1...40, using: &random)).map { _ in
                Int.random(in: 0...bytes.count, using: &random)
            }
            places = ([0] + places + [bytes.count]).sorted()
            let pieces = zip(places, places.dropFirst()).map { Array(bytes[$0..<$1]) }
            #expect(parse(pieces) == Self.elements, "cut at \(places)")
        }
    }

    @Test("damaged anywhere, it gives the same however it is cut")
    func damaged() {
        var random = Randomness.seeded(5)
        for _ in 0..<3000 {
            var bytes = Array(Self.stream.utf8)
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(bytes[place], at: place)
                }
            }
            let whole = parse([bytes])
            #expect(parse(bytes.map { [$0] }) == whole)
            let cut = Int.random(in: 0...bytes.count, using: &random)
            #expect(parse([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole)
        }
    }

    @Test(
        "a version is a number or a text, and nothing else",
        arguments: ["1.5", "-1", "true", "[]", "\"\"", "1e3"])
    func version(text: String) {
        #expect(
            parse(#"{"latestTemplateVersionNumber": 12}"#) == [
                .message(InvalidationMessage(templateVersion: 12))
            ])
        let wrong = MessageError("\"latestTemplateVersionNumber\" must be a whole number from 0")
        #expect(parse(#"{"latestTemplateVersionNumber": \#(text)}"#) == [.problem(wrong)])
    }

    @Test(
        "updates are off only where the service says true",
        arguments: ["false", "null", "\"true\"", "0", "{}"])
    func disabled(text: String) {
        #expect(parse(#"{"featureDisabled": \#(text)}"#) == [.message(InvalidationMessage())])
    }

    @Test("a wait is a number of seconds, at most a day")
    func retryInterval() {
        #expect(
            parse(#"{"retryIntervalSeconds": 300}"#) == [.message(InvalidationMessage(retryInterval: 300))])
        #expect(
            parse(#"{"retryIntervalSeconds": 9999999999}"#) == [
                .message(InvalidationMessage(retryInterval: 86400))
            ])
        #expect(
            parse(#"{"retryIntervalSeconds": -5}"#)
                == [.problem(MessageError("\"retryIntervalSeconds\" must be a whole number from 0"))])
    }

    @Test("an error is one also without the object around it, and in a body that is not an array")
    func refusal() {
        let refusal = [RealtimeParser.Element.refusal(code: 403, name: nil, message: "")]
        #expect(parse(#"{"code": 403}"#) == refusal)
        #expect(parse(#"[{"error": {"code": "403"}}]"#) == refusal)
        #expect(parse(#"{"code": 7}"#) == [.message(InvalidationMessage())])
    }

    @Test("garbage between messages is reported once for a run of it")
    func garbage() {
        let elements = parse("<html>no</html>{\"latestTemplateVersionNumber\":1}")
        #expect(
            elements == [
                .problem(MessageError("unexpected '<' between messages, at byte 0")),
                .message(InvalidationMessage(templateVersion: 1)),
            ])
    }

    @Test("a message without end is reported at the limit, and nothing is read any more")
    func endless() {
        var parser = RealtimeParser()
        #expect(parser.read(Array(#"{"a": ""#.utf8)).isEmpty)
        let filler = [UInt8](repeating: UInt8(ascii: "x"), count: 10000)
        for _ in 0..<6 { #expect(parser.read(filler).isEmpty) }
        #expect(parser.isWithinMessage)
        let problem = MessageError("a message is longer than 65536 bytes")
        #expect(parser.read(filler) == [.endless(problem)])
        #expect(parser.read(Array(#""},{"latestTemplateVersionNumber": 3}"#.utf8)).isEmpty)
    }

    @Test("blanks and garbage without end are reported at the limit", arguments: [" ", "x"])
    func endlessGap(text: String) {
        var parser = RealtimeParser()
        let message = Array(#"{"latestTemplateVersionNumber": 3}"#.utf8)
        let filler = Array(String(repeating: text, count: RealtimeParser.gapLimit - 1).utf8)
        // What comes between messages is counted anew after each.
        for _ in 0..<3 {
            #expect(parser.read(filler + message).last == .message(InvalidationMessage(templateVersion: 3)))
        }
        let problem = MessageError("there are more than 262144 bytes without a message")
        #expect(parser.read(filler + filler).last == .endless(problem))
        #expect(parser.read(message).isEmpty)
    }

    @Test("deep nesting, a duplicate name and invalid UTF-8 affect only their own message")
    func hostile() {
        let nested = String(repeating: #"{"a":"#, count: 5000) + "1" + String(repeating: "}", count: 5000)
        let hostile = [
            Array(nested.utf8), Array(#"{"a": 1, "a": 2}"#.utf8),
            Array(#"{"a": ""#.utf8) + [0xFF, 0xC0, 0x22, 0x7D],
        ]
        for bytes in hostile {
            let elements = parse([bytes + Array(#",{"latestTemplateVersionNumber": 3}"#.utf8)])
            #expect(elements.count == 2)
            guard case .problem = elements.first else {
                Issue.record("no problem")
                continue
            }
            #expect(elements.last == .message(InvalidationMessage(templateVersion: 3)))
        }
    }
}
