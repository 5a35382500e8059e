import ExperimentsCore
import Foundation

// Values of every kind, written by hand as an app without macros writes them.

enum Paywall: String, CaseIterable, StringRemoteValue {
    case a
    case b
    case c
}

struct Greeting: StringRemoteValue, Equatable {
    static let `default` = Greeting("Hello")

    let name: String

    init(_ text: String) { name = text }
    init?(name: String) { self.init(name) }
}

enum Onboarding: CaseIterable, BoolEnumRemoteValue {
    case enabled
    case disabled
}

struct Flag: BoolRemoteValue, Equatable {
    static let `default` = Flag(booleanLiteral: true)

    let isEnabled: Bool

    init(booleanLiteral: Bool) { isEnabled = booleanLiteral }
}

struct RetryCount: IntInitializableRemoteValue, Equatable {
    static let `default` = RetryCount(3)

    let integer: Int

    init(_ integer: Int) { self.integer = integer }

    init?(integer: Int) {
        guard (0...10).contains(integer) else { return nil }
        self.init(integer)
    }
}

struct Ratio: DoubleInitializableRemoteValue, Equatable {
    static let `default` = Ratio(0.5)

    let number: Double

    init(_ number: Double) { self.number = number }
    init?(number: Double) { self.init(number) }
}

struct Banner: JSONInitializableRemoteValue, Codable, Equatable {
    static let `default` = Banner(title: "none", url: "https://example.com/a")

    var title: String
    var url: String

    init(title: String, url: String) {
        self.title = title
        self.url = url
    }

    init?(jsonData: Data) {
        guard let value = try? JSONDecoder().decode(Banner.self, from: jsonData) else { return nil }
        self = value
    }
}

struct OpaqueDocument: JSONInitializableRemoteValue {
    static let `default` = OpaqueDocument(size: 0)

    let size: Int

    init(size: Int) { self.size = size }
    init?(jsonData: Data) { size = jsonData.count }
}

struct Theme: BaselineStringRemoteValue, ExperimentalGroupTrackable, CaseIterable, Equatable {
    enum Variant: String, CaseIterable {
        case a
        case b = "b_var"
    }

    static let allCases = Variant.allCases.flatMap {
        [Theme(baseline: true, $0), Theme(baseline: false, $0)]
    }
    static let `default` = Theme(baseline: true, .a)

    let baseline: Bool
    let variant: Variant

    init(baseline: Bool, _ variant: Variant) {
        self.baseline = baseline
        self.variant = variant
    }

    init?(name: String) {
        let (name, isBaseline) = Baseline.split(name)
        guard let variant = Variant(rawValue: name) else { return nil }
        self.init(baseline: isBaseline, variant)
    }

    var name: String { variant.rawValue + (baseline ? Baseline.suffix : "") }
    var experimentalGroupKey: String { "Theme" }
    var experimentalGroupValue: String { variant.rawValue }
}

struct Sorting: BaselineBoolRemoteValue, ExperimentalGroupTrackable, CaseIterable, Equatable {
    static let allCases = [(true, false), (false, false), (true, true), (false, true)].map {
        Sorting(baseline: $0.0, isEnabled: $0.1)
    }
    static let `default` = Sorting(baseline: true, isEnabled: false)

    let baseline: Bool
    let isEnabled: Bool

    init(baseline: Bool, isEnabled: Bool) {
        self.baseline = baseline
        self.isEnabled = isEnabled
    }

    init?(name: String) {
        let (name, isBaseline) = Baseline.split(name)
        switch name {
        case "true": self.init(baseline: isBaseline, isEnabled: true)
        case "false": self.init(baseline: isBaseline, isEnabled: false)
        default: return nil
        }
    }

    var name: String { (isEnabled ? "true" : "false") + (baseline ? Baseline.suffix : "") }
    var experimentalGroupKey: String { "Sorting" }
    var experimentalGroupValue: String { isEnabled ? "on" : "off" }
}

/// A value that says its group whatever it is.
enum Layout: String, CaseIterable, StringRemoteValue, ExperimentalGroupTrackable {
    case grid
    case list

    var experimentalGroupKey: String { "Layout" }
    var experimentalGroupValue: String { rawValue }
}
