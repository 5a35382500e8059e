import ExperimentsCore

/// What may stand in the parts of a request.
extension String {
    /// Whether every byte is a visible character of ASCII, as in a key or a token: no blank, and no line break, which would
    /// end the header that carries it.
    package var isVisibleASCII: Bool { utf8.allSatisfy { (0x21...0x7E).contains($0) } }

    /// Whether the text may be the id of a Google Cloud project: letters, digits and `-`, and in ids such as
    /// `example.com:shop`, which old projects of a domain have, dots and a colon.
    package var isProjectID: Bool {
        !isEmpty
            && utf8.allSatisfy {
                $0.isUnreserved && $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "~") || $0 == UInt8(ascii: ":")
            }
    }
}
