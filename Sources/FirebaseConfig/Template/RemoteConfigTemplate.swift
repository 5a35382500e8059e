import ExperimentsCore

/// A Remote Config template: the document that an operator edits and publishes, as the admin REST API gives it.
///
/// The document is kept whole, in the order it was written. What this package does not know about is written back with
/// the same meaning.
public struct RemoteConfigTemplate: Sendable, Hashable {
    /// The document.
    public internal(set) var json: JSONObject
    /// The parameters, those of groups after those outside any, in the order written.
    public internal(set) var parameters: [TemplateParameter]

    /// A template without parameters.
    public init() {
        json = JSONObject()
        json["parameters"] = [:]
        parameters = []
    }

    /// Reads a document.
    ///
    /// - Throws: `TemplateProblem` that names the member at fault.
    public init(_ json: JSONValue) throws(TemplateProblem) {
        guard let object = json.object else {
            throw TemplateProblem(path: [], "must be an object, found \(json.kindName)")
        }
        self.json = object
        parameters = try TemplateReader.parameters(of: object)
    }

    /// Reads the JSON text of a document.
    ///
    /// - Throws: `TemplateProblem`, with line and column for what is not JSON.
    public init(parsing bytes: [UInt8]) throws(TemplateProblem) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw TemplateProblem(path: [], "is not JSON: \(error.message)", line: error.line, column: error.column)
        }
        try self.init(json)
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

    /// The parameter called `key`, if there is one.
    public func parameter(_ key: String) -> TemplateParameter? {
        parameters.first { $0.key == key }
    }
}
