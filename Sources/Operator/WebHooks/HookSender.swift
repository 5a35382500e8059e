import ExperimentsCore
import ExperimentsTransport
import Foundation

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// Sends a message to a web hook once, within limits of time and size. Redirects are not followed.
package struct HookSender: Sendable {
    /// The largest answer that is read, in bytes.
    package static let answerLimit = 64 << 10

    private let transport: any HTTPTransport
    private let timeout: Duration
    private let now: @Sendable () -> Date

    /// - Parameter timeout: the longest time for one attempt.
    package init(
        _ transport: any HTTPTransport, timeout: Duration = .seconds(10),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.transport, self.timeout, self.now) = (transport, timeout, now)
    }

    /// Sends a message. The result contains neither the path of the address nor the secret.
    package func send(_ delivery: Delivery, to hook: WebHook) async -> DeliveryOutcome {
        var headers: HeaderFields = [
            "Content-Type": "application/json", "User-Agent": "experiments",
            "X-Experiments-Delivery": delivery.id.uuidString.lowercased(),
            "X-Experiments-Event": delivery.event.rawValue,
        ]
        if let secret = hook.secret {
            headers["X-Experiments-Signature"] = Self.signature(of: delivery.body, with: secret, at: now())
        }
        let request = TransportRequest(
            .post, hook.url, headers: headers, body: delivery.body, timeout: timeout,
            bodyLimit: Self.answerLimit)
        do {
            return outcome(of: try await transport.send(request))
        } catch let error as TransportError {
            if case .insecure = error { return .refused(error.description) }
            // The head said that it was taken; what follows is of no interest, however long it is.
            return .failed(error.description, retryAfter: nil)
        } catch {
            return .failed("it could not be sent", retryAfter: nil)
        }
    }

    /// The signature that proves that the sender of a message knows the hook's secret, with the time of sending:
    /// `t=1772355600,v1=5257a869…`, where `v1` is the HMAC-SHA256 of `1772355600.BODY` in hexadecimal digits.
    private static func signature(of body: [UInt8], with secret: String, at now: Date) -> String {
        let time = String(Int64(now.timeIntervalSince1970.rounded(.down)))
        let key = SymmetricKey(data: Data(secret.utf8))
        let code = HMAC<SHA256>.authenticationCode(for: Data("\(time).".utf8) + Data(body), using: key)
        return "t=\(time),v1=\(Hexadecimal.text(code))"
    }

    private func outcome(of response: TransportResponse) -> DeliveryOutcome {
        let words = "\(response.status)"
        switch response.status {
        case 200..<300: return .delivered(status: response.status)
        case 300..<400: return .refused("it answered \(words), and redirects are not followed")
        case 408, 425, 429, 500...:
            return .failed(
                "it answered \(words)", retryAfter: RetryAfter.seconds(in: response.headers, now: now()))
        default: return .refused("it answered \(words)")
        }
    }
}
