import ExperimentsSupport
import TestSupport
import Testing

@testable import ExperimentsHTTPServing

@Suite("Event streams", .inTurn)
struct EventBroadcastTests {
    func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("say what each of them begins with, then what is said to all, and end")
    func order() async {
        let broadcast = EventBroadcast()
        let (first, second) = (broadcast.open { [bytes("a")] }, broadcast.open { [] })
        broadcast.send(bytes("b"))
        #expect(broadcast.count == 2)
        broadcast.close()
        var heard: [[UInt8]] = []
        for await piece in first { heard.append(piece) }
        #expect(heard == [bytes("a"), bytes("b")])
        heard = []
        for await piece in second { heard.append(piece) }
        #expect(heard == [bytes("b")])
    }

    @Test("are forgotten when no one holds them")
    func forgotten() {
        let broadcast = EventBroadcast()
        do {
            let subscription = broadcast.open { [] }
            withExtendedLifetime(subscription) { #expect(broadcast.count == 1) }
        }
        #expect(broadcast.count == 0)
    }

    @Test("of clients that do not read end before they fill the memory")
    func bounded() async {
        let broadcast = EventBroadcast()
        let subscription = broadcast.open { [] }
        for number in 0..<10_000 { broadcast.send(bytes("\(number)")) }
        #expect(broadcast.count == 0)
        var count = 0
        for await piece in subscription {
            #expect(piece == bytes("\(count)"))
            count += 1
        }
        #expect(count == 256)
    }

    @Test("end where their reader is cancelled")
    func cancelled() async {
        let subscription = EventBroadcast().open { [] }
        let task = Task { for await _ in subscription {} }
        task.cancel()
        await task.value
    }

    @Test("are written as browsers read them, with nothing that would be another line")
    func spelling() {
        let event = ServerSentEvent(
            id: "a\nid: b", name: "x\r", data: ["text": "one\ntwo"], retry: .seconds(1))
        #expect(
            String(decoding: event.bytes, as: UTF8.self)
                == "retry: 1000\nid: aid: b\nevent: x\ndata: {\"text\":\"one\\ntwo\"}\n\n")
    }
}
