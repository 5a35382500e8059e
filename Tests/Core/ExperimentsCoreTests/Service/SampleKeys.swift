import ExperimentsCore

/// The keys of the service's tests.
enum Key: String, CaseIterable, RemoteKey {
    case paywall
    case otherPaywall
    case onboarding
    case theme
    case sorting
    case layout
    case retries

    var valueType: any RemoteValue.Type {
        switch self {
        case .paywall, .otherPaywall: Paywall.self
        case .onboarding: Onboarding.self
        case .theme: Theme.self
        case .sorting: Sorting.self
        case .layout: Layout.self
        case .retries: RetryCount.self
        }
    }
}
