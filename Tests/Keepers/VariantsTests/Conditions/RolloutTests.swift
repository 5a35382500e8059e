import ExperimentsCore
import TestSupport
import Testing

@testable import Variants

@Suite("ROLLOUT", .inTurn)
struct RolloutTests {
    @Test(
        "the hash is XXH64",
        arguments: [
            ("", 0 as UInt64, 0xEF46_DB37_51D8_E999 as UInt64), ("a", 0, 0xD24E_C4F1_A98C_6E5B),
            ("abc", 0, 0x44BC_2CF5_AD77_0999),
            ("Nobody inspects the spammish repetition", 0, 0xFBCE_A83C_8A37_8BF1),
        ])
    func hash(_ text: String, _ seed: UInt64, _ expected: UInt64) {
        #expect(XXHash64.hash(text, seed: seed) == expected)
    }

    private func registry(_ value: String) throws -> VariantRegistry {
        try .condition(#"{"type": "ROLLOUT", "value": \#(value)}"#)
    }

    private func members(_ registry: VariantRegistry, key: String = "user_id", _ users: Range<Int>) throws
        -> Set<Int>
    {
        Set(try users.filter { try registry.bool("f", context: [key: .number(String($0))]) })
    }

    @Test(
        "the buckets are those that the documentation lists",
        arguments: [
            ("user-1", "checkout", 260_125), ("user-2", "checkout", 234_753), ("42", "checkout", 82_585),
            ("42", "search", 729_681), ("", "", 500_636), ("Zoë 🦊", "checkout", 837_112),
            ("a longer identifier, of more than 32 bytes", "checkout", 240_586),
        ])
    func vectors(_ unit: String, _ salt: String, _ bucket: Int) {
        #expect(RolloutBucket(unit: unit, salt: salt).number == bucket)
    }

    @Test("the same user gets the same answer from any registry, as number or as text")
    func sticky() throws {
        let value = #"{"percentage": 50, "salt": "s"}"#
        let first = try members(try registry(value), 0..<500)
        #expect(try first == members(try registry(value), 0..<500))
        let registry = try registry(value)
        for user in 0..<500 {
            #expect(
                try registry.bool("f", context: ["user_id": .string(String(user))]) == first.contains(user))
            #expect(
                try registry.bool("f", context: ["user_id": .number("\(user).0")]) == first.contains(user))
        }
    }

    @Test("a raised percentage only adds users")
    func monotone() throws {
        var random = SeededGenerator(seed: 11)
        for salt in ["a", "b", "c"] {
            var before: Set<Int> = []
            let percentages = (0..<12).map { _ in
                Double(Int.random(in: 0...1_000_000, using: &random)) / 10_000
            }
            for percentage in [0] + percentages.sorted() + [100] {
                let text = #"{"percentage": \#(percentage), "salt": "\#(salt)"}"#
                let now = try members(try registry(text), 0..<2000)
                #expect(now.isSuperset(of: before))
                before = now
            }
            #expect(before.count == 2000)
        }
    }

    @Test("the share is the percentage")
    func share() throws {
        let count = try members(try registry(#"{"percentage": 30, "salt": "s"}"#), 0..<20_000).count
        // Four standard deviations.
        #expect(abs(count - 6000) < 260)
    }

    @Test("different salts divide users independently")
    func independence() throws {
        let users = 0..<20_000
        let salts = try (0..<5).map {
            try members(try registry(#"{"percentage": 50, "salt": "s\#($0)"}"#), users)
        }
        for first in salts.indices {
            for second in salts.indices where second > first {
                let both = salts[first].intersection(salts[second]).count
                #expect(abs(both - 5000) < 250, "\(first) and \(second)")
            }
        }
    }

    @Test("ranges that follow each other with one salt never overlap and leave no gap")
    func exclusive() throws {
        let parts = [(0.0, 33.3), (33.3, 33.3), (66.6, 33.4)]
        let groups = try parts.map { start, percentage in
            try members(
                try registry(#"{"percentage": \#(percentage), "start": \#(start), "salt": "s"}"#), 0..<5000)
        }
        #expect(groups.map(\.count).reduce(0, +) == 5000)
        #expect(groups.reduce(Set()) { $0.union($1) }.count == 5000)
    }

    @Test("without a salt, the variant's id is the salt")
    func defaultSalt() throws {
        #expect(
            try members(try registry(#"{"percentage": 40}"#), 0..<300)
                == members(try registry(#"{"percentage": 40, "salt": "V"}"#), 0..<300))
    }

    @Test("another key identifies the user where it is named")
    func key() throws {
        let registry = try registry(#"{"percentage": 100, "key": "device"}"#)
        #expect(try registry.bool("f", context: ["device": "abc"]))
        #expect(try !registry.bool("f", context: ["user_id": "abc"]))
    }

    @Test(
        "what does not identify a user is not rolled out to",
        arguments: [
            nil, .null, true, [1], .number("1.5"), .number("1e300"),
        ] as [JSONValue?])
    func unidentified(_ value: JSONValue?) throws {
        var context = VariantContext()
        context["user_id"] = value
        #expect(try !registry(#"{"percentage": 100}"#).bool("f", context: context))
    }

    @Test(
        "bad arguments are refused",
        arguments: [
            "25", "[25]", "{}", #"{"percentage": 101}"#, #"{"percentage": -1}"#, #"{"percentage": "10"}"#,
            #"{"percentage": 0.00001}"#, #"{"percentage": 60, "start": 50}"#,
            #"{"percentage": 1, "salt": 3}"#,
            #"{"percentage": 1, "key": null}"#,
        ])
    func refused(_ value: String) {
        let text = String.document(conditions: #"{"type": "ROLLOUT", "value": \#(value)}"#)
        #expect(VariantsDocument(text: text).problems().count == 1)
    }
}
