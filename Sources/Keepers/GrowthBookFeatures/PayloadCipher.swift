import CryptoExtras
import ExperimentsSupport
import Foundation

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// Decrypts the encrypted members of payloads: AES-CBC with PKCS#7, as GrowthBook's servers encrypt them.
enum PayloadCipher {
    /// Reads `base64(vector).base64(cipher)`.
    ///
    /// - Parameter key: in base64; 16, 24 or 32 bytes.
    /// - Returns: nil if it cannot be decrypted. There is no authentication: another key may also give garbage.
    static func text(of encrypted: String, key: String) -> [UInt8]? {
        let parts = encrypted.split(scalar: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let vector = Data(base64Encoded: String(parts[0])),
            let cipher = Data(base64Encoded: String(parts[1])), let key = Data(base64Encoded: key),
            let start = try? AES._CBC.IV(ivBytes: vector),
            let text = try? AES._CBC.decrypt(cipher, using: SymmetricKey(data: key), iv: start)
        else { return nil }
        return Array(text)
    }
}
