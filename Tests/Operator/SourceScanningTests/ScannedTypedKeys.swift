import Experiments
import ExperimentsMacros
import Foundation

// This file is compiled with the tests and also read by them as text: what the scanner finds in it must be what the
// keys say when they run.

enum ScannedTone: String, CaseIterable {
    case formal
    case casual = "easy going"
}

enum ScannedPace: Int, CaseIterable {
    case slow = 1
    case fast = 10
}

struct ScannedDocument: Codable {
    var title = "Welcome"
    var isShown = true
}

extension Keys {
    static let scannedFlag = Key("a_flag", default: true).described(title: "The flag", group: "All", summary: "A flag")
    static let scannedCount = Key("count", default: 3, in: 1...6).atLaunch
    static let scannedRate = Key("rate", default: 0, in: 0...0.9).described(title: "Rate").exposing("rate_test")
    static let scannedFactor = Key<Double>("factor", default: 2)
    static let scannedName = Key("name", default: "x", oneOf: ["x", "y"])
    static let scannedTone = Key("tone", default: ScannedTone.casual)
    static let scannedPace = Key("pace", default: ScannedPace.fast)
    static let scannedTheme = Key("a_theme", Scanned.Value.Theme.self)
    static let scannedDarkTheme: Key<Scanned.Value.Theme> = Key("dark_theme", default: .dark)
    static let scannedDocument = Key("document", json: ScannedDocument())
    static let scannedLimit = Key("limit", optional: .int(in: 1...100))
    static let scannedHelp = Key("help", optional: .url)
    static let scannedWait = Key("wait", default: Duration.seconds(90))
    static let scannedPause = Key<Duration>("pause", default: .milliseconds(250))
    static var scannedComputed: Key<Int> { Key("computed", default: 1) }

    static let scanned: [any RemoteKey] = [
        scannedFlag, scannedCount, scannedRate, scannedFactor, scannedName, scannedTone, scannedPace, scannedTheme,
        scannedDarkTheme, scannedDocument, scannedLimit, scannedHelp, scannedWait, scannedPause, scannedComputed,
    ]
}

extension Keys {
    /// Plain declarations, which a macro makes keys of.
    @RemoteKeys(prefix: "catalog_", group: "Counter")
    enum ScannedCatalog {
        /// Gift cards.
        ///
        /// Whether they are
        /// sold.
        static let soldGiftCards = false

        // MARK: - Shelf

        @KeyDetails("row_items", in: 1...6, isAtLaunch: true)
        static let rowItems: Int = 3

        @KeyDetails(in: 0...0.9, title: "Rebate")
        static let rebate: Double = 0

        @KeyDetails(oneOf: ["list", "grid"], group: "Layouts")
        static let shelfLayout = "list"

        @KeyDetails(exposing: "tone_test")
        static let shelfTone: ScannedTone = .casual

        static let shelfTheme: Scanned.Value.Theme = .default

        /** A document */
        @KeyDetails(isJSON: true)
        static let shelfDocument = ScannedDocument()

        @KeyDetails(optional: .url)
        static let shelfHelp: URL? = nil

        @KeyDetails(reading: .int(in: 1...9))
        static let shelfNumber = 4

        static var openURLTwice: Bool { true }

        private static let notAKey = 4
    }
}
