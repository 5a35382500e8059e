import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport
import ExperimentsTransport
import Foundation
import HTTPServing
import LinkProtocol

extension LinkPart {
    /// The answer that stays open, and tells a client of each change.
    func events(
        _ request: ServedRequest, of scope: OverrideScope, for grant: LinkGrant?
    ) throws(ServerRefusal) -> ServedResponse {
        let known = request.headers["last-event-id"].flatMap(LinkRevision.init)
        let presence = presence(of: scope)
        guard let subscription = hub.open(scope, grant: grant, since: known, presence: presence) else {
            throw ServerRefusal(
                status: 503, "As many streams are open as the server keeps: \(LinkHub.streamLimit).",
                headers: ["retry-after": "5"])
        }
        // A link that was revoked while the stream was opened ends no stream that was not there yet.
        if let grant, !grants.grants.all.contains(grant) { throw .unauthorized }
        return .events(LinkStream(subscription: subscription))
    }

    /// Tells of an installation that it is here, until the result is released.
    private func presence(of scope: OverrideScope) -> ObservationHandle? {
        guard let reporting, case .installation(let app, let id) = scope else { return nil }
        reporting.appConnected(app, installation: id, at: clock())
        return ObservationHandle { [clock] in reporting.appDisconnected(app, installation: id, at: clock()) }
    }
}
