import ExperimentsCore
import Foundation

/// A catalog and what a source holds for it, of any size and the same each time: mostly fine, one in fifty missing,
/// one in fifty incorrect, one in a hundred overridden, one in a hundred undeclared.
struct SampleCatalogue {
    let keys: [CatalogKey]
    let snapshot: Snapshot
    let overrides: OverrideSet

    init(count: Int) {
        var keys: [CatalogKey] = []
        var texts: [String: String] = [:]
        var overrides = OverrideSet()
        keys.reserveCapacity(count)
        for index in 0..<count {
            let name = "feature_area_\(index % 40)_setting_\(index)"
            let (schema, text) = Self.sample(index)
            keys.append(CatalogKey(name: name, schema: schema))
            switch index % 100 {
            case 10, 60: break
            case 20, 70:
                texts[name] =
                    schema.kind == .string && schema.cases.isEmpty ? text : "not a value of this key"
            default: texts[name] = text
            }
            if index % 100 == 30 { overrides[name] = Override(value: text, author: "benchmark") }
            if index % 100 == 40 { texts["undeclared_\(index)"] = text }
        }
        self.keys = keys
        self.overrides = overrides
        snapshot = Snapshot(texts: texts, version: "1", fetchedAt: Date(timeIntervalSince1970: 1_767_225_600))
    }

    /// Another snapshot with one value in twenty changed.
    var nextSnapshot: Snapshot {
        var entries = snapshot.entries
        for (index, name) in snapshot.entries.keys.sorted().enumerated() where index % 20 == 0 {
            entries[name] = Snapshot.Entry(text: "changed \(index)")
        }
        return Snapshot(entries: entries, version: "2", fetchedAt: Date(timeIntervalSince1970: 1_767_225_660))
    }

    private static func sample(_ index: Int) -> (ValueSchema, String) {
        switch index % 5 {
        case 0: (ValueSchema(kind: .bool, defaultText: "false"), index % 2 == 0 ? "true" : "false")
        case 1: (ValueSchema(kind: .string, cases: ["control", "variant_a", "variant_b"]), "variant_a")
        case 2: (ValueSchema(kind: .int, range: 0...1_000_000, defaultText: "1"), String(index))
        case 3: (ValueSchema(kind: .json), "{\"enabled\": true, \"ratio\": 0.25, \"names\": [\"a\", \"b\"]}")
        default:
            (
                ValueSchema(kind: .string, defaultText: "hello"),
                "A sentence of the length that texts often have."
            )
        }
    }
}
