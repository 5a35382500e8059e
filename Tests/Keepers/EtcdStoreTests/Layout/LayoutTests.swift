import ExperimentsEtcdClient
import TestSupport
import Testing

@testable import ExperimentsEtcdStore

@Suite("The layout of a store", .inTurn)
struct LayoutTests {
    private static let layout = EtcdLayout(project: "shop/eu", environment: "production")

    @Test(
        "each thing has its key",
        arguments: [
            (.value("a/b"), "values/a/b"), (.head, "overrides.head"),
            (.override(.team, "a"), "overrides/team/a"),
            (.override(.app("i/os"), "a/b"), "overrides/app/i%2Fos/a/b"),
            (
                .override(.installation(app: "i/os", id: "7/b"), "a/b"),
                "overrides/installation/i%2Fos/7%2Fb/a/b"
            ),
            (.step(number: 42, change: "c0ffee"), "journal/000000000042.c0ffee"),
            (.profile("night"), "profiles/night"),
            (.persona("a/b"), "personas/a/b"), (.presence("1"), "presence/1"),
            (.publication("c0ffee"), "publications/c0ffee"), (.link("c0ffee"), "links/c0ffee"),
            (.app(server: "7", app: "i/os", installation: "4/f"), "apps/7/i%2Fos/4%2Ff"),
            (.fetch(source: "a/b", version: "v/1"), "history/a%2Fb/v/1"),
        ] as [(EtcdPlace, String)])
    func keys(place: EtcdPlace, path: String) {
        let key = EtcdKey("/experiments/v1/shop%2Feu/production/" + path)
        #expect(Self.layout.key(of: place) == key)
        #expect(Self.layout.place(of: key) == place)
    }

    @Test("what is put somewhere is found there, whatever its name")
    func roundTrips() {
        var random = SeededGenerator(seed: FuzzEffort.seed)
        for _ in 0..<FuzzEffort.rounds(usually: 2000) {
            func name() -> String {
                let text = RandomJSON.text(using: &random)
                return text.isEmpty ? "n" : text
            }
            let scope = [EtcdScope.team, .app(name()), .installation(app: name(), id: name())][
                random.below(3)]
            let place = [
                EtcdPlace.value(name()), .override(scope, name()),
                .step(number: random.below(1 << 40), change: name()),
                .profile(name()), .persona(name()), .presence(name()),
                .fetch(source: name(), version: name()), .head,
                .publication(name()), .link(name()), .app(server: name(), app: name(), installation: name()),
            ][random.below(9)]
            #expect(Self.layout.place(of: Self.layout.key(of: place)) == place, "\(place)")
        }
    }

    @Test("two places never have one key")
    func distinct() {
        let places: [EtcdPlace] = [
            .override(.team, "app/x/a"), .override(.app("x"), "a"), .override(.app("x/a"), "b"),
            .override(.app("x"), "a/b"), .override(.installation(app: "x", id: "a"), "b"), .value("a"),
            .value("a/"),
            .head, .profile("a"),
        ]
        #expect(Set(places.map(Self.layout.key)).count == places.count)
    }

    @Test(
        "keys of others, of later versions and without a name are ignored",
        arguments: [
            "values/", "values", "overrides/team/", "overrides/app/x", "overrides/crew/a", "overrides/app//a",
            "overrides/installation/x/a", "overrides/installation/x//a",
            "overrides/app/%zz/a", "overrides/app/%41/a", "journal/7.a", "journal/x.a",
            "journal/000000000007", "new/a",
            "history/a/", "",
        ])
    func strangers(path: String) {
        #expect(Self.layout.place(of: EtcdKey(Self.layout.root + path)) == nil)
    }

    @Test("keys that are not text or outside the root are ignored")
    func outside() {
        #expect(
            Self.layout.place(of: EtcdKey(Array(Self.layout.root.utf8) + Array("values/".utf8) + [0xFF]))
                == nil)
        #expect(Self.layout.place(of: "/experiments/v2/shop%2Feu/production/values/a") == nil)
        #expect(Self.layout.place(of: "/experiments/v1/shop%2Feu/production2/values/a") == nil)
    }

    @Test("one range has the head and all overrides, and nothing else")
    func overrides() {
        let range = Self.layout.overrides
        let inside: [EtcdPlace] = [.head, .override(.team, "a"), .override(.app("x"), "a")]
        let outside: [EtcdPlace] = [
            .value("a"), .profile("a"), .presence("a"), .step(number: 1, change: "a"),
        ]
        #expect(inside.allSatisfy { range.contains(Self.layout.key(of: $0)) })
        #expect(outside.allSatisfy { !range.contains(Self.layout.key(of: $0)) })
        #expect(!Self.layout.values.contains(Self.layout.document))
        #expect(Self.layout.everything.contains(Self.layout.document))
    }

    @Test("the steps before one are all with lower numbers, and nothing else")
    func earlierSteps() throws {
        let range = try #require(Self.layout.journal(before: 10))
        func holds(_ place: EtcdPlace) -> Bool { range.contains(Self.layout.key(of: place)) }
        #expect(holds(.step(number: 9, change: "f")) && holds(.step(number: 0, change: "f")))
        #expect(
            !holds(.step(number: 10, change: "0")) && !holds(.step(number: 100, change: "0"))
                && !holds(.profile("a")))
        #expect(Self.layout.journal(before: 0) == nil)
    }

    @Test("what a later version of the layout keeps is not taken for one's own, and is noticed")
    func later() {
        let key: EtcdKey = "/experiments/v2/shop%2Feu/production/overrides/team/a"
        #expect(Self.layout.later.contains(key) && Self.layout.place(of: key) == nil)
        #expect(!Self.layout.later.contains(Self.layout.key(of: .head)))
        #expect(!Self.layout.later.contains("/experiments/v2/shop%2Feu/production2/overrides/team/a"))
    }

    @Test("steps are in the order of their numbers")
    func order() {
        let numbers = [1, 9, 10, 99, 100_000, 999_999_999_999]
        let keys = numbers.map { Self.layout.key(of: .step(number: $0, change: "f")) }
        #expect(keys == keys.sorted())
    }
}
