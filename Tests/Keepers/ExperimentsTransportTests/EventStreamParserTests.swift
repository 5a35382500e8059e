import TestSupport
import Testing

@testable import ExperimentsTransport

@Suite("Event streams, parsed", .inTurn)
struct EventStreamParserTests {
    /// A stream with everything in it that a cut could hurt.
    static let stream =
        "\u{FEFF}: hello\r\n\r\nretry: 1500\r\nid: 1\r\ndata: ü 漢 😀\r\ndata\r\ndata:  two\r\n\r\n"
        + "event: other\rdata:{\"a\":\": \"}\r\r" + "id\ndata: no id\n\n" + "id: 2\nevent: none\n\n"
        + "field: x\nid: a\u{0}b\ndata: still 2\n\n" + "retry: 12x\nretry:\n\ndata\n\ndata: cut off"

    static let elements: [EventStreamParser.Element] = [
        .retry(milliseconds: 1500),
        .event(EventStreamParser.Event(type: "message", data: "ü 漢 😀\n\n two", id: "1")),
        .event(EventStreamParser.Event(type: "other", data: "{\"a\":\": \"}", id: "1")),
        .event(EventStreamParser.Event(type: "message", data: "no id", id: "")),
        .event(EventStreamParser.Event(type: "message", data: "still 2", id: "2")),
        .event(EventStreamParser.Event(type: "message", data: "", id: "2")),
    ]

    func parse(_ pieces: [[UInt8]], limit: Int = EventStreamParser.defaultLimit) -> [EventStreamParser
        .Element]
    {
        var parser = EventStreamParser(limit: limit)
        return pieces.flatMap { parser.read($0) }
    }

    @Test("a whole stream gives its events in order, and not the one that it ends within")
    func whole() {
        #expect(parse([Array(Self.stream.utf8)]) == Self.elements)
    }

    @Test("cut in two at any byte, or at every one, it gives the same")
    func cut() {
        let bytes = Array(Self.stream.utf8)
        for place in 0...bytes.count {
            #expect(
                parse([Array(bytes[..<place]), Array(bytes[place...])]) == Self.elements,
                "before byte \(place)")
        }
        #expect(parse(bytes.map { [$0] }) == Self.elements)
    }

    @Test("damaged anywhere, it gives the same however it is cut")
    func damaged() {
        var random = SeededGenerator(seed: 9 &+ FuzzEffort.seed)
        for _ in 0..<FuzzEffort.rounds(usually: 2000) {
            var bytes = Array(Self.stream.utf8)
            for _ in 0...random.below(4) { Mutation.apply(to: &bytes, using: &random) }
            let place = random.below(bytes.count + 1)
            #expect(parse([bytes]) == parse([Array(bytes[..<place]), Array(bytes[place...])]))
        }
    }

    @Test("an event that is too long ends the reading, in one line or in many")
    func endless() {
        #expect(parse([Array("data: 1\n\ndata: 12345678901\n\ndata: 2\n\n".utf8)], limit: 16).count == 2)
        #expect(parse([Array(String(repeating: "data: 12\n", count: 9).utf8)], limit: 16) == [.endless])
        #expect(parse([Array(String(repeating: "data:\n", count: 9).utf8)], limit: 16) == [.endless])
        #expect(parse([Array(String(repeating: "x", count: 17).utf8)], limit: 16) == [.endless])
        #expect(parse([Array(String(repeating: ": comment\n", count: 99).utf8)], limit: 16).isEmpty)
    }
}
