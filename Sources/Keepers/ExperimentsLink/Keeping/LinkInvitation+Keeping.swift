import ExperimentsCore
import Foundation
import LinkProtocol

/// A link as it is kept: `{"version": 1, "server": "http://…", "token": "…", "app": "shop"}`.
extension LinkInvitation {
    init(kept bytes: [UInt8]) throws(LinkProblem) {
        let object: JSONObject
        do throws(JSONProblem) {
            object = try JSONValue(parsing: bytes).object ?? JSONObject()
        } catch {
            throw LinkProblem("not JSON: \(error)")
        }
        guard object["version"]?.int == LinkAPI.version else {
            throw LinkProblem("expected version \(LinkAPI.version)")
        }
        guard let server = object["server"]?.string.flatMap(URL.init(string:)), let token = object["token"]?.string
        else { throw LinkProblem("expected \"server\" and \"token\"") }
        try self.init(server: server, token: token, app: object["app"]?.string)
    }

    var keptBytes: [UInt8] {
        var object = JSONObject()
        object["version"] = .number(String(LinkAPI.version))
        object["server"] = .string(server.absoluteString)
        object["token"] = .string(token)
        object["app"] = app.map(JSONValue.string)
        return JSONValue.object(object).prettyBytes + [UInt8(ascii: "\n")]
    }
}
