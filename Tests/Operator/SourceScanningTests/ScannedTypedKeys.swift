import Experiments
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

    static let scanned: [any RemoteKey] = [
        scannedFlag, scannedCount, scannedRate, scannedFactor, scannedName, scannedTone, scannedPace, scannedTheme,
        scannedDarkTheme, scannedDocument, scannedLimit, scannedHelp,
    ]
}
