/// A JSON Web Token in its compact form (RFC 7519): a header, claims, and a signature over both.
///
/// Written by hand on top of the RSA of swift-crypto. A library for tokens would depend on all of X.509, and the two
/// took a twelfth of the build time.
package struct JSONWebToken {
    package let header: JSONObject
    package let claims: JSONObject
    /// The signed bytes: the header and the claims in their encoded form.
    package let signedBytes: [UInt8]
    package let signature: [UInt8]

    /// Reads a token without checking its signature.
    ///
    /// - Parameter isPaddingAllowed: whether the parts may end in padding, as Google's services accept them.
    package init(parsing text: String, allowingPadding isPaddingAllowed: Bool = false) throws(MessageError) {
        func bytes(_ part: Substring) -> [UInt8]? {
            let padding = isPaddingAllowed ? part.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count : 0
            guard padding == 0 || (padding <= 2 && part.utf8.count % 4 == 0) else { return nil }
            return Base64URL.bytes(part.dropLast(padding))
        }
        let parts = text.split(scalar: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = bytes(parts[0]), let claims = bytes(parts[1]),
            let signature = bytes(parts[2]), !signature.isEmpty
        else { throw MessageError("it must be three base64url strings with dots between them") }
        guard let header = (try? JSONValue(parsing: header))?.object,
            let claims = (try? JSONValue(parsing: claims))?.object
        else { throw MessageError("the header and the claims must be JSON objects in base64url") }
        self.header = header
        self.claims = claims
        self.signature = signature
        signedBytes = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// Returns the text of a token with this header and these claims, both objects, which `sign` signs.
    package static func text(
        header: JSONValue, claims: JSONValue, signedBy sign: ([UInt8]) throws -> some Sequence<UInt8>
    ) rethrows -> String {
        let signed = [header, claims].map { Base64URL.text($0.compactBytes) }.joined(separator: ".")
        return signed + "." + Base64URL.text(try sign(Array(signed.utf8)))
    }
}
