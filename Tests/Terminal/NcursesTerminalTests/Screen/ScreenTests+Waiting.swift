import ExperimentsTerminalUI
import Foundation
import TestSupport
import Testing

@testable import ExperimentsNcurses

extension ScreenTests {
    @Suite("Waiting", .fewAtATime)
    struct Waiting {
        @Test(
            "A message posted from another thread wakes the owner, and all posted by then are taken in order")
        func inbox() throws {
            let screen = try TestScreen()
            let inbox = try Inbox<Int>()
            Thread.detachNewThread { for number in 0..<100 { inbox.post(number) } }
            var received: [Int] = []
            while received.count < 100 {
                let wake = screen.terminal.wait(for: inbox, until: .now + .seconds(60))
                guard wake.hasMessages else { break }
                received += inbox.drain()
            }
            #expect(received == Array(0..<100))
            #expect(!screen.terminal.wait(for: inbox, until: .now).hasMessages)
        }

        @Test("Posting from many threads together loses nothing and wakes every time")
        func manyPosters() throws {
            let inbox = try Inbox<Int>()
            let screen = try TestScreen()
            for poster in 0..<8 {
                Thread.detachNewThread { for number in 0..<1_000 { inbox.post(poster * 1_000 + number) } }
            }
            var received: Set<Int> = []
            while received.count < 8_000 {
                guard screen.terminal.wait(for: inbox, until: .now + .seconds(60)).hasMessages else { break }
                received.formUnion(inbox.drain())
            }
            #expect(received.count == 8_000)
        }

        @Test("Time runs out at the deadline and not before")
        func deadline() throws {
            let screen = try TestScreen()
            let deadline = ContinuousClock.now + .milliseconds(30)
            #expect(screen.terminal.wait(until: deadline) == Wake())
            #expect(ContinuousClock.now >= deadline)
            #expect(screen.terminal.wait(until: .now - .seconds(1)) == Wake())
        }

        @Test("The loop hands out keys, messages and ticks, and ends with the code it is given")
        func loop() throws {
            let screen = try TestScreen()
            let inbox = try Inbox<String>()
            inbox.post("hello")
            screen.type("a")
            var seen: [String] = []
            var due: ContinuousClock.Instant?
            let code = screen.terminal.run(inbox: inbox, deadline: { due }) { events in
                for event in events {
                    switch event {
                    case .input(let input): seen.append("\(input)")
                    case .message(let message): seen.append(message)
                    case .tick: return 7
                    case .resumed, .terminated: seen.append("unexpected")
                    }
                }
                if seen.count == 2 { due = .now }
                return nil
            }
            #expect(code == 7)
            #expect(seen.contains("hello") && seen.contains { $0.contains("a") } && seen.count == 2)
        }

        @Test(
            "The loop ends with the code of a hangup when the terminal goes away, whatever the program answers"
        )
        func loopHangup() throws {
            let screen = try TestScreen()
            let inbox = try Inbox<Int>()
            try screen.hangUp()
            var sawEnd = false
            let code = screen.terminal.run(inbox: inbox, deadline: { nil }) { events in
                for case .terminated(let exitCode) in events { sawEnd = exitCode == 129 }
                return nil
            }
            #expect(code == 129 && sawEnd)
        }
    }
}
