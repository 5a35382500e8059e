import ExperimentsSupport

/// An error of JSON-RPC 2.0: the request was not carried out.
package struct RPCError: Error, Sendable, Hashable {
    static let parseError = -32700
    static let invalidRequest = -32600
    static let methodNotFound = -32601
    static let invalidParams = -32602
    static let internalError = -32603
    static let unsupportedRevision = -32022

    /// The code, as JSON-RPC or the protocol defines it.
    package let code: Int
    /// The message, for a developer.
    package let message: String
    /// Further members.
    let data: JSONValue?

    init(_ code: Int, _ message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    static func params(_ message: String) -> RPCError { RPCError(invalidParams, message) }

    var json: JSONValue {
        .object(
            JSONObject(present: ["code": .number(String(code)), "message": .string(message), "data": data]))
    }
}
