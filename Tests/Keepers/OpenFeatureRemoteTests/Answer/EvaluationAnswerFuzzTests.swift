import ExperimentsCore
import TestSupport
import Testing

@testable import OpenFeatureRemote

@Suite("Damaged answers to an evaluation", .inTurn)
struct EvaluationAnswerFuzzTests {
    static let bodies = [Answers.flagd, Answers.goFeatureFlag, Answers.flipt].map { Array($0.utf8) }

    @Test("an answer cut at any byte is an error, never half a set", arguments: bodies)
    func cut(body: [UInt8]) throws {
        let server = try server()
        for length in 0..<body.count {
            #expect(throws: MessageError.self, "cut after \(length) bytes") {
                try EvaluationAnswer(parsing: Array(body.prefix(length)), from: server)
            }
        }
        #expect(throws: Never.self) { try EvaluationAnswer(parsing: body, from: server) }
    }

    @Test("a damaged answer is read or refused, nothing else")
    func mutations() throws {
        let server = try server()
        var random = SeededGenerator(seed: 15 &+ FuzzEffort.seed)
        for _ in 0..<FuzzEffort.rounds(usually: 3000) {
            var body = Self.bodies[random.below(Self.bodies.count)]
            for _ in 0...random.below(4) { Mutation.apply(to: &body, using: &random) }
            guard let answer = try? EvaluationAnswer(parsing: body, from: server) else { continue }
            #expect(answer.notes.count <= EvaluationAnswer.mostNotes + 1)
        }
    }

    @Test("every value that is sent comes out as its own text")
    func values() throws {
        let server = try server()
        var random = SeededGenerator(seed: 16 &+ FuzzEffort.seed)
        for _ in 0..<FuzzEffort.rounds(usually: 500) {
            let value = RandomJSON.value(using: &random)
            let body = #"{"flags": [{"key": "a", "value": \#(value.compactText)}]}"#
            let answer = try EvaluationAnswer(parsing: Array(body.utf8), from: server)
            #expect(answer.entries["a"] == Snapshot.Entry(text: value.valueText), "\(body)")
        }
    }
}
