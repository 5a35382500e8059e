/// A JSON Web Token in its compact form (RFC 7519): a header, claims, and a signature over both.
///
/// By hand, beside the RSA of swift-crypto: the library for tokens brings all of X.509 with it, and the two took a
/// twelfth of the time in which the program is built.
package struct JSONWebToken {
    /// Why a text is no token.
    package enum Problem: Error {
        /// It is not three texts in base64url with dots between them, the last of which may not be empty.
        case parts
        /// The header or the claims are no JSON object.
        case objects
    }

    package let header: JSONObject
    package let claims: JSONObject
    /// What the signature is made of: the header and the claims as they are written.
    package let signedBytes: [UInt8]
    package let signature: [UInt8]

    /// Reads a token. Whether its signature is right is not looked at.
    package init(parsing text: String) throws(Problem) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.bytes(parts[0]), let claims = Base64URL.bytes(parts[1]),
            let signature = Base64URL.bytes(parts[2]), !signature.isEmpty
        else { throw .parts }
        guard let header = (try? JSONValue(parsing: header))?.object,
            let claims = (try? JSONValue(parsing: claims))?.object
        else { throw .objects }
        (self.header, self.claims, self.signature) = (header, claims, signature)
        signedBytes = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// The text of a token of a header and claims, two objects, that `sign` signs.
    package static func text(
        header: JSONValue, claims: JSONValue, signedBy sign: ([UInt8]) throws -> some Sequence<UInt8>
    ) rethrows -> String {
        let signed = [header, claims].map { Base64URL.text($0.compactBytes) }.joined(separator: ".")
        return signed + "." + Base64URL.text(try sign(Array(signed.utf8)))
    }
}
