import Foundation
import TestSupport
import Testing

@testable import ExperimentsSupport

@Suite("JSON of every shape", .inTurn)
struct JSONFuzzTests {
    @Test("what is written is read back as the same value", arguments: 0..<8 as Range<UInt64>)
    func roundTrips(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let value = RandomJSON.value(using: &random)
            #expect(try JSONValue(parsing: value.compactText) == value)
            #expect(try JSONValue(parsing: value.prettyText) == value)
        }
    }

    @Test("what is written is JSON to others too", arguments: 100..<104 as Range<UInt64>)
    func isUnderstoodByFoundation(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let value = RandomJSON.value(using: &random)
            #expect(throws: Never.self) {
                try JSONSerialization.jsonObject(with: Data(value.prettyBytes), options: .fragmentsAllowed)
            }
        }
    }

    @Test(
        "a damaged text is read or refused with a place in it, and never more than others read",
        arguments: 0..<12)
    func survivesMutation(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) &+ FuzzEffort.seed)
        for _ in 0..<FuzzEffort.rounds(usually: 80, cases: 12) {
            var bytes = RandomJSON.value(using: &random).compactBytes
            for _ in 0..<Int.random(in: 1...4, using: &random) { Mutation.apply(to: &bytes, using: &random) }
            do throws(JSONProblem) {
                let value = try JSONValue(parsing: bytes)
                #expect(try JSONValue(parsing: value.compactBytes) == value)
                #expect(isReadByFoundation(bytes), "\(String(decoding: bytes, as: UTF8.self))")
            } catch {
                #expect((0...bytes.count).contains(error.offset))
                #expect(error.line >= 1 && error.column >= 1)
            }
        }
    }

    /// Foundation refuses numbers beyond the range of a double, which this parser keeps as they are.
    private func isReadByFoundation(_ bytes: [UInt8]) -> Bool {
        do {
            _ = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            return true
        } catch {
            return String(describing: error).contains("not representable")
        }
    }
}
