import ExperimentsCore

/// An option that takes a JSON object.
enum JSONObjectOption {
    /// The object; one without members where the option is not given.
    static func object(_ text: String?, _ option: String, example: String) throws(CommandProblem) -> JSONObject {
        guard let text else { return JSONObject() }
        let value: JSONValue
        do throws(JSONProblem) {
            value = try JSONValue(parsing: text)
        } catch {
            throw CommandProblem("\(option) is not JSON: \(error)")
        }
        guard let object = value.object else {
            throw CommandProblem(
                "\(option) needs an object, found \(value.kindName)", advice: "Write \(option) '\(example)'.")
        }
        return object
    }
}
