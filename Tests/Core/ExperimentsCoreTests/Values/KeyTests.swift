import ExperimentsCore
import TestSupport
import Testing

@Suite("Keys", .inTurn)
struct KeyTests {
    enum Key: String, CaseIterable, TitledRemoteKey {
        case paywall = "paywall_type"
        case retries

        var title: String { self == .paywall ? "Paywall" : "Retries" }

        var valueType: any RemoteValue.Type {
            switch self {
            case .paywall: Paywall.self
            case .retries: RetryCount.self
            }
        }
    }

    @Test("an enum's raw value is its name, and its value type decides what it accepts")
    func typedKey() {
        #expect(Key.paywall.name == "paywall_type")
        #expect(Key.paywall.schema == Paywall.schema)
        #expect(throws: Never.self) { try Key.retries.check("10") }
        #expect(throws: IncorrectValue.self) { try Key.retries.check("11") }
    }

    @Test("a projected key keeps title, schema and the judgement of its value type")
    func projectedKey() {
        let key = CatalogKey(Key.retries)
        #expect(key.name == "retries")
        #expect(key.title == "Retries")
        #expect(key.schema == RetryCount.schema)
        #expect(ObjectIdentifier(key.valueType) == ObjectIdentifier(RetryCount.self))
        #expect(throws: IncorrectValue.self) { try key.check("11") }
        #expect(CatalogKey(key) == key)
        #expect(CatalogKey(Key.retries) == key)
        #expect(CatalogKey(Key.paywall) != key)
    }

    @Test("a declared key decides by its schema, and is called by its name where it has no title")
    func declaredKey() {
        let key = CatalogKey(name: "limit", group: "Shop", schema: ValueSchema(kind: .int, range: 1...5))
        #expect(key.title == "limit")
        #expect(key.declaredTitle == nil)
        #expect(key.group == "Shop")
        #expect(ObjectIdentifier(key.valueType) == ObjectIdentifier(CatalogValue.self))
        #expect(throws: IncorrectValue.self) { try key.check("6") }
        #expect(
            key == CatalogKey(name: "limit", group: "Shop", schema: ValueSchema(kind: .int, range: 1...5)))
        #expect(key != CatalogKey(name: "limit", schema: ValueSchema(kind: .int, range: 1...5)))
        #expect(key.hashValue == CatalogKey(name: "limit", schema: ValueSchema(kind: .int)).hashValue)
    }

    @Test("a catalog takes the place of the section of keys, also in a text with the line ends of Windows")
    func catalogue() {
        let catalog = KeyCatalog([CatalogKey(name: "new", schema: ValueSchema(kind: .int))])
        let old =
            "refresh: off\nkeys:\n  - name: old\n    type: int\n\n# Of the source.\nsource: {kind: file, path: c}\n"
        let new =
            "refresh: off\nkeys:\n  - name: new\n    type: int\n\n# Of the source.\nsource: {kind: file, path: c}\n"
        #expect(catalog.text(replacingKeysIn: old) == new)
        let windows = catalog.text(replacingKeysIn: old.replacing("\n", with: "\r\n"))
        #expect(windows.replacing("\r\n", with: "\n") == new)
    }
}
