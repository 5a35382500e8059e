import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation
import TestSupport
import Testing

@Suite("The state of a linked app's overrides", .inTurn)
struct LinkedStateTests {
    @Test("is a document of overrides with a revision and scopes")
    func spelling() throws {
        let state = try RandomStates.state(
            1, ["trial_days": LinkedOverride(Override(value: "30", author: "ann"), scope: .app)])
        #expect(
            String(decoding: state.bytes, as: UTF8.self)
                == #"{"version":1,"overrides":{"trial_days":{"value":"30","enabled":true,"author":"ann","#
                + #""scope":"app"}},"revision":"k3x9.1"}"#)
    }

    @Test("is read back as it was written", arguments: 0..<20 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let state = try RandomStates.state(Int(seed), RandomStates.overrides(using: &random))
        #expect(try LinkedState(parsing: state.bytes) == state)
    }

    @Test("ignores what only newer versions know, and keeps what they say of an override")
    func unknownMembers() throws {
        let text = """
            {"version": 1, "revision": "a.1", "weather": 3,
             "overrides": {"k": {"value": "x", "scope": "planet", "colour": "red"}}}
            """
        let state = try LinkedState(parsing: Array(text.utf8))
        #expect(state.overrides["k"]?.scope == .everyone)
        #expect(state.overrides["k"]?.override.unknownMembers["colour"] == "red")
        #expect(state.overrideSet["k"]?.value == "x")
    }

    @Test(
        "says what is wrong with it",
        arguments: [
            (#"{"version": 2, "revision": "a.1"}"#, "its version is 2, and this program reads up to 1"),
            (#"{"version": 1}"#, #"revision: expected a revision such as "k3x9.17", found nothing"#),
            (#"{"version": 1, "revision": "a.01"}"#, "revision: expected a revision"),
            (#"{"version": 1, "revision": "a b.1"}"#, "revision: expected a revision"),
            (
                #"{"version": 1, "revision": "a.1", "overrides": {"k": {"value": 3}}}"#,
                "overrides.k.value: expected"
            ),
            (#"{"version": 1, "revision": "#, "not JSON"), ("[]", "expected an object"),
        ])
    func faults(text: String, words: String) throws {
        let problem = try #require(throws: LinkProblem.self) { try LinkedState(parsing: Array(text.utf8)) }
        #expect(problem.message.contains(words), "\(problem)")
    }

    @Test("becomes the next by the changes between them, and only then", arguments: 0..<40 as Range<UInt64>)
    func changes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let old = try RandomStates.state(1, RandomStates.overrides(using: &random))
        let new = try RandomStates.state(2, RandomStates.overrides(using: &random))
        let changes = try LinkedChanges(parsing: LinkedChanges(from: old, to: new).bytes)
        var state = old
        let isFirst = state.apply(changes)
        #expect(isFirst && state == new)
        let isSecond = state.apply(changes)
        #expect(!isSecond && state == new)
        var other = LinkedState(revision: try #require(LinkRevision(origin: "other", number: 1)))
        let isOther = other.apply(changes)
        #expect(!isOther)
    }

    @Test("changes lead between states that are named by what they hold, back and forth")
    func namedByContent() throws {
        let (one, two) = (LinkRevision(contentOf: "1f"), LinkRevision(contentOf: "2e"))
        for (since, revision) in [(one, two), (two, one)] {
            let old = LinkedState(revision: since)
            let changes = try LinkedChanges(
                parsing: LinkedChanges(from: old, to: LinkedState(revision: revision)).bytes)
            var state = old
            let applies = state.apply(changes)
            #expect(applies && state.revision == revision)
        }
    }

    @Test(
        "is not changed by what cannot be",
        arguments: [
            (#"{"version": 1, "since": "a.2", "revision": "a.1"}"#, "a.1 does not come after a.2"),
            (#"{"version": 1, "since": "a.2", "revision": "b.3"}"#, "b.3 does not come after a.2"),
            (#"{"version": 1, "since": "a.0", "revision": "b.3"}"#, "b.3 does not come after a.0"),
            (#"{"version": 1, "since": "a.2", "revision": "a.3", "removed": [1]}"#, "removed: expected"),
            (#"{"version": 1, "revision": "a.3"}"#, "since: expected"),
        ])
    func wrongChanges(text: String, words: String) throws {
        let problem = try #require(throws: LinkProblem.self) { try LinkedChanges(parsing: Array(text.utf8)) }
        #expect(problem.message.contains(words), "\(problem)")
    }
}

/// Random states of overrides.
enum RandomStates {
    static func state(_ number: Int, _ overrides: [String: LinkedOverride]) throws -> LinkedState {
        LinkedState(
            revision: try #require(LinkRevision(origin: "k3x9", number: number)), overrides: overrides)
    }

    static func overrides(using random: inout SeededGenerator) -> [String: LinkedOverride] {
        var overrides: [String: LinkedOverride] = [:]
        for _ in 0..<random.below(8) {
            let override = Override(
                value: RandomJSON.text(using: &random), isEnabled: random.below(2) == 0,
                author: random.below(2) == 0 ? nil : RandomJSON.text(using: &random),
                setAt: random.below(2) == 0
                    ? nil : Date(timeIntervalSince1970: Double(random.below(2_000_000_000))))
            overrides["key_\(random.below(12))"] = LinkedOverride(
                override, scope: LinkedScope.allCases[random.below(3)])
        }
        return overrides
    }
}
