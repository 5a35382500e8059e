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

enum ScannedLimits {
    static let most = 6
    static let factor: Double = 7
    static let third = (1.0 + most2) / 3
    static let most2: Double = 2
    static let tone = ScannedTone.casual
    static let usualTone: ScannedTone = .casual
    static var wait: Duration { .seconds(60 * 2) }
    static let tones = [ScannedNames.prefix, "b"]
}

enum ScannedNames: String {
    case other = "other_name"

    static let prefix = "scanned_"
}

private let scannedSite = "https://example.com"

struct ScannedDocument: Codable {
    var title = "Welcome"
    var isShown = true
}

extension Keys {
    static let scannedFlag = Key("a_flag", default: true).described(
        title: "The flag", group: "All", summary: "A flag")
    static let scannedCount = Key("count", default: 3, in: 1...6).atLaunch
    static let scannedRate = Key("rate", default: 0, in: 0...0.9).described(title: "Rate").exposing(
        "rate_test")
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
        scannedFlag, scannedCount, scannedRate, scannedFactor, scannedName, scannedTone, scannedPace,
        scannedTheme,
        scannedDarkTheme, scannedDocument, scannedLimit, scannedHelp, scannedWait, scannedPause,
        scannedComputed,
    ]

    private static let half = 0.5

    static let scannedMost = Key("most", default: ScannedLimits.most, in: 1...ScannedLimits.most * 2)
    static let scannedThird = Key("third", default: 1.0 / 3)
    static let scannedWhole = Key("whole", default: 10 / 3 * 3 - 1)
    static let scannedPart = Key<Double>("part", default: 1 / 4, in: 0...half + half)
    static let scannedHalf = Key("half", default: Keys.half)
    static let scannedFraction = Key(
        "fraction", default: ScannedLimits.factor / 2 - (1 + ScannedLimits.third))
    static let scannedCast = Key("cast", default: Double(ScannedLimits.most / 4) / 4)
    static let scannedJoined = Key("pre" + "fix", default: "a" + "b" + "\n")
    static let scannedPrefixed = Key(
        ScannedNames.prefix + "name", default: "\(ScannedNames.prefix)\(ScannedLimits.most)",
        oneOf: ["\(ScannedNames.prefix)6", "b"])
    static let scannedListed = Key("listed", default: "b", oneOf: ScannedLimits.tones)
    static let scannedOther = Key(ScannedNames.other.rawValue, default: scannedSite + "/a")
    static let scannedDecimal = Key("decimal", default: Decimal(1) / 8, in: 0...1)
    static let scannedSwitch = Key("switch", default: !true)
    static let scannedLongWait = Key("long_wait", default: ScannedLimits.wait)
    static let scannedShortWait = Key("short_wait", default: Duration.milliseconds(3 * 500))
    static let scannedUsualTone = Key("usual_tone", default: ScannedLimits.usualTone)
    static let scannedOtherTone = Key("other_tone", default: ScannedLimits.tone)

    static let scannedConstants: [any RemoteKey] = [
        scannedMost, scannedThird, scannedWhole, scannedPart, scannedHalf, scannedFraction, scannedCast,
        scannedJoined,
        scannedPrefixed, scannedListed, scannedOther, scannedDecimal, scannedSwitch, scannedLongWait,
        scannedShortWait,
        scannedUsualTone, scannedOtherTone,
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

        @KeyDetails("shelf_third", in: 0...1)
        static let shelfThird = 1.0 / 3

        static let shelfMost = ScannedLimits.most

        private static let notAKey = 4
    }
}
