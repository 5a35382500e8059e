import ExperimentsLinkProtocol
import Foundation
import TestSupport
import Testing

@Suite("An event for linked apps", .inTurn)
struct LinkEventTests {
    @Test("is a server-sent event of one line of data, whose id is its revision")
    func spelling() throws {
        let event = LinkEvent.state(try RandomStates.state(7, [:]))
        #expect(
            String(decoding: event.bytes, as: UTF8.self)
                == "event: state\nid: k3x9.7\ndata: {\"version\":1,\"overrides\":{},\"revision\":\"k3x9.7\"}\n\n"
        )
    }

    @Test("is read back as it was written, whatever the overrides hold", arguments: 0..<20 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let old = try RandomStates.state(1, RandomStates.overrides(using: &random))
        let new = try RandomStates.state(2, RandomStates.overrides(using: &random))
        for event in [LinkEvent.state(new), .changes(LinkedChanges(from: old, to: new))] {
            let lines = String(decoding: event.bytes, as: UTF8.self).components(separatedBy: "\n")
            #expect(lines.count == 5)
            let (type, data) = (lines[0].dropFirst("event: ".count), lines[2].dropFirst("data: ".count))
            #expect(try LinkEvent(type: String(type), data: String(data)) == event)
        }
    }

    @Test("may be of a type that no one here knows")
    func unknownType() throws {
        #expect(try LinkEvent(type: "weather", data: "?") == nil)
    }
}
