import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore

@Suite("Overrides of several scopes", .inTurn)
struct OverrideScopeTests {
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

    private func read(_ text: String = document) throws -> OverrideSet {
        try OverrideSet(parsing: Array(text.utf8))
    }

    @Test("the override of the narrowest scope counts, and says where it is from")
    func narrowest() throws {
        let scoped = try read()
        let phone = scoped.effective(for: Self.phone, at: Self.now)
        #expect(
            phone.mapValues(\.override.value) == ["a": "everyone's", "b": "the shop's", "c": "the phone's"])
        #expect(phone.mapValues(\.scope) == ["a": .everyone, "b": .app("shop"), "c": Self.phone])
        let tablet = scoped.effective(for: .installation(app: "shop", id: "tablet"), at: Self.now)
        #expect(tablet["c"]?.override.value == "the shop's")
        #expect(
            scoped.effective(for: .app("other"), at: Self.now).values.allSatisfy { $0.scope == .everyone })
    }

    @Test("one that is turned off covers wider ones, and one whose time is over does not")
    func covering() {
        var scoped = OverrideSet.empty
        scoped[.everyone]["off"] = Override(value: "wide")
        scoped[.everyone]["over"] = Override(value: "wide")
        scoped[.app("shop")]["off"] = Override(value: "narrow", isEnabled: false)
        scoped[.app("shop")]["over"] = Override(value: "narrow", expiresAt: Self.now)
        let effective = scoped.effective(for: .app("shop"), at: Self.now)
        #expect(effective["off"]?.override.isEnabled == false)
        #expect(effective["over"]?.override.value == "wide")
        #expect(scoped.effective(for: .app("shop"), at: Self.now - 1)["over"]?.override.value == "narrow")
        #expect(scoped.nextEnd(after: Self.now - 1) == Self.now)
        #expect(scoped.namesEnded(after: Self.now - 1, until: Self.now) == [.app("shop"): ["over"]])
    }

    @Test("what is written is what was read, with members that no one knows, each at its place")
    func roundTrip() throws {
        let set = try read()
        #expect(try OverrideSet(parsing: set.documentBytes) == set)
        #expect(set.documentText.contains("\"colour\": \"red\""))
    }

    @Test(
        "a file of an earlier version is written byte for byte as it was, whatever stands beside the member for apps"
    )
    func earlierFile() throws {
        let text = """
            {
              "version": 1,
              "overrides": {
                "a": {
                  "value": "1",
                  "enabled": true
                }
              },
              "before": [],
              "apps": {
                "kiosk": {
                  "installations": {
                    "hall-3": {
                      "overrides": {
                        "a": {
                          "value": "3",
                          "enabled": false,
                          "author": "ann",
                          "setAt": "2026-03-01T09:30:00Z",
                          "mood": 1
                        }
                      }
                    }
                  }
                },
                "shop": {
                  "overrides": {
                    "a": {
                      "value": "2",
                      "enabled": true
                    }
                  },
                  "since": 2,
                  "installations": {
                    "phone": {
                      "colour": "red"
                    }
                  }
                }
              },
              "later": true
            }

            """
        var set = try read(text)
        #expect(set.documentText == text && set.appsProblem == nil)
        let kept = set[.app("shop")]
        set[.app("shop")]["a"] = nil
        set["a"] = nil
        set["a"] = Override(value: "1")
        #expect(set.documentText != text)
        set[.app("shop")] = kept
        #expect(set.documentText == text)
    }

    @Test("the overrides for everyone are where they ever were, and a change of them keeps the rest")
    func oldPrograms() throws {
        var set = try read()
        #expect(set.names == ["a", "b", "c"])
        set["a"] = nil
        let again = try OverrideSet(parsing: set.documentBytes)
        #expect(again[Self.phone]["c"]?.value == "the phone's" && again["a"] == nil)
    }

    @Test("an app without overrides leaves nothing behind")
    func empty() throws {
        var scoped = OverrideSet.empty
        scoped[Self.phone]["c"] = Override(value: "x")
        #expect(scoped.documentText.contains("\"phone\""))
        scoped[Self.phone]["c"] = nil
        #expect(scoped == .empty)
    }

    @Test(
        "overrides for apps that are not as they must be say where, and those for everyone can be read still",
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
        var set = try read("\n" + text)
        let problem = try #require(throws: OverrideDocumentProblem.self) { try set.checkReadable(Self.phone) }
        #expect(problem.message.contains(words) && problem.line == 2, "\(problem)")
        #expect(problem.advice?.contains("it was not changed") == true)
        try set.checkReadable(.everyone)
        let before = set
        set[.app("shop")]["b"] = Override(value: "x")
        #expect(set == before && set.keepingApps(of: .empty).scopes == [])
        #expect(
            try JSONValue(parsing: set.documentBytes).object?["apps"]
                == JSONValue(parsing: text).object?["apps"])
    }

    @Test("an installation needs its app, and names have some length, but not any")
    func scopes() throws {
        #expect(try OverrideScope(app: "shop", installation: "phone") == Self.phone)
        #expect(try OverrideScope(app: nil, installation: nil) == .everyone)
        #expect(throws: MessageError.self) { try OverrideScope(app: nil, installation: "phone") }
        #expect(throws: MessageError.self) { try OverrideScope(app: "", installation: nil) }
        let long = String(repeating: "x", count: 1 << 20)
        #expect(throws: MessageError.self) { try OverrideScope(app: "shop", installation: long) }
    }

    @Test(
        "names with spaces around them or control characters are refused",
        arguments: [" ", "shop ", "\tshop", "a\nb"])
    func plainNames(name: String) throws {
        #expect(throws: MessageError.self) { try OverrideScope(app: name, installation: nil) }
        #expect(throws: MessageError.self) { try OverrideScope(app: "shop", installation: name) }
        #expect(try OverrideScope(app: "My Shop", installation: nil) == .app("My Shop"))
    }

    @Test(
        "layers are merged scope by scope, and a narrow scope of a lower layer counts more than a wide one of a higher"
    )
    func layers() throws {
        let team = OverrideLayer(name: "team", overrides: try read())
        let own = OverrideLayer(
            name: "own",
            overrides: OverrideSet(["b": Override(value: "mine"), "c": Override(value: "mine")]))
        let merged = OverrideSet(merging: [team, own])
        #expect(merged[.everyone]["c"]?.value == "mine" && merged[.everyone]["a"]?.value == "everyone's")
        #expect(merged.effective(for: Self.phone, at: Self.now)["c"]?.value == "the phone's")
    }

    @Test(
        "the layers of random overrides are what comes of asking each scope, the narrowest first",
        arguments: 0..<60)
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
        #expect(try OverrideSet(parsing: scoped.documentBytes) == scoped)
    }
}

extension ScopedOverride {
    fileprivate var value: String { override.value }
}
