import ExperimentEvents
import Foundation
import MemoryEvents
import TestSupport
import Testing

@Suite("Splits of a source", .inTurn) struct SourceSplitTests {
    private let store = ShopEvents.store()

    /// So many of a hundred users get `a`, from so many hours after noon.
    private func split(_ percent: Double, _ hours: Double, _ source: String = "live") -> SourceSplit {
        SourceSplit(
            from: ShopEvents.noon + hours * ShopEvents.hour, source: source,
            arms: [
                .init(name: nil, value: "a", share: percent / 100),
                .init(name: "b", value: "b", share: 1 - percent / 100),
            ])
    }

    private var users: [Int: Int] {
        (store.totals(of: "paywall")?.users ?? [:]).reduce(into: [:]) {
            $0[$1.key.phase, default: 0] += $1.value.count
        }
    }

    @Test("users are counted with the split at the time of their exposure, in any order of arrival")
    func phases()
        throws
    {
        try store.keep(["paywall": split(50, 0)])
        try store.store([ShopEvents.exposure("ann", "a", 1), ShopEvents.exposure("ida", "b", 60)])
        try store.keep(["paywall": split(90, 48)])
        try store.store([ShopEvents.exposure("bob", "a", 62), ShopEvents.exposure("eve", "b", 2)])
        #expect(users == [0: 2, 1: 2])
        #expect(store.splits(of: "paywall").map { $0.arms[0].share } == [0.5, 0.9])
    }

    @Test("who came before the first split was seen counts with it") func before() throws {
        try store.store([ShopEvents.exposure("ann", "a", -100)])
        try store.keep(["paywall": split(50, 0)])
        #expect(users == [0: 1])
    }

    @Test("the same split, one of another source and one of an earlier time are not kept")
    func nothingNew() throws {
        try store.keep(["paywall": split(50, 0)])
        for other in [split(50, 10), split(80, 10, "staging"), split(80, -1)] {
            try store.keep(["paywall": other])
        }
        #expect(store.splits(of: "paywall") == [split(50, 0)])
    }

    @Test("an experiment that is not declared has none") func undeclared() throws {
        try store.keep(["colours": split(50, 0)])
        #expect(store.splits(of: "colours").isEmpty && store.totals().isEmpty)
    }

    @Test("they outlive what a project declares again, and its own phases go before them") func declared()
        throws
    {
        try store.keep(["paywall": split(50, 0)])
        try store.keep(["paywall": split(90, 48)])
        try store.store([ShopEvents.exposure("ann", "a", 1), ShopEvents.exposure("bob", "a", 62)])
        try store.adopt(EventDefinitions(experiments: [ShopEvents.paywall]))
        #expect(store.splits(of: "paywall").count == 2 && users == [0: 1, 1: 1])
        var phased = ShopEvents.paywall
        phased.laterPhases = [ShopEvents.noon + 80 * ShopEvents.hour]
        try store.adopt(EventDefinitions(experiments: [phased]))
        #expect(users == [0: 2])
    }

    @Test("definitions that were kept before there were splits are read") func older() throws {
        let text =
            #"{"experiments": [{"name": "paywall", "groups": ["a"], "laterPhases": []}], "metrics": []}"#
        let read = try JSONDecoder().decode(EventDefinitions.self, from: Data(text.utf8))
        #expect(read.experiments == [ExperimentDefinition("paywall", groups: ["a"])])
    }
}
