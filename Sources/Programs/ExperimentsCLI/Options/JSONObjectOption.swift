import ExperimentsCore

extension JSONObject {
    /// Reads an option that takes a JSON object; one without members where the option is not given.
    init(option: String, _ text: String?, example: String) throws(CommandProblem) {
        self.init()
        guard let text else { return }
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
        self = object
    }
}
