import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates

/// The server's side of the realtime protocol: a stream of invalidations.
struct RealtimeService {
    let project: ProjectState
    let lifetime: Duration
    let sleep: @Sendable (Duration) async throws -> Void

    func open(_ namespace: String, _ request: EmulatorRequest) throws(EmulatorError) -> EmulatorAnswer {
        let fields = try RequestFields(request.body)
        _ = try fields.requiredText("appId")
        let installation = try fields.requiredText("appInstanceId")
        let told = try fields.wholeNumber("lastKnownVersionNumber") ?? 0
        // A client that outlived the emulator before this one knows of versions that are not published yet.
        let known = told > project.version(for: installation) ? 0 : told
        // Registered before the version is read: what is published in between is said as well.
        let subscription = project.realtime.open(installation, knowing: known)
        if namespace == TemplateNamespace.client.rawValue {
            subscription.send(.latestVersion(project.version(for: installation)))
        }
        subscription.end(after: lifetime, sleep: sleep)
        var response = EmulatorResponse.json([UInt8]())
        response.stream = RealtimeStream(subscription: subscription)
        return EmulatorAnswer(response, note: "realtime stream, client knows version \(known)")
    }
}
