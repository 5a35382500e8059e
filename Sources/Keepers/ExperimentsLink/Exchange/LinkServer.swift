import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsTransport
import Foundation

/// The server that a link leads to, as one installation of an app sees it.
struct LinkServer: Sendable {
    let invitation: LinkInvitation
    let identity: AppIdentity

    /// Returns the request for the stream.
    ///
    /// - Parameter revision: the state to continue from; nil for everything.
    func stream(after revision: LinkRevision?) -> TransportRequest? {
        let query = [LinkAPI.appQuery: identity.app, LinkAPI.installationQuery: identity.installation]
        let text = query.sorted { $0.key < $1.key }.map { "\($0)=\($1.percentEncoded)" }.joined(
            separator: "&")
        guard let url = invitation.server.service(LinkAPI.eventsPath + "?" + text) else { return nil }
        var headers: HeaderFields = [
            "accept": "text/event-stream", "authorization": "Bearer \(invitation.token)",
        ]
        headers["last-event-id"] = revision?.description
        return TransportRequest(.get, url, headers: headers, timeout: LinkMachine.patience)
    }

    /// Returns the request that sends a report.
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
        let wait = RetryWait.seconds(in: headers, now: now).map(Duration.seconds)
        switch status {
        case 401:
            let advice = "open the app with a new link"
            return LinkFailure(
                .refused,
                LinkProblem("\(server) does not know this link; it may have been revoked", advice: advice))
        case 403:
            let advice = "open the app with a link that was created for it"
            return LinkFailure(
                .refused,
                LinkProblem("\(server) says that this link is not for \(identity.app)", advice: advice))
        case 404:
            return LinkFailure(
                .broken, LinkProblem("\(server) serves no overrides", isPassing: true), wait: wait)
        case 200:
            return LinkFailure(
                .broken, LinkProblem("\(server) did not return an event stream", isPassing: true), wait: wait)
        default:
            return LinkFailure(
                .broken, LinkProblem("\(server) returned status \(status)", isPassing: true), wait: wait)
        }
    }

    /// Returns the failure that an error of the transport means.
    static func failure(_ error: any Error) -> LinkFailure {
        if let problem = error as? LinkProblem { return LinkFailure(.broken, problem) }
        let reason = (error as? TransportError)?.description ?? "the exchange failed: \(error)"
        return LinkFailure(.broken, LinkProblem(reason, isPassing: true))
    }

    /// The server's address cannot be the base of URLs. Reading it prevents that.
    static let noAddress = LinkFailure(.broken, LinkProblem("the server's address is not a URL"))

    /// Follows the stream until it ends, and reports its events.
    ///
    /// - Parameters:
    ///   - number: the number of the connection.
    ///   - revision: the state to continue from; nil for everything.
    ///   - tell: called with the events, in order; the last is the end of the connection, unless the task was
    ///     cancelled.
    func follow(
        _ number: Int, after revision: LinkRevision?, in surroundings: LinkSurroundings,
        tell: (LinkHappening) -> Void
    ) async {
        guard let request = stream(after: revision) else {
            return tell(.ended(connection: number, Self.noAddress))
        }
        var parser = EventStreamParser(limit: LinkLimits.eventBytes)
        var wait: Duration?
        do {
            let stream = try await surroundings.transport.open(request)
            let isStream =
                stream.headers["content-type"]?.lowercased().hasPrefix("text/event-stream") ?? false
            guard stream.status == 200, isStream else {
                let failure = failure(stream.status, stream.headers, now: surroundings.date())
                return tell(.ended(connection: number, failure))
            }
            tell(.opened(connection: number))
            for try await piece in stream.pieces {
                tell(.heard(connection: number))
                for element in parser.read(piece) {
                    switch element {
                    case .event(let event):
                        guard let event = try LinkEvent(type: event.type, data: event.data) else { continue }
                        tell(.told(connection: number, event))
                    case .retry(let milliseconds): wait = .milliseconds(min(milliseconds, 3_600_000))
                    case .endless: throw LinkProblem("an event is longer than \(LinkLimits.eventBytes) bytes")
                    }
                }
            }
            try Task.checkCancellation()
            let problem = LinkProblem("\(invitation.server.hostAndPort) ended the stream", isPassing: true)
            tell(.ended(connection: number, LinkFailure(.broken, problem, wait: wait)))
        } catch {
            guard !(error is CancellationError), !Task.isCancelled else { return }
            tell(.ended(connection: number, Self.failure(error)))
        }
    }

    /// Sends a report, once.
    func send(_ report: AppReport, in surroundings: LinkSurroundings) async -> ReportAnswer {
        guard let request = request(for: report) else { return .lost(Self.noAddress) }
        do {
            let answer = try await surroundings.transport.send(request)
            switch answer.status {
            case 200..<300:
                // A receipt that cannot be read requests nothing.
                return .taken((try? ReportReceipt(parsing: answer.body)) ?? ReportReceipt())
            case 413: return .tooLarge
            case 400, 422: return .unreadable
            case 401, 403, 404, 405: return .unwanted
            default: return .lost(failure(answer.status, answer.headers, now: surroundings.date()))
            }
        } catch {
            return .lost(Self.failure(error))
        }
    }
}
