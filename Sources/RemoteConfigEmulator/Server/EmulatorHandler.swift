import FirebaseConfig
import FlyingFox
import FlyingSocks
import Foundation

/// Carries requests from FlyingFox to an emulator, and its answers back.
struct EmulatorHandler: HTTPHandler {
    let emulator: Emulator

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let limit = BodyLimit.bytes(for: request.path)
        guard let body = try await body(of: request, limit) else {
            return deliver(.error(.tooLarge(limit)))
        }
        var headers = HeaderFields()
        for (name, value) in request.headers { headers[name.rawValue] = value }
        let response = await emulator.respond(
            to: EmulatorRequest(
                method: request.method.rawValue, path: request.path,
                query: Dictionary(request.query.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }),
                headers: headers, body: body))
        if response.delivery == .never { await untilCancelled() }
        return deliver(response)
    }

    private func body(of request: HTTPRequest, _ limit: Int) async throws -> [UInt8]? {
        if let count = request.bodySequence.count, count > limit { return nil }
        var body: [UInt8] = []
        for try await chunk in request.bodySequence {
            body.append(contentsOf: chunk)
            guard body.count <= limit else { return nil }
        }
        return body
    }

    private func deliver(_ response: EmulatorResponse) -> HTTPResponse {
        var headers = HTTPHeaders()
        for (name, value) in response.headers.fields { headers[HTTPHeader(name)] = value }
        return HTTPResponse(
            statusCode: HTTPStatusCode(response.status, phrase: Self.phrase(of: response.status)), headers: headers,
            body: bodySequence(response))
    }

    private func bodySequence(_ response: EmulatorResponse) -> HTTPBodySequence {
        if let stream = response.stream { return HTTPBodySequence(from: StreamedBytes(stream)) }
        switch response.delivery {
        case .whole, .never:
            return HTTPBodySequence(data: Data(response.body), suggestedBufferSize: 65_536)
        case .truncated:
            let half = BrokenOffBytes(Array(response.body.prefix(response.body.count / 2)))
            return HTTPBodySequence(from: half, count: response.body.count)
        case .padded(let count, announced: true):
            return HTTPBodySequence(from: PaddingBytes(count: count), count: count, suggestedBufferSize: 65_536)
        case .padded(let count, announced: false):
            return HTTPBodySequence(from: PaddingBytes(count: count), suggestedBufferSize: 65_536)
        }
    }

    private func untilCancelled() async {
        let (silence, _) = AsyncStream.makeStream(of: Never.self)
        for await _ in silence {}
    }

    private static func phrase(of status: Int) -> String {
        switch status {
        case 200: "OK"
        case 429: "Too Many Requests"
        case 400...499: "Refused"
        case 500...599: "Failed"
        default: "Answer"
        }
    }
}
