import ExperimentsCore

extension RequestRecord {
    /// The request as an object: `at`, `method`, `path`, `status`, `bytes`, `milliseconds`, `note`, and `fault` where one
    /// was injected.
    public var json: JSONObject {
        var object = JSONObject()
        object["at"] = .string(RFC3339.text(of: time, milliseconds: true))
        object["method"] = .string(method)
        object["path"] = .string(path)
        object["status"] = .number(String(status))
        object["bytes"] = .number(String(bytes))
        object["milliseconds"] = .number(String(Int(duration.inSeconds * 1000)))
        object["note"] = .string(note)
        object["fault"] = fault.map(JSONValue.string)
        return object
    }
}
