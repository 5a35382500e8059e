import ExperimentsCore

/// A Remote Config template: the document that an operator edits and publishes, as the admin REST API gives it.
///
/// The document is kept whole, in the order it was written. What this package does not know about is written back with
/// the same meaning.
public struct RemoteConfigTemplate: Sendable, Hashable {
    /// The document.
    public internal(set) var json: JSONObject
    /// The conditions in the order that decides: of those that hold, the first one that a parameter has a value for
    /// counts.
    public internal(set) var conditions: [TemplateCondition]
    /// The parameters, those of groups after those outside any, in the order written.
    public internal(set) var parameters: [TemplateParameter]

    /// A template without parameters.
    public init() {
        json = JSONObject()
        json["parameters"] = [:]
        conditions = []
        parameters = []
    }

    /// Reads a document.
    ///
    /// - Throws: `TemplateProblem` that names the first member at fault.
    public init(_ json: JSONValue) throws(TemplateProblem) {
        var reader = TemplateReader()
        let template = reader.template(json)
        if let first = reader.problems.first { throw first }
        self = template
    }

    /// Reads the JSON text of a document.
    ///
    /// - Throws: `TemplateProblem` that names the first member at fault, with line and column.
    public init(parsing bytes: [UInt8]) throws(TemplateProblem) {
        let result = TemplateReader.read(bytes)
        if let first = result.problems.first { throw first }
        self = result.template
    }

    init(json: JSONObject, conditions: [TemplateCondition], parameters: [TemplateParameter]) {
        (self.json, self.conditions, self.parameters) = (json, conditions, parameters)
    }

    /// The version that the document says it is, if it says so.
    public var versionNumber: Int64? {
        get { json["version"]?.object?["versionNumber"]?.int64 }
        set {
            var version = json["version"]?.object ?? JSONObject()
            version["versionNumber"] = newValue.map { .string(String($0)) }
            json["version"] = .object(version)
        }
    }

    /// What the document says about itself: who wrote its version, when, and why.
    public var version: TemplateVersion? {
        json["version"]?.object.map(TemplateVersion.init)
    }

    /// Notes what is to be said about the version that this template will be; nil for nothing.
    public mutating func setVersionDescription(_ text: String?) {
        var version = json["version"]?.object ?? JSONObject()
        version["description"] = text.map(JSONValue.string)
        json["version"] = .object(version)
    }

    /// The groups, in the order written.
    public var groups: [TemplateGroup] {
        (json["parameterGroups"]?.object?.members ?? []).map { group in
            TemplateGroup(
                name: group.name, description: group.value.object?["description"]?.string,
                keys: group.value.object?["parameters"]?.object?.members.map(\.name) ?? [])
        }
    }

    /// The parameter called `key`, if there is one.
    public func parameter(_ key: String) -> TemplateParameter? {
        parameters.first { $0.key == key }
    }

    /// The document's text: indented by two blanks, with a newline at the end.
    public var text: String { JSONValue.object(json).prettyText + "\n" }
}

/// One condition of a template.
public struct TemplateCondition: Sendable, Hashable {
    /// The name by which parameters refer to it.
    public let name: String
    /// What has to hold, in the language of client templates; nil in the compiled templates of servers.
    public let expression: String?
    /// What has to hold, as the tree of a compiled server template; nil in client templates.
    public let tree: JSONObject?
    /// The colour it is shown in by the Firebase console, for example `DEEP_ORANGE`.
    public let tagColor: String?
    /// The condition as the template has it, with every member.
    public let json: JSONObject
}

/// A heading under which parameters are listed. Apps never see it.
public struct TemplateGroup: Sendable, Hashable {
    /// What it is called.
    public let name: String
    /// What it is for, as the template says.
    public let description: String?
    /// The keys of its parameters, in the order written.
    public let keys: [String]
}
