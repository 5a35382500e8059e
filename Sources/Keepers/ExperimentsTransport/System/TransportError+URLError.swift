#if canImport(Darwin)
import Foundation

extension TransportError {
    /// Creates the error for one of a URL task. The details of the system's error are left out, because they include
    /// the request's URL.
    ///
    /// - Parameter hasBegun: whether part of the response had arrived.
    init(_ error: any Error, url: URL, timeout: Duration, hasBegun: Bool) {
        let host = url.hostAndPort
        let code = (error as NSError).code
        guard (error as NSError).domain == NSURLErrorDomain else {
            self = .other(host: host, code: code, reason: error.localizedDescription)
            return
        }
        switch code {
        case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed:
            self = .hostNotFound(host: url.host ?? host)
        case NSURLErrorCannotConnectToHost:
            self = .connectionRefused(host: url.host ?? "", port: url.port ?? url.defaultPort)
        case NSURLErrorNetworkConnectionLost where url.scheme == "http" && !hasBegun:
            self = .closed(by: url)
        case NSURLErrorSecureConnectionFailed:
            self = .failedHandshake(with: url)
        case NSURLErrorCannotParseResponse where url.scheme == "http" && !hasBegun:
            self = .otherProtocol(at: url)
        case NSURLErrorNetworkConnectionLost, NSURLErrorBadServerResponse:
            self = .connectionLost(host: host)
        case NSURLErrorUnknown where hasBegun:
            self = .connectionLost(host: host)
        case NSURLErrorNotConnectedToInternet:
            self = .offline
        case NSURLErrorTimedOut:
            self = .timedOut(after: timeout, host: host)
        case NSURLErrorServerCertificateHasBadDate,
            NSURLErrorServerCertificateUntrusted, NSURLErrorServerCertificateHasUnknownRoot,
            NSURLErrorServerCertificateNotYetValid:
            self = .insecure(host: host, reason: error.localizedDescription)
        default:
            self = .other(host: host, code: code, reason: error.localizedDescription)
        }
    }
}
#endif
