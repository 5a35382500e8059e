import ExperimentsCore
import Foundation

/// A Remote Config template: the document that an operator edits and publishes, in the form of the admin REST API.
///
/// The document is kept completely, in the order in which it was written. Members that this package does not know are
/// written back with the same meaning.
public struct RemoteConfigTemplate: Sendable, Hashable {
    /// The document with all its members, in the order in which they were written.
    public internal(set) var json: JSONObject
    /// The conditions in their order of precedence: of the conditions that are met, the first one for which a parameter
    /// has a value determines it.
    public internal(set) var conditions: [TemplateCondition]
    /// The parameters in the order written, with those in groups after the others.
    public internal(set) var parameters: [TemplateParameter]

    /// Creates a template without parameters.
    public init() {
        json = JSONObject()
        json["parameters"] = [:]
        conditions = []
        parameters = []
    }

    /// Reads a template from a JSON document.
    ///
    /// - Throws: `TemplateProblem` that names the first wrong member.
    public init(_ json: JSONValue) throws(TemplateProblem) {
        var reader = TemplateReader()
        let template = reader.template(json)
        if let first = reader.problems.first { throw first }
        self = template
    }

    /// Reads the JSON text of a document.
    ///
    /// - Throws: `TemplateProblem` that names the first wrong member, with line and column.
    public init(parsing bytes: [UInt8]) throws(TemplateProblem) {
        let result = TemplateReader.read(bytes)
        if let first = result.problems.first { throw first }
        self = result.template
    }

    init(json: JSONObject, conditions: [TemplateCondition], parameters: [TemplateParameter]) {
        self.json = json
        self.conditions = conditions
        self.parameters = parameters
    }

    /// The version number in the document, if there is one.
    public var versionNumber: Int64? {
        get { json["version"]?.object?["versionNumber"]?.int64 }
        set {
            var version = json["version"]?.object ?? JSONObject()
            version["versionNumber"] = newValue.map { .string(String($0)) }
            json["version"] = .object(version)
        }
    }

    /// The information in the document about its version: who published it, when, and why.
    public var version: TemplateVersion? { json["version"]?.object.map(TemplateVersion.init) }

    /// The ETag that Admin SDKs save in files of templates, if there is one.
    var savedTag: String? { json["etag"]?.string.flatMap { $0.isEmpty ? nil : $0 } }

    /// Sets the description of the version that this template will become; nil for none.
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

    /// Returns the parameter called `key`; nil if there is none.
    public func parameter(_ key: String) -> TemplateParameter? {
        parameters.first { $0.key == key }
    }

    /// The text of the document, indented by two spaces, with a newline at the end.
    public var text: String { JSONValue.object(json).prettyText + "\n" }
}

/// A condition of a template.
public struct TemplateCondition: Sendable, Hashable {
    /// The name by which parameters refer to it.
    public let name: String
    /// The expression, in the language of client templates; nil in compiled server templates.
    public let expression: String?
    /// The condition tree of a compiled server template; nil in client templates.
    public let tree: JSONObject?
    /// The color of the condition in the Firebase console, for example `DEEP_ORANGE`.
    public let tagColor: String?
    /// The complete condition as the template has it.
    public let json: JSONObject
}

/// A group under which parameters are listed. Apps never see it.
public struct TemplateGroup: Sendable, Hashable {
    /// The name of the group.
    public let name: String
    /// The purpose of the group, as described in the template.
    public let description: String?
    /// The keys of its parameters, in the order written.
    public let keys: [String]
}

extension RemoteConfigTemplate {
    /// Sets the default value of a parameter. Other members of an existing parameter are not changed, and a new
    /// parameter is added at the end.
    ///
    /// - Parameters:
    ///   - value: the new default value.
    ///   - key: the key of the parameter.
    ///   - type: the type of a new parameter.
    ///   - group: the group of a new parameter; nil for none.
    public mutating func setDefaultValue(
        _ value: TemplateValue, of key: String, type: TemplateParameter.ValueType = .string,
        group: String? = nil
    ) {
        if let index = parameters.firstIndex(where: { $0.key == key }) {
            parameters[index].setDefaultValue(value)
            write(parameters[index])
        } else {
            let parameter = TemplateParameter(key: key, group: group, defaultValue: value, type: type)
            parameters.append(parameter)
            write(parameter)
        }
    }

    /// Removes a parameter, also from a group. Does nothing if there is no such parameter.
    public mutating func removeParameter(_ key: String) {
        guard let index = parameters.firstIndex(where: { $0.key == key }) else { return }
        let parameter = parameters.remove(at: index)
        edit(parameter.group) { $0[key] = nil }
    }

    private mutating func write(_ parameter: TemplateParameter) {
        edit(parameter.group) { $0[parameter.key] = .object(parameter.json) }
    }

    /// Changes the `parameters` object of the document or of one of its groups.
    private mutating func edit(_ group: String?, _ change: (inout JSONObject) -> Void) {
        guard let group else {
            var members = json["parameters"]?.object ?? JSONObject()
            change(&members)
            json["parameters"] = .object(members)
            return
        }
        var groups = json["parameterGroups"]?.object ?? JSONObject()
        var object = groups[group]?.object ?? JSONObject()
        var members = object["parameters"]?.object ?? JSONObject()
        change(&members)
        object["parameters"] = .object(members)
        groups[group] = .object(object)
        json["parameterGroups"] = .object(groups)
    }
}

/// Information about one published version of a template.
public struct TemplateVersion: Sendable, Hashable {
    /// The complete information from the service.
    public let json: JSONObject

    /// Creates a version from the JSON of the service.
    public init(_ json: JSONObject) {
        self.json = json
    }

    /// The number. The first version is 1.
    public var number: Int64? { json["versionNumber"]?.int64 }
    /// The time at which it was published.
    public var updatedAt: Date? { json["updateTime"]?.string.flatMap(RFC3339.date) }
    /// The author: an e-mail address, or a name if there is none.
    public var author: String? {
        let user = json["updateUser"]?.object
        return (user?["email"] ?? user?["name"])?.string
    }
    /// The program from which it was published, for example `CONSOLE` or `REST_API`.
    public var origin: String? { json["updateOrigin"]?.string }
    /// The kind of publication, for example `INCREMENTAL_UPDATE`, `FORCED_UPDATE` or `ROLLBACK`.
    public var type: String? { json["updateType"]?.string }
    /// The description of the version by its author.
    public var description: String? { json["description"]?.string }
    /// The version that a rollback restored.
    public var rollbackSource: Int64? { json["rollbackSource"]?.int64 }
}
