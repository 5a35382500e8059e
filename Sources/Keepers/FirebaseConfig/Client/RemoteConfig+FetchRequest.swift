import ExperimentsCore
import Foundation

extension RemoteConfig {
    /// Builds the request of a fetch.
    ///
    /// - Parameter knownEtag: the ETag of the values that the client has; nil if it has none.
    func fetchRequest(
        for installation: Installation, in context: ClientContext, knownEtag: String?, kind: FetchKind
    ) throws(FirebaseFetchError) -> TransportRequest {
        let url = try project.url(of: "fetch", in: namespace, at: endpoints.remoteConfig, from: .remoteConfig)
        var headers = project.headers(installation.token)
        headers["x-firebase-rc-fetch-type"] = kind.headerText
        headers["if-none-match"] = knownEtag
        let settings = settings
        return TransportRequest(
            .post, url, headers: headers, body: fetchBody(for: installation, in: context).compactBytes,
            timeout: settings.fetchTimeout, bodyLimit: settings.bodyLimit, mayBeRepeated: true)
    }

    private func fetchBody(for installation: Installation, in context: ClientContext) -> JSONValue {
        var object = JSONObject()
        func set(_ name: String, _ text: String?) { object[name] = text.map { .string($0) } }
        func set(_ name: String, _ texts: [String: String]) {
            guard !texts.isEmpty else { return }
            var members = JSONObject()
            for (key, text) in texts.sorted(by: { $0.key < $1.key }) { members[key] = .string(text) }
            object[name] = .object(members)
        }
        set("appId", project.appID.text)
        set("appInstanceId", installation.id.text)
        set("appInstanceIdToken", installation.token.text)
        set("countryCode", context.countryCode)
        set("languageCode", context.languageCode)
        set("platformVersion", context.platformVersion)
        set("timeZone", context.timeZone)
        set("appVersion", context.appVersion)
        set("appBuild", context.appBuild)
        set("packageName", project.packageName)
        set("sdkVersion", SDKVersion.text)
        set("firstOpenTime", context.firstOpenTime.map { RFC3339.text(of: $0, milliseconds: true) })
        set("analyticsUserProperties", context.analyticsUserProperties)
        set("customSignals", context.customSignals)
        return .object(object)
    }
}
