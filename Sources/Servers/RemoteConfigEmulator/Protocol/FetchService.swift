import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation

/// The server's side of client fetches.
extension ProjectState {
    func fetchAnswer(
        to request: EmulatorRequest, _ namespace: String, now: Date, requiresValidTokens: Bool
    ) throws(EmulatorError) -> EmulatorAnswer {
        let fields = try RequestFields(request.body)
        _ = try fields.requiredText("appId")
        let installation = try fields.requiredText("appInstanceId")
        var token = request.headers["x-goog-firebase-installations-auth"]
        if token == nil { token = try fields.text("appInstanceIdToken") }
        guard let token else { throw .invalidArgument("'appInstanceIdToken' is required.") }
        let isKnown = withInstallations { installations in
            installations[installation].map { $0.token == token && now < $0.tokenExpiresAt } ?? false
        }
        guard isKnown || !requiresValidTokens else {
            throw .unauthenticated(
                "The installation's token is not valid: it is unknown, revoked or expired.")
        }
        guard namespace == TemplateNamespace.client.rawValue else {
            return answer(
                body: Array(#"{"state":"NO_TEMPLATE"}"#.utf8), etag: nil, note: "NO_TEMPLATE of \(namespace)")
        }
        let instance = try AppInstance(fields, now: now)
        let client = EmulatedClient(
            installation: installation,
            appNames: [instance.appID, try fields.text("packageName")].compactMap(\.self))
        let overrides = self.overrides(for: client)
        let served = self.served.answer(instance, overrides)
        if request.headers["if-none-match"] == served.etag {
            return answer(body: served.unchangedBody, etag: served.etag, note: "NO_CHANGE")
        }
        let version = served.state == "NO_TEMPLATE" ? "" : " version \(served.version)"
        return answer(body: served.body, etag: served.etag, note: served.state + version)
    }

    private func answer(body: [UInt8], etag: String?, note: String) -> EmulatorAnswer {
        EmulatorAnswer(.json(body, etag: etag), note: note)
    }
}

extension AppInstance {
    /// Creates the installation that a fetch describes.
    init(_ fields: RequestFields, now: Date) throws(EmulatorError) {
        self.init(now: now)
        appID = try fields.text("appId")
        // `1:1234567890:ios:321abc456def7890`
        operatingSystem = appID?.split(scalar: ":").dropFirst(2).first.map(String.init)
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

/// The server's side of the realtime protocol: a stream of invalidations.
extension ProjectState {
    func realtimeAnswer(
        to request: EmulatorRequest, _ namespace: String, lifetime: Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) throws(EmulatorError) -> EmulatorAnswer {
        let fields = try RequestFields(request.body)
        _ = try fields.requiredText("appId")
        let installation = try fields.requiredText("appInstanceId")
        let told = try fields.wholeNumber("lastKnownVersionNumber") ?? 0
        // A client from an earlier run of the emulator may know versions that are not published yet.
        let known = told > version(for: installation) ? 0 : told
        // Register before the version is read, so that a version published in between is reported as well.
        let subscription = realtime.open(installation, knowing: known)
        if namespace == TemplateNamespace.client.rawValue {
            subscription.send(.latestVersion(version(for: installation)))
        }
        subscription.end(after: lifetime, sleep: sleep)
        var response = EmulatorResponse.json([UInt8]())
        response.stream = RealtimeStream(subscription: subscription)
        return EmulatorAnswer(response, note: "realtime stream, client knows version \(known)")
    }
}
