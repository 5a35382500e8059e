import ExperimentsCore
import Foundation

/// Information about the app and its environment that is sent to the service, which chooses conditional values by it. A
/// condition on a field that is left out is not met.
public struct ClientContext: Sendable, Hashable {
    /// The app's version, for example `2.4.0`.
    public var appVersion: String?
    /// The app's build number.
    public var appBuild: String?
    /// The version of the operating system.
    public var platformVersion: String?
    /// The country as two letters, for example `DE`.
    public var countryCode: String?
    /// The language as a BCP 47 tag, for example `de-DE`.
    public var languageCode: String?
    /// The time zone as a name, for example `Europe/Berlin`.
    public var timeZone: String?
    /// The time at which the app was first opened.
    public var firstOpenTime: Date?
    /// The user properties, as in Analytics.
    public var analyticsUserProperties: [String: String]
    /// The custom signals of the app.
    public var customSignals: [String: String]

    /// Creates a context from fields.
    public init(
        appVersion: String? = nil, appBuild: String? = nil, platformVersion: String? = nil,
        countryCode: String? = nil,
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

    /// The context as far as this process can find it out.
    public static var current: ClientContext {
        let system = ProcessInfo.processInfo.operatingSystemVersion
        let bundle = Bundle.main.infoDictionary
        #if canImport(Darwin)
        // For an app in one language, the current locale contains only that language.
        let locality = ClientLocality(
            preferredLanguages: Locale.preferredLanguages, region: Locale.current.region?.identifier)
        #else
        let locality = ClientLocality(environment: ProcessInfo.processInfo.environment)
        #endif
        return ClientContext(
            appVersion: bundle?["CFBundleShortVersionString"] as? String,
            appBuild: bundle?["CFBundleVersion"] as? String,
            platformVersion: "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)",
            countryCode: locality.country, languageCode: locality.language,
            timeZone: TimeZone.current.identifier)
    }
}

/// The version that this client sends to the services.
extension ClientContext {
    /// The services recognize clients by a sdkPrefix for the platform: `i:` for Apple's, `w:` for all others.
    static let sdkVersion = sdkPrefix + "1.0.0"

    #if canImport(Darwin)
    private static let sdkPrefix = "i:"
    #else
    private static let sdkPrefix = "w:"
    #endif
}

/// The country and the language of a user, in the forms that the service takes.
struct ClientLocality: Sendable, Hashable {
    /// Two letters, for example `NO`; nil if it is not known.
    private(set) var country: String?
    /// A BCP 47 tag, for example `nb-NO`; nil if it is not known.
    private(set) var language: String?

    /// Reads a BCP 47 tag such as `nb-NO`, or a name with underscores such as `nb_NO`.
    ///
    /// A region that is not a country, such as `419` for Latin America, is only part of the language, as in Firebase's
    /// SDKs.
    init(languageTag tag: String) {
        var parts = tag.split { $0 == "-" || $0 == "_" }.map(String.init)
        guard let language = parts.first, (2...3).contains(language.utf8.count),
            language.utf8.allSatisfy(\.isASCIILetter)
        else { return }
        // Language, perhaps a script of four letters, and then the region.
        let place = parts.count > 1 && parts[1].utf8.count == 4 ? 2 : 1
        if place < parts.count {
            if parts[place].utf8.count == 2, parts[place].utf8.allSatisfy(\.isASCIILetter) {
                parts[place] = parts[place].uppercased()
                country = parts[place]
            }
        }
        self.language = parts.joined(separator: "-")
    }

    /// Uses the user's first language, like Firebase's SDK for Apple's systems, and the country of the region that the
    /// user chose, regardless of the language.
    init(preferredLanguages: [String], region: String?) {
        self.init(languageTag: preferredLanguages.first ?? "")
        let isCountry = region.map { $0.utf8.count == 2 && $0.utf8.allSatisfy(\.isASCIILetter) } ?? false
        country = isCountry ? region?.uppercased() : nil
    }

    /// Reads the locale for messages of a POSIX environment, `nb_NO.UTF-8` for example. `LC_ALL` takes precedence over
    /// `LC_MESSAGES`, and that over `LANG`. `C` and `POSIX` are no user's language.
    init(environment: [String: String]) {
        let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        self.init(languageTag: String((name ?? "").prefix { $0 != "." && $0 != "@" }))
    }
}
