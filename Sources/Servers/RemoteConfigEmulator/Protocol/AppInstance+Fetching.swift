import ExperimentsCore
import FirebaseTemplates
import Foundation

extension AppInstance {
    /// The installation that a fetch describes.
    init(_ fields: RequestFields, now: Date) throws(EmulatorError) {
        self.init(now: now)
        appID = try fields.text("appId")
        // `1:1234567890:ios:321abc456def7890`
        operatingSystem = appID?.split(separator: ":").dropFirst(2).first.map(String.init)
        installationID = try fields.text("appInstanceId")
        appVersion = try fields.text("appVersion")
        appBuild = try fields.text("appBuild")
        country = try fields.text("countryCode")
        language = try fields.text("languageCode")
        firstOpenedAt = try fields.text("firstOpenTime").flatMap(RFC3339.date)
        userProperties = try fields.texts("analyticsUserProperties")
        customSignals = try fields.texts("customSignals")
    }
}
