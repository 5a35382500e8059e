/// What carries HTTP requests to a server and brings back the answers.
///
/// The one place where this package meets the network; tests put a script in its place.
public protocol HTTPTransport: Sendable {
    /// Sends `request` and returns the whole answer, whatever its status. Redirects are not followed: they would carry
    /// the request's keys to another host.
    ///
    /// - Throws: `TransportError` when there is no whole answer within the request's limits, `CancellationError` when
    ///   the calling task was cancelled.
    func send(_ request: TransportRequest) async throws -> TransportResponse
}
