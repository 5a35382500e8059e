import ExperimentsCore
import ExperimentsProject
import ExperimentsSourceScanning
import TestSupport
import Testing

@Suite("Scanning whole apps", .inTurn)
struct ScannedAppTests {
    /// An app whose manager takes the cases of an enum.
    private static let manager = [
        SourceFile(
            path: "App/FlagManager.swift",
            text: """
                import FirebaseRemoteConfig

                enum FlagKey: String, CaseIterable {
                    case paywall = "paywall_variant"
                    case onboarding = "new_onboarding"
                    case uploadSize = "upload_size"
                    case oldestVersion
                    #if DEBUG
                    case debugPanel = "debug_panel"
                    #endif

                    var defaultValue: NSObject {
                        switch self {
                        case .paywall: return "control" as NSObject
                        case .onboarding: return false as NSObject
                        case .uploadSize: return NSNumber(value: 10)
                        case .oldestVersion: return "1.0.0" as NSString
                        #if DEBUG
                        case .debugPanel: return true as NSObject
                        #endif
                        }
                    }
                }

                final class FlagManager {
                    static let shared = FlagManager()
                    private let config = RemoteConfig.remoteConfig()
                    init() { config.setDefaults(fromPlist: "RemoteConfigDefaults") }
                    func bool(for key: FlagKey) -> Bool { config[key.rawValue].boolValue }
                    func string(for key: FlagKey) -> String { config.configValue(forKey: key.rawValue).stringValue }
                    func int(_ key: FlagKey) -> Int { config[key.rawValue].numberValue.intValue }
                    var isChatEnabled: Bool { RemoteConfig.remoteConfig()["chat_enabled"].boolValue }
                }
                extension RemoteConfig {
                    subscript(flag key: String) -> Bool { configValue(forKey: key).boolValue }
                }
                """),
        SourceFile(
            path: "App/CheckoutController.swift",
            text: """
                import UIKit
                final class CheckoutController: UIViewController {
                    override func viewDidLoad() {
                        if FlagManager.shared.bool(for: .onboarding) { showNew() }
                        title = FlagManager.shared.string(for: .paywall)
                        let limit = FlagManager.shared.int(.uploadSize)
                        if RemoteConfig.remoteConfig()[flag: "express_checkout"] { print(limit) }
                    }
                }
                """),
    ]

    /// An app with property wrappers, and keys that are static properties.
    private static let wrappers = [
        SourceFile(
            path: "Sources/Flags.swift",
            text: """
                import FirebaseRemoteConfig
                import SwiftUI

                struct HomeView: View {
                    @RemoteConfigProperty(key: "home_layout", fallback: "grid") var layout: String
                    @FeatureFlag("new_tab_bar") var newTabBar
                    @FeatureFlag(key: "swipe_back", default: true) var swipeBack: Bool
                    @AppStorage("not_a_flag") var stored = false
                }
                @propertyWrapper struct FeatureFlag {
                    let key: String
                    var wrappedValue: Bool { RemoteConfig.remoteConfig()[key].boolValue }
                }
                struct Flag: ExpressibleByStringLiteral { let key: String; init(stringLiteral v: String) { key = v } }
                extension Flag { static let stories: Flag = "stories_enabled"; static let reels: Flag = "reels_enabled" }
                final class FlagStore {
                    func isEnabled(_ flag: Flag) -> Bool {
                        RemoteConfig.remoteConfig().configValue(forKey: flag.key).boolValue
                    }
                    lazy var config: RemoteConfig = {
                        let config = RemoteConfig.remoteConfig()
                        config.setDefaults(["home_layout": "list" as NSObject, "max_items": 20 as NSObject])
                        return config
                    }()
                    func later() {
                        let value = config["later"]
                        print(value.boolValue)
                        let key = "local_key"
                        print(config[key].stringValue)
                    }
                }
                struct StoriesView: View {
                    @Environment(FlagStore.self) var store
                    var body: some View { if store.isEnabled(.stories) { Text("s") } }
                }
                """)
    ]

    private func scan(_ files: [SourceFile], _ readers: [String]) -> SourceScan {
        var options = ScanOptions()
        options.readers = readers.compactMap(ProjectCodeReader.init)
        options.defaults = { name, _ in
            guard name == "RemoteConfigDefaults" else { return nil }
            return [
                CatalogKey(name: "chat_enabled", schema: ValueSchema(kind: .bool, defaultText: "true")),
                CatalogKey(name: "only_in_plist", schema: ValueSchema(kind: .int, defaultText: "3")),
            ]
        }
        return SourceScan(files, options)
    }

    private func facts(_ scan: SourceScan) -> [String: String] {
        let facts = scan.keys.map { ($0.name, "\($0.schema.kind.rawValue) \($0.schema.defaultText ?? "-")") }
        return Dictionary(uniqueKeysWithValues: facts)
    }

    @Test("finds the cases that a manager takes, with their types and defaults")
    func cases() {
        let scan = scan(
            Self.manager,
            ["bool(for:):bool", "string(for:):string", "int(_:):int", "RemoteConfig.subscript(flag:):bool"])
        #expect(
            facts(scan) == [
                "paywall_variant": "string control", "new_onboarding": "bool false", "upload_size": "int 10",
                "oldestVersion": "string 1.0.0", "debug_panel": "bool true", "chat_enabled": "bool true",
                "only_in_plist": "int 3", "express_checkout": "bool -",
            ])
        #expect(scan.problems.isEmpty, "\(scan.problems)")
        #expect(scan.places["new_onboarding"]?.description == "App/CheckoutController.swift:4:41")
    }

    @Test(
        "finds keys of property wrappers, static properties and constants, and names the second default of a key"
    )
    func wrappers() {
        let scan = scan(
            Self.wrappers, ["isEnabled(_:)", "FeatureFlag(_:):bool", "FeatureFlag(key:default:):bool"])
        #expect(
            facts(scan) == [
                "home_layout": "string grid", "new_tab_bar": "bool -", "swipe_back": "bool true",
                "stories_enabled": "bool -", "reels_enabled": "bool -", "max_items": "int 20",
                "later": "bool -",
                "local_key": "string -",
            ])
        #expect(
            scan.problems.contains {
                $0.message
                    == "key \"home_layout\" has the default \"list\" here, and \"grid\" at Sources/Flags.swift:5:32; "
                    + "\"grid\" is used"
            }, "\(scan.problems)")
    }

    @Test("a subscript of another type is no read")
    func others() {
        let file = SourceFile(
            path: "A.swift",
            text: """
                struct Document { subscript(name: String) -> Document { self }; var boolValue: Bool { true } }
                func show(_ config: Document) { print(config["a"].boolValue) }
                func read(_ values: RemoteConfig) { print(values["b"].boolValue) }
                """)
        #expect(facts(scan([file], [])) == ["b": "bool -"])
    }
}
