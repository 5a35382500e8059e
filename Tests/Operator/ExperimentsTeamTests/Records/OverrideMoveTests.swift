import ExperimentsCore
import ExperimentsOperator
import TestSupport
import Testing

@testable import ExperimentsTeam

@Suite("Taking overrides from one place to another", .inTurn)
struct OverrideMoveTests {
    private static let phone = OverrideScope.installation(app: "shop", id: "7")

    private func scoped(_ values: [OverrideScope: [String: Override]]) -> OverrideSet {
        var set = OverrideSet.empty
        for (scope, overrides) in values { set[scope].entries = overrides }
        return set
    }

    @Test("what differs is taken, of every scope, with every member")
    func members() throws {
        var odd = Override(value: "1", isEnabled: false, author: "ann", note: "why")
        odd.unknownMembers = JSONObject(distinct: [.init(name: "colour", value: "blue")])
        let source = scoped([
            .everyone: ["a": odd, "same": Override(value: "x")], Self.phone: ["a": Override(value: "2")],
        ])
        var target = scoped([.everyone: ["same": Override(value: "x"), "theirs": Override(value: "y")]])
        let move = OverrideMove(from: source, to: target)
        #expect(move.changes.map(\.name) == ["a", "a @shop/7"])
        try move.apply(to: &target)
        #expect(target["a"] == odd && target[Self.phone]["a"]?.value == "2")
        #expect(target["theirs"]?.value == "y")
        #expect(OverrideMove(from: source, to: target).isEmpty)
    }

    @Test("only what is named is taken, and only pruning removes")
    func selection() throws {
        let source = scoped([.everyone: ["a": Override(value: "1"), "b": Override(value: "2")]])
        let target = scoped([.everyone: ["c": Override(value: "3")]])
        #expect(OverrideMove(from: source, to: target, names: ["a"]).changes.map(\.name) == ["a"])
        let pruning = OverrideMove(from: source, to: target, prunes: true)
        #expect(pruning.changes.map(\.word) == ["added", "added", "removed"])
        var result = target
        try pruning.apply(to: &result)
        #expect(result == source)
    }

    @Test("what someone changed in the meantime is not overwritten")
    func changedMeanwhile() {
        let source = scoped([.everyone: ["a": Override(value: "1")]])
        var target = scoped([.everyone: ["a": Override(value: "2")]])
        let move = OverrideMove(from: source, to: target)
        target["a"] = Override(value: "3")
        #expect(throws: MessageError.self) { try move.apply(to: &target) }
        #expect(target["a"]?.value == "3")
    }

    @Test("there and back nothing is lost, whatever there is")
    func roundTrips() throws {
        var random = SeededGenerator(seed: FuzzEffort.seed)
        for _ in 0..<FuzzEffort.rounds(usually: 200) {
            func overrides() -> OverrideSet {
                var values: [OverrideScope: [String: Override]] = [:]
                for scope in [OverrideScope.everyone, .app("shop"), Self.phone] {
                    for _ in 0..<random.below(4) {
                        let name = RandomJSON.text(using: &random)
                        guard !name.isEmpty else { continue }
                        values[scope, default: [:]][name] = Override(
                            value: RandomJSON.text(using: &random), isEnabled: random.below(2) == 0)
                    }
                }
                return scoped(values)
            }
            let (source, target) = (overrides(), overrides())
            var result = target
            for part in OverrideMove(from: source, to: target, prunes: true).parts {
                try part.apply(to: &result)
            }
            #expect(result.scopedNamesChanged(from: source).isEmpty)
        }
    }

    @Test("a large move comes in parts that a transaction takes")
    func parts() {
        let many = Dictionary(uniqueKeysWithValues: (0..<300).map { ("k\($0)", Override(value: "1")) })
        let move = OverrideMove(from: OverrideSet(many), to: .empty)
        #expect(move.parts.map(\.changes.count) == [125, 125, 50])
    }
}
