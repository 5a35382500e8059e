import ExperimentsCore
import Foundation

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// The signature that proves that the sender of a message knows the hook's secret, with the time of sending:
/// `t=1772355600,v1=5257a869…`, where `v1` is the HMAC-SHA256 of `1772355600.BODY` in hexadecimal digits.
package struct HookSignature: Sendable, Hashable {
    /// The value of the header.
    package let text: String

    package init(of body: [UInt8], with secret: String, at now: Date) {
        let time = String(Int64(now.timeIntervalSince1970.rounded(.down)))
        let key = SymmetricKey(data: Data(secret.utf8))
        let code = HMAC<SHA256>.authenticationCode(for: Data("\(time).".utf8) + Data(body), using: key)
        text = "t=\(time),v1=\(Hexadecimal.text(code))"
    }
}
