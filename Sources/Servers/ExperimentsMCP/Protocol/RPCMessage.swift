import ExperimentsSupport

/// The identifier of a request.
package enum RequestID: Sendable, Hashable {
    case text(String)
    case number(String)

    /// Reads the member `id`; nil if it is neither a text nor a whole number, of which each has one form.
    init?(_ json: JSONValue?) {
        switch json {
        case .string(let text): self = .text(text)
        case .number(let lexeme) where lexeme.utf8.allSatisfy(Self.isDigitOrSign): self = .number(lexeme)
        default: return nil
        }
    }

    private static func isDigitOrSign(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .number(let lexeme): .number(lexeme)
        }
    }
}

/// A message from the client.
enum RPCMessage {
    case request(id: RequestID, method: String, params: JSONObject)
    case notification(method: String, params: JSONObject)
    /// An answer. This server sends no requests, so it belongs to none.
    case response

    /// A message that cannot be read, and its identifier if that can be read.
    struct Problem: Error {
        let id: RequestID?
        let error: RPCError
    }

    init(_ json: JSONValue) throws(Problem) {
        guard let object = json.object else {
            throw Problem(id: nil, error: RPCError(RPCError.invalidRequest, "expected an object"))
        }
        let id = RequestID(object["id"])
        func problem(_ message: String) -> Problem {
            Problem(id: id, error: RPCError(RPCError.invalidRequest, message))
        }
        guard object["jsonrpc"]?.string == "2.0" else { throw problem("expected \"jsonrpc\": \"2.0\"") }
        guard let method = object["method"] else {
            guard object["result"] != nil || object["error"] != nil else {
                throw problem("expected \"method\"")
            }
            self = .response
            return
        }
        guard let method = method.string else { throw problem("expected a string as \"method\"") }
        let params: JSONObject
        switch object["params"] {
        case nil: params = JSONObject()
        case .object(let object)?: params = object
        default: throw problem("expected an object as \"params\"")
        }
        if object["id"] == nil {
            self = .notification(method: method, params: params)
        } else if let id {
            self = .request(id: id, method: method, params: params)
        } else {
            throw problem("expected a string or a whole number as \"id\"")
        }
    }
}

extension JSONValue {
    /// A response with a result.
    static func response(to id: RequestID, _ result: JSONObject) -> JSONValue {
        ["jsonrpc": "2.0", "id": id.json, "result": .object(result)]
    }

    /// A response with an error. Without a readable identifier, JSON-RPC asks for null.
    static func response(to id: RequestID?, _ error: RPCError) -> JSONValue {
        ["jsonrpc": "2.0", "id": id?.json ?? .null, "error": error.json]
    }

    static func notification(_ method: String, _ params: JSONObject) -> JSONValue {
        ["jsonrpc": "2.0", "method": .string(method), "params": .object(params)]
    }
}
