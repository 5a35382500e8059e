import ExperimentsSupport
import ExperimentsTransport
import Foundation

/// The address for events, and the client key. Neither the key nor the path appears in errors.
struct TrackingAddress: Sendable {
    let ingestor: URL
    let clientKey: String

    /// How many bytes of an answer are taken.
    private static let answerLimit = 64 << 10

    /// Posts events once.
    func post(
        _ events: [GrowthBookEvent], with transport: any HTTPTransport, now: @Sendable () -> Date
    ) async -> TrackingQueue.Outcome {
        guard let url else { return .refused("\(ingestor.hostAndPort): the client key makes no address") }
        let request = TransportRequest(
            .post, url, headers: ["content-type": "text/plain", "accept": "application/json"],
            body: JSONValue.array(events.map(\.json)).compactBytes, timeout: .seconds(30), bodyLimit: Self.answerLimit)
        do {
            return outcome(of: try await transport.send(request), now())
        } catch let error as TransportError {
            if case .insecure = error { return .refused(error.description) }
            return .lost(error.description, retryAfter: nil)
        } catch {
            return .lost("the events could not be sent to \(ingestor.hostAndPort)", retryAfter: nil)
        }
    }

    private var url: URL? {
        guard let service = ingestor.service("/track"),
            var parts = URLComponents(url: service, resolvingAgainstBaseURL: false)
        else { return nil }
        parts.queryItems = [URLQueryItem(name: "client_key", value: clientKey)]
        return parts.url
    }

    private func outcome(of response: TransportResponse, _ now: Date) -> TrackingQueue.Outcome {
        let words = "\(ingestor.hostAndPort) answered \(response.status) to events"
        switch response.status {
        case 200..<300: return .taken
        case 408, 425, 429, 500...:
            return .lost(words, retryAfter: RetryAfter.seconds(in: response.headers, now: now))
        default: return .refused(words)
        }
    }
}
