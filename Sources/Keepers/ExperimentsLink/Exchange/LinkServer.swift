import ExperimentsCore
import ExperimentsTransport
import Foundation
import LinkProtocol

/// The server that a link leads to, as one installation of an app sees it.
struct LinkServer: Sendable {
    let invitation: LinkInvitation
    let identity: AppIdentity

    /// The request for the stream.
    ///
    /// - Parameter revision: the state to go on after; nil to be told all.
    func stream(after revision: LinkRevision?) -> TransportRequest? {
        let query = [LinkAPI.appQuery: identity.app, LinkAPI.installationQuery: identity.installation]
        let text = query.sorted { $0.key < $1.key }.map { "\($0)=\($1.percentEncoded)" }.joined(separator: "&")
        guard let url = invitation.server.service(LinkAPI.eventsPath + "?" + text) else { return nil }
        var headers: HeaderFields = ["accept": "text/event-stream", "authorization": "Bearer \(invitation.token)"]
        headers["last-event-id"] = revision?.description
        return TransportRequest(.get, url, headers: headers, timeout: LinkMachine.patience)
    }

    /// The request that sends a report.
    func request(for report: AppReport) -> TransportRequest? {
        guard let url = invitation.server.service(LinkAPI.reportsPath) else { return nil }
        let headers: HeaderFields = [
            "content-type": "application/json", "authorization": "Bearer \(invitation.token)",
        ]
        return TransportRequest(
            .post, url, headers: headers, body: report.bytes, timeout: .seconds(30), bodyLimit: 65_536)
    }

    /// Returns the failure that a status other than success means.
    func failure(_ status: Int, _ headers: HeaderFields, now: Date) -> LinkFailure {
        let server = invitation.server.hostAndPort
        let wait = RetryAfter.seconds(in: headers, now: now).map(Duration.seconds)
        switch status {
        case 401:
            let advice = "open the app with a new link"
            return LinkFailure(.refused, LinkProblem("\(server) does not know this link, or no longer", advice: advice))
        case 403:
            let advice = "open the app with a link that was made for it"
            return LinkFailure(
                .refused, LinkProblem("\(server) says that this link is not for \(identity.app)", advice: advice))
        case 404:
            return LinkFailure(.broken, LinkProblem("\(server) serves no overrides", isPassing: true), wait: wait)
        case 200:
            return LinkFailure(
                .broken, LinkProblem("\(server) answered with something else than events", isPassing: true), wait: wait)
        default:
            return LinkFailure(
                .broken, LinkProblem("\(server) answered with status \(status)", isPassing: true), wait: wait)
        }
    }

    /// Returns the failure that an error of the transport means.
    static func failure(_ error: any Error) -> LinkFailure {
        if let problem = error as? LinkProblem { return LinkFailure(.broken, problem) }
        let reason = (error as? TransportError)?.description ?? "the exchange failed: \(error)"
        return LinkFailure(.broken, LinkProblem(reason, isPassing: true))
    }

    /// The server's address is no base of URLs: its reader lets none pass.
    static let noAddress = LinkFailure(.broken, LinkProblem("the server's address makes no URL"))
}
