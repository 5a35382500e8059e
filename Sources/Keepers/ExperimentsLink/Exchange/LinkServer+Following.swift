import ExperimentsTransport
import Foundation
import LinkProtocol

extension LinkServer {
    /// Follows the stream until it ends, and tells what comes over it.
    ///
    /// - Parameters:
    ///   - number: the number of the connection.
    ///   - revision: the state to go on after; nil to be told all.
    ///   - tell: told what happens, in order; the last is that the connection ended, unless the task was cancelled.
    func follow(
        _ number: Int, after revision: LinkRevision?, in surroundings: LinkSurroundings,
        tell: (LinkHappening) -> Void
    ) async {
        guard let request = stream(after: revision) else { return tell(.ended(connection: number, Self.noAddress)) }
        var parser = EventStreamParser(limit: LinkLimits.eventBytes)
        var wait: Duration?
        do {
            let stream = try await surroundings.transport.open(request)
            let isStream = stream.headers["content-type"]?.lowercased().hasPrefix("text/event-stream") ?? false
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
                // One that cannot be read asks for nothing.
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
