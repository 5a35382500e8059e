import ExperimentsTransport

// The header fields of CORS that every server here sends, with which browsers let web pages read answers.
extension HeaderFields {
    /// Lets web pages of `visitor` read the answer with these header fields.
    ///
    /// - Parameter names: the fields that a page may read besides those that it always may, as in
    ///   `Access-Control-Expose-Headers`.
    package mutating func open(to visitor: WebOrigin, exposing names: String) {
        self["access-control-allow-origin"] = visitor.description
        self["access-control-expose-headers"] = names
    }

    /// Lets pages of the internet reach this machine, in the answer to a preflight request that asks for it.
    package mutating func openPrivateNetwork(asIn request: HeaderFields) {
        guard request["access-control-request-private-network"] != nil else { return }
        self["access-control-allow-private-network"] = "true"
    }
}
