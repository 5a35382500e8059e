import ExperimentsCore
import Foundation

/// A small shop's keys, one of each kind and status, at a fixed time.
public enum SampleShop {
    public static let start = Date(timeIntervalSince1970: 1_772_355_600)  // 2026-03-01T09:00:00Z

    public static let keys = [
        CatalogKey(
            name: "paywall_type", title: "Paywall", group: "Monetization",
            summary: "Which paywall a visitor meets",
            schema: ValueSchema(
                kind: .string, cases: ["a", "b", "c"], defaultText: "a", understandsBaseline: true)),
        CatalogKey(
            name: "free_shipping_enabled", group: "Checkout",
            schema: ValueSchema(kind: .bool, defaultText: "false")),
        CatalogKey(
            name: "checkout_button_color", group: "Checkout",
            schema: ValueSchema(kind: .string, defaultText: "green")),
        CatalogKey(name: "max_items", schema: ValueSchema(kind: .int, range: 1...10, defaultText: "5")),
        CatalogKey(name: "price_factor", schema: ValueSchema(kind: .double, defaultText: "1")),
        CatalogKey(
            name: "login_screen", schema: ValueSchema(kind: .json, defaultText: #"{"label":"Hello"}"#)),
        CatalogKey(
            name: "new_search_enabled", group: "Search", schema: ValueSchema(kind: .bool, defaultText: "true")
        ),
    ]

    public static let entries: [String: Snapshot.Entry] = [
        "paywall_type": Snapshot.Entry(text: "b_baseline"),
        "free_shipping_enabled": Snapshot.Entry(text: "maybe"),
        "max_items": Snapshot.Entry(text: "7"),
        "price_factor": Snapshot.Entry(text: "0.95"),
        "login_screen": Snapshot.Entry(text: #"{"label": {"text": "Hi", }}"#),
        "new_search_enabled": Snapshot.Entry(text: nil),
        "greeting_日本": Snapshot.Entry(text: "こんにちは\u{1B}[31m"),
    ]

    public static let snapshot = Snapshot(
        entries: entries, version: "12", etag: nil, fetchedAt: start,
        experiments: [
            ExperimentAssignment(
                id: "_exp_7", variant: "variant_b", keys: ["paywall_type"], startedAt: start - 86400)
        ])

    public static let overrides = OverrideSet([
        "max_items": Override(
            value: "9", author: "ana", note: "QA of long carts", setAt: start - 600, expiresAt: start + 7200),
        "price_factor": Override(value: "0.95", isEnabled: true, author: "ben", setAt: start - 60),
        "retired_key": Override(value: "x", isEnabled: false, author: "ana"),
    ])
}
