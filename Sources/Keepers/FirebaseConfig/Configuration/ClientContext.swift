import Foundation

/// What the service is told about the app and its surroundings, so that it can choose conditional values. A condition
/// on a field that is left out does not hold.
public struct ClientContext: Sendable, Hashable {
    /// The app's version, for example `2.4.0`.
    public var appVersion: String?
    /// The app's build number.
    public var appBuild: String?
    /// The version of the operating system.
    public var platformVersion: String?
    /// Two letters, for example `DE`.
    public var countryCode: String?
    /// A BCP 47 tag, for example `de-DE`.
    public var languageCode: String?
    /// A name such as `Europe/Berlin`.
    public var timeZone: String?
    /// When the app was first opened.
    public var firstOpenTime: Date?
    /// User properties, as Analytics would know them.
    public var analyticsUserProperties: [String: String]
    /// Signals of the app's own.
    public var customSignals: [String: String]

    /// A context of the given fields.
    public init(
        appVersion: String? = nil, appBuild: String? = nil, platformVersion: String? = nil, countryCode: String? = nil,
        languageCode: String? = nil, timeZone: String? = nil, firstOpenTime: Date? = nil,
        analyticsUserProperties: [String: String] = [:], customSignals: [String: String] = [:]
    ) {
        self.appVersion = appVersion
        self.appBuild = appBuild
        self.platformVersion = platformVersion
        self.countryCode = countryCode
        self.languageCode = languageCode
        self.timeZone = timeZone
        self.firstOpenTime = firstOpenTime
        self.analyticsUserProperties = analyticsUserProperties
        self.customSignals = customSignals
    }

    /// What this process can tell of itself and its machine.
    public static var current: ClientContext {
        let system = ProcessInfo.processInfo.operatingSystemVersion
        let bundle = Bundle.main.infoDictionary
        return ClientContext(
            appVersion: bundle?["CFBundleShortVersionString"] as? String,
            appBuild: bundle?["CFBundleVersion"] as? String,
            platformVersion: "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)",
            countryCode: Locale.current.region?.identifier,
            languageCode: Locale.current.identifier(.bcp47),
            timeZone: TimeZone.current.identifier)
    }
}

/// What this client calls itself towards the services.
enum SDKVersion {
    /// The services know clients by a prefix for the platform: `i:` for Apple's, `w:` for the rest.
    static let text = prefix + "1.0.0"

    #if canImport(Darwin)
    private static let prefix = "i:"
    #else
    private static let prefix = "w:"
    #endif
}
