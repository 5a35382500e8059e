import ExperimentsCore
import Foundation

/// Builds the request of a fetch.
struct FetchRequest {
    let project: FirebaseProject
    let namespace: String
    let base: URL
    let installation: Installation
    let context: ClientContext
    let knownEtag: String?
    let kind: FetchKind

    func transportRequest(timeout: Duration, bodyLimit: Int) throws(FirebaseFetchError) -> TransportRequest {
        let url = try project.url(of: "fetch", in: namespace, at: base, from: .remoteConfig)
        var headers = project.headers(installation.token)
        headers["x-firebase-rc-fetch-type"] = kind.headerText
        headers["if-none-match"] = knownEtag
        return TransportRequest(
            .post, url, headers: headers, body: body.compactBytes, timeout: timeout, bodyLimit: bodyLimit,
            mayBeRepeated: true)
    }

    var body: JSONValue {
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

/// The purpose of a fetch, as the service counts them.
public enum FetchKind: Sendable, Hashable {
    /// An ordinary fetch.
    case base
    /// The nth attempt, from 1, to fetch a version that was announced over the realtime stream.
    case realtime(attempt: Int)

    var headerText: String {
        switch self {
        case .base: "BASE/1"
        case .realtime(let attempt): "REALTIME/\(attempt)"
        }
    }
}
