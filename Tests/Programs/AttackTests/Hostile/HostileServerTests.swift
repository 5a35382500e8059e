import Foundation
import TestSupport
import Testing

@Suite("Attack: hostile servers", .fewAtATime, .enabled(if: Campaign.isPossible, "\(Campaign.absence)"))
struct HostileServerTests {
    private static let memoryLimit = 300 << 20

    @Test("a command ends in time, with a documented status and within memory, whatever a server answers")
    func answers() async throws {
        await Campaign("hostile servers: answers to commands").run(24, atOnce: 4) { random in
            let kind = random.one(of: HostileSource.Kind.allCases)
            let answer = random.one(of: HostileAnswer.allCases)
            // One of the answers is hostile; which, decides how far a source gets.
            let goodBefore = kind == .emulator ? random.below(2) : 0
            let seed = random.next()
            let server = try HostileServer { line, connection in
                if goodBefore > 0, line.contains("/installations") {
                    return HostileSource.answer(line, connection)
                }
                var random = SeededGenerator(seed: seed)
                answer.send(connection, &random)
            }
            let workplace = try HostileSource.workplace(kind, at: server.url)
            let command = random.one(of: [["list"], ["check"], ["get", "a"], ["history", "--fetches", "1"]])
            do {
                let program = try workplace.start(Workplace.program, command, with: ["TOKEN": "t"])
                let finished = try await program.finished(memory: Self.memoryLimit)
                try finished.expectUsualStatus()
                guard server.requests > 0 else { throw Broken("it never asked: \(finished)") }
                guard server.requests <= 30 else { throw Broken("it asked \(server.requests) times") }
                if let raw = HostileText.raw(in: program.bytes) { throw Broken("it printed \(raw)") }
            } catch {
                throw Broken("\(command) of \(kind), answered with \(answer): \(error)")
            }
        }
    }

    @Test("watch continues within memory, and asks seldom, whatever a stream brings")
    func streams() async throws {
        await Campaign("hostile servers: streams to watch").run(6, atOnce: 6) { random in
            let stream = random.one(of: HostileStream.allCases)
            let server = try HostileServer { line, connection in
                if line.contains(":streamFetch") {
                    stream.send(connection)
                } else {
                    HostileSource.answer(line, connection)
                }
            }
            let workplace = try HostileSource.workplace(.emulator, at: server.url)
            do {
                let program = try workplace.start("watch")
                try await program.waitForOutput("a  ok")
                let clock = ContinuousClock()
                let (start, first) = (clock.now, server.requests)
                try await eventually("the program to be seen") {
                    try program.expectMemory(below: Self.memoryLimit)
                    return clock.now - start > .seconds(2) || program.status != nil
                }
                if let status = program.status { throw Broken("it exited with \(status): \(program.errors)") }
                let (asked, seconds) = (server.requests - first, (clock.now - start) / .seconds(1))
                guard Double(asked) < 20 + 5 * seconds else {
                    throw Broken("it asked \(asked) times in \(seconds) s")
                }
                if let raw = HostileText.raw(in: program.bytes) { throw Broken("it printed \(raw)") }
                program.send(SIGTERM)
                let status = try await program.finished(memory: Self.memoryLimit).status
                guard status == 128 + SIGTERM else { throw Broken("SIGTERM left it with status \(status)") }
            } catch {
                throw Broken("watch, given a stream of \(stream): \(error)")
            }
        }
    }
}
