import ExperimentsCore

extension TemplateDraft {
    /// The version of the format in which drafts are kept.
    static let formatVersion = 1

    /// The draft as it is stored: `{"version": 1, "base": {"etag", "template"}, "edits": […], "undone": […]}`.
    package var json: JSONObject {
        var base = JSONObject()
        base["etag"] = self.base.etag.map(JSONValue.string)
        base["template"] = .object(self.base.template.json)
        var members = JSONObject()
        members["version"] = .number(String(Self.formatVersion))
        members["base"] = .object(base)
        members["edits"] = .array(edits.map(\.json))
        if !undone.isEmpty { members["undone"] = .array(undone.map(\.json)) }
        return members
    }

    /// Reads a stored draft.
    ///
    /// - Throws: `TemplateProblem` with the path of the mistake, and its place in the text.
    package init(parsing bytes: [UInt8]) throws(TemplateProblem) {
        let json: JSONValue
        do throws(JSONProblem) {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw TemplateProblem(
                path: DocumentPath(), "is not JSON: \(error.message)", line: error.line, column: error.column)
        }
        do throws(TemplateProblem) {
            try self.init(json)
        } catch {
            throw error.placed(in: JSONPlaces(bytes))
        }
    }

    private init(_ json: JSONValue) throws(TemplateProblem) {
        let root = DocumentPath()
        guard let object = json.object else {
            throw TemplateProblem(path: root, DocumentWords.expected("an object", found: json.found), kind: .statement)
        }
        guard object["version"]?.int == Self.formatVersion else {
            throw TemplateProblem(
                path: root["version"],
                DocumentWords.expected(String(Self.formatVersion), found: object["version"]?.found ?? "nothing"),
                kind: .statement,
                advice: "use the version of the program that wrote it")
        }
        guard let base = object["base"]?.object, let template = base["template"] else {
            throw TemplateProblem(path: root["base"]["template"], "is missing")
        }
        let published = PublishedTemplate(
            template: try RemoteConfigTemplate(template), etag: base["etag"]?.string)
        let edits = try Self.edits(object["edits"], root["edits"])
        let undone = try Self.edits(object["undone"], root["undone"])
        do throws(TemplateEditProblem) {
            try self.init(base: published, edits: edits, undone: undone)
        } catch {
            throw TemplateProblem(path: root["edits"], "cannot be made on the base: \(error.message)")
        }
    }

    private static func edits(
        _ json: JSONValue?, _ path: DocumentPath
    ) throws(TemplateProblem) -> [TemplateEdit] {
        guard let json else { return [] }
        guard let elements = json.array else {
            throw TemplateProblem(path: path, DocumentWords.expected("an array", found: json.found), kind: .statement)
        }
        var edits: [TemplateEdit] = []
        for (index, element) in elements.enumerated() {
            do throws(DocumentFault) {
                edits.append(try TemplateEdit(element, at: path[index]))
            } catch {
                throw TemplateProblem(error)
            }
        }
        return edits
    }
}
