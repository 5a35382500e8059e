import ExperimentsCore

/// The keys of an app, without the macros that would save most of this code.
enum Key: String, CaseIterable, RemoteKey {
    case paywallType = "paywall_type"
    case trialDays = "trial_days"

    var valueType: any RemoteValue.Type {
        switch self {
        case .paywallType: PaywallType.self
        case .trialDays: TrialDays.self
        }
    }
}

/// The paywall that a visitor sees.
enum PaywallType: String, CaseIterable, StringRemoteValue {
    case a, b, c
}

/// The length of the trial in days.
struct TrialDays: IntRemoteValue {
    static let range = 0...30
    static let `default` = TrialDays(14)
    let integer: Int

    private init(_ days: Int) {
        integer = days
    }

    init?(integer: Int) {
        guard Self.range.contains(integer) else { return nil }
        self.init(integer)
    }
}
