import ExperimentsCore
import ExperimentsProject
import TestSupport
import Testing

@Suite("Drafting a key from the values seen", .inTurn)
struct KeyDraftTests {
    private func schema(_ text: String?, _ alternatives: [String] = [], name: String = "key") -> ValueSchema {
        KeyDraft(name, text: text, alternatives: alternatives).schema
    }

    @Test("a value gives its type and the default")
    func single() {
        #expect(schema("true") == ValueSchema(kind: .bool, defaultText: "true"))
        #expect(schema("5019") == ValueSchema(kind: .int, defaultText: "5019"))
        #expect(schema("007") == ValueSchema(kind: .string, defaultText: "007"))
        #expect(schema(nil) == ValueSchema(kind: .string))
    }

    @Test("several values give a type that takes them all")
    func several() {
        #expect(schema("1", ["2.5"]).kind == .double)
        #expect(schema("1", ["two words"]).kind == .string)
        #expect(schema("true", ["false"]) == ValueSchema(kind: .bool, defaultText: "true"))
        #expect(schema("{}", ["[1]"]).kind == .json)
    }

    @Test("a few words are the cases, each once")
    func cases() {
        #expect(schema("annual", ["monthly", "annual"]).cases == ["annual", "monthly"])
        #expect(schema("annual").cases == [])
        #expect(schema("Buy now", ["Buy later"]).cases == [])
        #expect(schema("1.2.3", ["1.2.4"]).cases == [])
        #expect(schema("a", (1...9).map { "word\($0)" }).cases == [])
    }

    @Test("a suffix of baselines is understood, and is not part of cases and default")
    func baselines() {
        let expected = ValueSchema(
            kind: .string, cases: ["a", "b"], defaultText: "a", understandsBaseline: true)
        #expect(schema("a_baseline", ["b"]) == expected)
        #expect(schema("true_baseline", ["false"]).kind == .bool)
        #expect(schema("_baseline").understandsBaseline == false)
        #expect(schema("5_baseline") == ValueSchema(kind: .string, defaultText: "5_baseline"))
    }

    @Test("neither a long text nor what may be a secret is copied")
    func withheld() {
        #expect(schema(String(repeating: "x", count: 1_000)).defaultText != nil)
        #expect(schema(String(repeating: "x", count: 1_001)).defaultText == nil)
        #expect(schema("AIzaSyXXXX").defaultText == nil)
        #expect(schema("hunter2", name: "db_password").defaultText == nil)
        #expect(schema("3", name: "token_count").defaultText == "3")
    }

    @Test("names that share their first word are a group")
    func groups() {
        let groups = PrefixGroups([
            "checkout_title", "checkout_steps", "paywallType", "paywallPrice", "alone_key", "x",
        ])
        #expect(groups.group(of: "checkout_title") == "Checkout")
        #expect(groups.group(of: "paywallType") == "Paywall")
        #expect(groups.group(of: "alone_key") == nil)
        #expect(groups.group(of: "x") == nil)
    }

    @Test("a word that all names begin with makes no group")
    func commonWord() {
        let groups = PrefixGroups(["app.cart.a", "app.cart.b", "app.pay.a"])
        #expect(groups.group(of: "app.cart.a") == "Cart")
        #expect(groups.group(of: "app.pay.a") == nil)
        #expect(PrefixGroups(["app_a", "app_b"]).group(of: "app_a") == nil)
    }

    @Test("a name that the project is to get follows the group of its neighbours")
    func neighbours() {
        let declared = [
            CatalogKey(name: "checkout_title", group: "Shop", schema: ValueSchema(kind: .string)),
            CatalogKey(name: "mixed_a", group: "A", schema: ValueSchema(kind: .string)),
            CatalogKey(name: "mixed_b", group: "B", schema: ValueSchema(kind: .string)),
        ]
        let snapshot = Snapshot(
            texts: ["checkout_steps": "3", "mixed_c": "x", "new_a": "true"], fetchedAt: nil)
        let overrides = OverrideSet(["only_here": Override(value: "7")])
        let draft = DeclarationDraft(declared: declared, snapshot: snapshot, overrides: overrides)
        let keys = draft.keys(["checkout_steps", "mixed_c", "new_a", "only_here"])
        #expect(keys.map(\.group) == ["Shop", nil, nil, nil])
        #expect(keys.map(\.schema.kind) == [.int, .string, .bool, .int])
        #expect(keys.map(\.schema.defaultText) == ["3", "x", "true", nil])
    }

    @Test(
        "the kind that a source states is taken, unless a value is of another",
        arguments: [
            (ValueKind.string, ["5"], ValueKind.string), (.string, ["true", "false"], .string),
            (.double, ["5"], .int),
            (.double, ["5", "2.5"], .double), (.double, [], .double), (.bool, [], .bool),
            (.json, ["[]"], .json),
            (.json, ["5"], .json), (.bool, ["maybe"], .string), (.double, ["x"], .string),
        ])
    func statedKind(_ stated: ValueKind, _ texts: [String], _ kind: ValueKind) {
        let draft = KeyDraft("k", text: texts.first, alternatives: Array(texts.dropFirst()), stated: stated)
        #expect(draft.schema.kind == kind)
    }
}
