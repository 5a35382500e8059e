import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Documents of overrides of every shape", .inTurn)
struct OverrideFuzzTests {
    @Test("what is written is read back as the same overrides", arguments: 0..<10 as Range<UInt64>)
    func roundTrips(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<12 {
            let set = Self.randomSet(using: &random)
            let read = try OverrideSet(parsing: set.documentBytes)
            #expect(read == set)
            #expect(read.documentBytes == set.documentBytes)
        }
    }

    @Test(
        "a damaged document is read or refused with a reason, and what is read can be written",
        arguments: 0..<10)
    func survivesMutation(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) &+ FuzzEffort.seed &+ 500)
        var refused = 0
        for _ in 0..<FuzzEffort.rounds(usually: 40, cases: 10) {
            var bytes = Self.randomSet(using: &random).documentBytes
            for _ in 0..<Int.random(in: 1...3, using: &random) { Mutation.apply(to: &bytes, using: &random) }
            do throws(OverrideDocumentProblem) {
                let set = try OverrideSet(parsing: bytes)
                #expect(try OverrideSet(parsing: set.documentBytes) == set)
            } catch {
                refused += 1
                #expect(!error.message.isEmpty)
                #expect(error.line != nil && error.column != nil, "\(error)")
            }
        }
        #expect(refused > 0)
    }

    private static func randomSet(using random: inout SeededGenerator) -> OverrideSet {
        var set = OverrideSet(
            unknownMembers: unknownMembers(besides: ["version", "overrides"], using: &random))
        for _ in 0..<Int.random(in: 0..<6, using: &random) {
            set[RandomJSON.text(using: &random)] = randomOverride(using: &random)
        }
        return set
    }

    private static func randomOverride(using random: inout SeededGenerator) -> Override {
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
        // Times are kept to the millisecond; quarters of a second are exact in binary too.
        let times = (0..<2).map { _ in
            Date(timeIntervalSince1970: Double(Int.random(in: 0...8_000_000_000, using: &random)) / 4)
        }
        return Override(
            value: RandomJSON.text(using: &random), isEnabled: .random(using: &random),
            author: maybe(RandomJSON.text(using: &random)), note: maybe(RandomJSON.text(using: &random)),
            setAt: maybe(times[0]), expiresAt: maybe(times[1]),
            unknownMembers: unknownMembers(
                besides: ["value", "enabled", "author", "note", "setAt", "expiresAt"], using: &random))
    }

    private static func unknownMembers(besides known: [String], using random: inout SeededGenerator)
        -> JSONObject
    {
        var object = RandomJSON.object(depth: 1, using: &random)
        for name in known { object[name] = nil }
        return object
    }
}
