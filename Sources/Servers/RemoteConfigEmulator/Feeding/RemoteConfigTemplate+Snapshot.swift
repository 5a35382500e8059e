import ExperimentsCore
import FirebaseTemplates

extension RemoteConfigTemplate {
    /// A template that gives all users the values of a source: a text each, or the app's own default. What decided the
    /// values at the source is not known here, so that there are no conditions.
    ///
    /// - Throws: `TemplateProblem` for what no template can hold.
    init(_ snapshot: Snapshot) throws(TemplateProblem) {
        let parameters = snapshot.entries.sorted { $0.key < $1.key }.map { name, entry in
            let value = entry.text.map(TemplateValue.text) ?? .inAppDefault
            return JSONObject.Member(
                name: name, value: ["defaultValue": value.json, "valueType": "STRING"])
        }
        try self.init(["parameters": .object(JSONObject(distinct: parameters))])
    }

    /// The document without its version.
    var contents: JSONObject {
        var contents = json
        contents["version"] = nil
        return contents
    }
}
