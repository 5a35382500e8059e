import ExperimentsSourceScanning
import TestSupport
import Testing

@Suite("If sources are about keys", .inTurn)
struct SourceReferencesTests {
    private static let keys = SourceFile(
        path: "Keys.swift",
        text: """
            enum ShopKey: String, CaseIterable, RemoteKey {
                case paywallType = "paywall_type"
                case limit
                var valueType: any RemoteValue.Type {
                    switch self {
                    case .paywallType: PaywallType.self
                    case .limit: Missing.self
                    }
                }
            }
            enum Other { case limit, free }
            """)

    private func found(_ text: String, _ names: String...) -> [String] {
        SourceReferences([Self.keys, SourceFile(path: "App.swift", text: text)], of: names).references
            .filter { $0.place.path == "App.swift" }
            .map { "\($0.key) \($0.kind.rawValue) \($0.place.line):\($0.place.column)" }
    }

    @Test(
        "A key's declaration is found once, and the code by which an enum makes its names does not count as a use"
    )
    func declaration() {
        let references = SourceReferences([Self.keys]).references
        #expect(references.map(\.key) == ["paywall_type", "limit"])
        #expect(references.map(\.kind) == [.declared, .declared])
        #expect(references[0].place.description == "Keys.swift:2:10")
        #expect(references[0].line == #"case paywallType = "paywall_type""#)
    }

    @Test("A case is found where it is used, with its enum's name or without")
    func uses() {
        #expect(
            found("let a = service.value(for: .paywallType)\nlet b = ShopKey.paywallType\nx(a, .paywallType)")
                == ["paywall_type used 1:28", "paywall_type used 2:9", "paywall_type used 3:6"])
        #expect(
            found("switch key { case .paywallType: break; default: break }") == ["paywall_type used 1:19"])
    }

    @Test("A case that another enum has, too, is a key's where it is given to `for`, or its enum is named")
    func ambiguous() {
        #expect(found("let a: Other = .limit\nlet b = Other.limit") == [])
        #expect(
            found("service.value(for: .limit)\nuse(ShopKey.limit)\nuse(App.ShopKey.limit)")
                == ["limit used 1:20", "limit used 2:5", "limit used 3:5"])
    }

    @Test("A name is found as a text, not within another")
    func names() {
        #expect(
            found(#"print("paywall_type", "my paywall_type", "\#(0)paywall_type")"#)
                == ["paywall_type named 1:7"])
    }

    @Test("Only the keys that are asked for are reported, also those that no enum declares")
    func chosen() {
        let text = #"use("undeclared"); use(ShopKey.paywallType); use(for: .limit)"#
        #expect(found(text, "undeclared") == ["undeclared named 1:5"])
        #expect(found(text, "limit") == ["limit used 1:55"])
    }

    @Test("An extension of the enum is part of it, one of another type is not")
    func extensions() {
        #expect(
            found("extension ShopKey { var isLimit: Bool { self == .limit && self == .paywallType } }") == [])
        #expect(found("extension Shop { var key: ShopKey { .paywallType } }") == ["paywall_type used 1:37"])
    }
}
