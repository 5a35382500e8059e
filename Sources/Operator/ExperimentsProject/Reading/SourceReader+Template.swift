import ExperimentsCore
import MarkedYAML

/// Reads the fields of a source that is a template of Firebase Remote Config.
extension SourceReader {
    static let templateFields = ["path", "project", "service_account", "access_token", "base_url", "persona"]

    func readTemplate(_ problems: inout ProblemCollector) -> ProjectSource.Location? {
        let meant = refuseOthers(than: Self.templateFields, &problems)
        let persona = value("persona").map { readPersona($0, &problems) } ?? [:]
        guard let node = value("path") else {
            return readTemplateService(meant, &problems).map {
                .firebaseTemplate(TemplateSourceSettings(origin: $0, persona: persona ?? [:]))
            }
        }
        for pair in pairs {
            guard let name = pair.key.text, Self.serviceFields.contains(name) else { continue }
            problems.add(
                "'\(name)' is for a template of the service, and 'path' names a file; remove one of them",
                at: pair.key, field.appending(name))
        }
        guard let path = problems.path("path", of: record, node, field, in: folder), let persona else { return nil }
        return .firebaseTemplate(TemplateSourceSettings(origin: .file(path: path), persona: persona))
    }

    private static let serviceFields = ["project", "service_account", "access_token", "base_url"]

    private func readTemplateService(
        _ meant: Set<String>, _ problems: inout ProblemCollector
    ) -> TemplateSourceSettings.Origin? {
        let project = value("project").flatMap { problems.text("project", of: record, $0, field, "a project's id") }
        let account = value("service_account").flatMap {
            problems.path("service_account", of: record, $0, field, in: folder)
        }
        let token = value("access_token").flatMap { problems.secret("access_token", of: record, $0, field) }
        let baseURL = value("base_url").flatMap { problems.url("base_url", of: record, $0, field) }
        if value("service_account") != nil, let pair = pairs.first(where: { $0.key.text == "access_token" }) {
            problems.add(
                "'access_token' is not needed beside 'service_account'; remove one of them", at: pair.key,
                field.appending("access_token"))
        }
        // A service account's file names its project, too.
        guard project != nil || account != nil else {
            if value("project") == nil, value("service_account") == nil, meant.isDisjoint(with: Self.templateFields) {
                problems.add(
                    "\(record.place ?? "the source") has no 'path' or 'project': name a template's file, or the "
                        + "project whose template is published", at: node, field)
            }
            return nil
        }
        return .service(project: project, serviceAccount: account, accessToken: token, baseURL: baseURL)
    }

    /// Names and scalars, lists or mappings of scalars; nil where it is something else.
    private func readPersona(_ node: YAMLNode, _ problems: inout ProblemCollector) -> [String: JSONValue]? {
        let example = "fields such as device.country: GB"
        guard node.pairs != nil else {
            problems.addWrong("persona", of: record, mustBe: example, node, field)
            return nil
        }
        do throws(YAMLProblem) {
            let text = try node.jsonText()
            let members = (try? JSONValue(parsing: text))?.object?.members ?? []
            return Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
        } catch {
            problems.add(
                error.message, field: field.appending("persona").description, line: error.line, column: error.column)
            return nil
        }
    }
}
