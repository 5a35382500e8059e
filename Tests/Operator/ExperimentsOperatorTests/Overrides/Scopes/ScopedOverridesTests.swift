import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("Overrides of several scopes")
struct ScopedOverridesTests {
    private static let now = SampleShop.start
    private static let phone = OverrideScope.installation(app: "shop", id: "phone")

    private static let document = """
        {"version": 1,
         "overrides": {"a": {"value": "everyone's"}, "b": {"value": "everyone's"}, "c": {"value": "everyone's"}},
         "apps": {"shop": {
           "overrides": {
             "b": {"value": "the shop's", "enabled": true}, "c": {"value": "the shop's", "enabled": true}
           },
           "since": 2,
           "installations": {
             "phone": {"overrides": {"c": {"value": "the phone's", "enabled": true}}, "colour": "red"}
           }
         }},
         "later": true}
        """

    private func read(_ text: String = document) throws -> OverrideSet { try OverrideSet(parsing: Array(text.utf8)) }

    @Test("the override of the narrowest scope counts, and says where it is from")
    func narrowest() throws {
        let scoped = try ScopedOverrides(read())
        let phone = scoped.effective(for: Self.phone, at: Self.now)
        #expect(phone.mapValues(\.override.value) == ["a": "everyone's", "b": "the shop's", "c": "the phone's"])
        #expect(phone.mapValues(\.scope) == ["a": .everyone, "b": .app("shop"), "c": Self.phone])
        let tablet = scoped.effective(for: .installation(app: "shop", id: "tablet"), at: Self.now)
        #expect(tablet["c"]?.override.value == "the shop's")
        #expect(scoped.effective(for: .app("other"), at: Self.now).values.allSatisfy { $0.scope == .everyone })
    }

    @Test("one that is switched off covers wider ones, and one whose time is over does not")
    func covering() {
        var scoped = ScopedOverrides()
        scoped[.everyone]["off"] = Override(value: "wide")
        scoped[.everyone]["over"] = Override(value: "wide")
        scoped[.app("shop")]["off"] = Override(value: "narrow", isEnabled: false)
        scoped[.app("shop")]["over"] = Override(value: "narrow", expiresAt: Self.now)
        let effective = scoped.effective(for: .app("shop"), at: Self.now)
        #expect(effective["off"]?.override.isEnabled == false)
        #expect(effective["over"]?.override.value == "wide")
        #expect(scoped.effective(for: .app("shop"), at: Self.now - 1)["over"]?.override.value == "narrow")
        #expect(scoped.nextExpiry(after: Self.now - 1) == Self.now)
        #expect(scoped.namesEnded(after: Self.now - 1, until: Self.now) == [.app("shop"): ["over"]])
    }

    @Test("what is written is what was read, with members that nobody knows, each at its place")
    func roundTrip() throws {
        let set = try read()
        let written = try ScopedOverrides(set).set
        #expect(written == set)
        #expect(try OverrideSet(parsing: written.documentBytes) == set)
        #expect(written.documentText.contains("\"colour\": \"red\""))
    }

    @Test("the overrides for everyone are where they ever were, and a program that knows no scopes keeps the rest")
    func oldPrograms() throws {
        var set = try read()
        #expect(set.names == ["a", "b", "c"])
        set["a"] = nil
        let scoped = try ScopedOverrides(OverrideSet(parsing: set.documentBytes))
        #expect(scoped[Self.phone]["c"]?.value == "the phone's" && scoped[.everyone]["a"] == nil)
    }

    @Test("an app without overrides leaves nothing behind")
    func empty() throws {
        var scoped = ScopedOverrides()
        scoped[Self.phone]["c"] = Override(value: "x")
        #expect(scoped.set.documentText.contains("\"phone\""))
        scoped[Self.phone]["c"] = nil
        #expect(scoped.set == .empty)
    }

    @Test(
        "overrides for apps that are not as they must be say where, and those for everyone can be read all the same",
        arguments: [
            (#"{"version": 1, "overrides": {}, "apps": []}"#, "apps: expected an object, found []"),
            (#"{"version": 1, "apps": {"shop": 3}}"#, "apps.shop: expected an object, found 3"),
            (#"{"version": 1, "apps": {"shop": {"overrides": {"a": {}}}}}"#, "\"value\" is missing"),
            (
                #"{"version": 1, "apps": {"shop": {"installations": {"p": {"overrides": {"a": {"value": 3}}}}}}}"#,
                "apps.shop.installations.p.overrides"
            ),
        ])
    func malformed(text: String, words: String) throws {
        let set = try read(text)
        let problem = try #require(throws: ScopedOverridesProblem.self) { try ScopedOverrides(set) }
        #expect(problem.message.contains(words))
        let folder = try TemporaryFolder()
        let located = problem.located(in: try folder.write("\n" + text, to: "overrides.json"))
        #expect(located.line == 2 && located.advice?.contains("left as it is") == true)
    }

    @Test("an installation needs its app, and names have some length, but not any")
    func scopes() throws {
        #expect(try OverrideScope(app: "shop", installation: "phone") == Self.phone)
        #expect(try OverrideScope(app: nil, installation: nil) == .everyone)
        #expect(throws: OverrideScopeProblem.self) { try OverrideScope(app: nil, installation: "phone") }
        #expect(throws: OverrideScopeProblem.self) { try OverrideScope(app: "", installation: nil) }
        let long = String(repeating: "x", count: 1 << 20)
        #expect(throws: OverrideScopeProblem.self) { try OverrideScope(app: "shop", installation: long) }
    }

    @Test(
        "layers are merged scope by scope, and a narrow scope of a lower layer counts more than a wide one of a higher")
    func layers() throws {
        let team = OverrideLayer(name: "team", overrides: try read())
        let own = OverrideLayer(
            name: "own",
            overrides: OverrideSet(["b": Override(value: "mine"), "c": Override(value: "mine")]))
        let merged = try ScopedOverrides(merging: [team, own])
        #expect(merged[.everyone]["c"]?.value == "mine" && merged[.everyone]["a"]?.value == "everyone's")
        #expect(merged.effective(for: Self.phone, at: Self.now)["c"]?.value == "the phone's")
    }

    @Test("the layers of random overrides are what comes of asking each scope, the narrowest first", arguments: 0..<60)
    func property(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scoped = RandomScopes.overrides(using: &random)
        for scope in RandomScopes.all {
            let effective = scoped.effective(for: scope, at: Self.now)
            for name in RandomScopes.names {
                let narrowest = scope.reaching.reversed().first {
                    scoped[$0][name].map { !$0.isExpired(at: Self.now) } ?? false
                }
                #expect(effective[name]?.scope == narrowest)
                #expect(effective[name]?.override == narrowest.flatMap { scoped[$0][name] })
            }
            #expect(scoped.effective(for: scoped.view(of: scope), at: Self.now) == effective)
        }
        #expect(try ScopedOverrides(scoped.set) == ScopedOverrides(ScopedOverrides(scoped.set).set))
        let read = try ScopedOverrides(OverrideSet(parsing: scoped.set.documentBytes))
        #expect(read.namesChanged(from: scoped).isEmpty)
    }
}

extension ScopedOverride {
    fileprivate var value: String { override.value }
}

/// Random overrides of a few keys in a few scopes, with names that are hard to write.
enum RandomScopes {
    static let names = ["a", "mail @home", "b @", "c/d", "é\u{1B}[31m"]
    static let all: [OverrideScope] = [
        .everyone, .app("shop"), .app("a b/c@d%20"), .installation(app: "shop", id: "phone"),
        .installation(app: "shop", id: "@/ \u{202E}"), .installation(app: "a b/c@d%20", id: "x"),
    ]

    static func override(using random: inout SeededGenerator) -> Override {
        let end: Date? = random.below(3) == 0 ? SampleShop.start + Double(random.below(5) - 2) * 60 : nil
        return Override(value: "v\(random.below(100))", isEnabled: random.below(4) > 0, expiresAt: end)
    }

    static func overrides(using random: inout SeededGenerator) -> ScopedOverrides {
        var scoped = ScopedOverrides()
        for scope in all where random.below(3) > 0 {
            for name in names where random.below(2) > 0 { scoped[scope][name] = override(using: &random) }
        }
        return scoped
    }
}
