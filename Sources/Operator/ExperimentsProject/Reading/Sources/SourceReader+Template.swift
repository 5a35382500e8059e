import ExperimentsCore
import MarkedYAML

/// Reads the fields of a source that is a template of Firebase Remote Config.
extension SourceReader {
    static let templateFields = ["path", "project", "service_account", "access_token", "base_url", "persona"]

    func readTemplate(_ decoder: inout ProjectDecoder) -> ProjectSource.Location? {
        let persona = record["persona"].map { decoder.persona($0, at: "persona") } ?? [:]
        guard let node = record["path"] else {
            return readTemplateService(&decoder).map {
                .firebaseTemplate(TemplateSourceSettings(origin: $0, persona: persona ?? [:]))
            }
        }
        for pair in record.members {
            guard let name = pair.key.text, Self.serviceFields.contains(name) else { continue }
            refuse(
                name, "'\(name)' is for a template of the service, and 'path' names a file; remove one of them",
                &decoder)
        }
        guard let path = decoder.path(node, at: "path", in: folder), let persona else { return nil }
        return .firebaseTemplate(TemplateSourceSettings(origin: .file(path: path), persona: persona))
    }

    private static let serviceFields = ["project", "service_account", "access_token", "base_url"]

    private func readTemplateService(_ decoder: inout ProjectDecoder) -> TemplateSourceSettings.Origin? {
        let project = decoder.line("project", of: record, expected: "a project's id")
        let account = record["service_account"].flatMap { decoder.path($0, at: "service_account", in: folder) }
        let token = record["access_token"].flatMap { decoder.secret($0, at: "access_token") }
        let baseURL = record["base_url"].flatMap { decoder.url($0, at: "base_url") }
        if record["service_account"] != nil, record["access_token"] != nil {
            refuse(
                "access_token", "'access_token' is not needed beside 'service_account'; remove one of them", &decoder)
        }
        // A service account's file names its project, too.
        guard project != nil || account != nil else {
            let isMeant = record.meant.contains(where: Self.templateFields.contains)
            if record["project"] == nil, record["service_account"] == nil, !isMeant {
                decoder.refuse(
                    "has no 'path' or 'project': name a template's file, or the project whose template is published",
                    record.node)
            }
            return nil
        }
        return .service(project: project, serviceAccount: account, accessToken: token, baseURL: baseURL)
    }
}
