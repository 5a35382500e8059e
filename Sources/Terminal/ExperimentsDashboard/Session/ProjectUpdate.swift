import ExperimentsCore

/// What a project file says that a dashboard can take over while it is open.
public struct ProjectUpdate: Sendable {
    /// The declared keys, in order.
    public var keys: [CatalogKey]
    /// The time between fetches; nil to fetch by hand only.
    public var refreshInterval: Duration?
    /// Which key asks for which action.
    public var keyMap: KeyMap
    /// What the operator is told of while looking elsewhere.
    public var alertRules: AlertRules
    /// Whether there is a question before several overrides change at once.
    public var asksFirst: Bool
    /// The fields that were changed and count from the next start only, for example `sources`.
    public var laterFields: [String]

    /// What a project file says now.
    public init(
        keys: [CatalogKey], refreshInterval: Duration?, keyMap: KeyMap = .standard,
        alertRules: AlertRules = AlertRules(), asksFirst: Bool = true, laterFields: [String] = []
    ) {
        self.keys = keys
        self.refreshInterval = refreshInterval
        self.keyMap = keyMap
        self.alertRules = alertRules
        self.asksFirst = asksFirst
        self.laterFields = laterFields
    }
}

/// Why a project file cannot be taken over: it stays as it was read before.
public struct ProjectRefusal: Error, Sendable, Hashable, OperatorError {
    /// What is wrong and where, in one line.
    public let reason: String

    package var message: String { reason }

    /// A refusal.
    public init(_ reason: String) {
        self.reason = reason
    }
}
