import ExperimentsCore
import FirebaseConfig

/// The server's side of the realtime protocol: a stream of invalidations.
struct RealtimeService {
    let project: ProjectState
    let lifetime: Duration
    let sleep: @Sendable (Duration) async throws -> Void

    func open(_ namespace: String, _ request: EmulatorRequest) throws(EmulatorError) -> EmulatorAnswer {
        let fields = try RequestFields(request.body)
        _ = try fields.requiredText("appId")
        _ = try fields.requiredText("appInstanceId")
        let known = try fields.wholeNumber("lastKnownVersionNumber") ?? 0
        // Registered before the version is read: what is published in between is said as well.
        let subscription = project.realtime.open(knowing: known)
        if namespace == FetchService.namespace { subscription.send(.latestVersion(project.served.version)) }
        subscription.end(after: lifetime, sleep: sleep)
        var response = EmulatorResponse(
            status: 200, headers: ["content-type": "application/json; charset=utf-8"])
        response.stream = RealtimeStream(subscription: subscription)
        return EmulatorAnswer(response, note: "realtime stream, client knows version \(known)")
    }
}
