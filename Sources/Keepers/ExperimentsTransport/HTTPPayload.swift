import ExperimentsCore
import Foundation

/// The payload at an address, which is fetched with `GET` and the ETag of the last response.
package struct HTTPPayload: RemotePayload {
    /// The statuses of a response with a payload. A proxy that changed it says 203.
    private static let statuses: Set<Int> = [200, 203]

    private let transport: any StreamingTransport
    private let request: @Sendable (_ etag: String?) -> TransportRequest
    private let answered: @Sendable (TransportResponse) -> Void
    private let refusal: @Sendable (TransportResponse) -> FetchFailure

    /// - Parameters:
    ///   - request: returns the request, which names the ETag of the payload that is held.
    ///   - answered: called with each response that has a payload.
    ///   - refusal: returns the failure that another response means.
    package init(
        _ transport: any StreamingTransport,
        request: @escaping @Sendable (_ etag: String?) -> TransportRequest,
        answered: @escaping @Sendable (TransportResponse) -> Void,
        refusal: @escaping @Sendable (TransportResponse) -> FetchFailure
    ) {
        self.transport = transport
        self.request = request
        self.answered = answered
        self.refusal = refusal
    }

    package func fetch(etag: String?) async throws -> RemotePayloadAnswer {
        let response: TransportResponse
        do {
            response = try await transport.send(request(etag))
        } catch let error as TransportError {
            throw FetchFailure(error.description)
        }
        if response.status == 304, etag != nil {
            return .unchanged(etag: response.headers["etag"], httpStatus: 304)
        }
        guard Self.statuses.contains(response.status) else { throw refusal(response) }
        if let reason = response.unreadableReason {
            throw FetchFailure(
                "invalid response from \(request(nil).url.hostAndPort): \(reason)",
                httpStatus: response.status,
                bytes: response.body.count)
        }
        answered(response)
        return .content(response.body, etag: response.headers["etag"], httpStatus: response.status)
    }
}
