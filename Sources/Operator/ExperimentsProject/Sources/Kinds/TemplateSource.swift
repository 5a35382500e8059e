import ExperimentsCore
import ExperimentsYAML
import Foundation

extension SourceKind {
    /// A Remote Config template, from a file or from Firebase, with its conditions evaluated locally.
    public static let firebaseTemplate = SourceKind(
        "firebase-template",
        fields: [
            "path", "project", "service_account", "access_token", "base_url", "server", "persona", "tls",
        ]
    ) { $0.readTemplate(&$1) }
}

/// The settings of a source of kind `firebase-template`.
public struct TemplateSourceSettings: SourceSettings {
    /// The place of the template.
    public enum Origin: Sendable, Hashable {
        /// In a JSON file.
        case file(path: String)
        /// The service. Without a service account or a token, `GOOGLE_APPLICATION_CREDENTIALS` names the key file.
        case service(project: String?, serviceAccount: String?, accessToken: Secret?, baseURL: URL?)
    }

    /// The place of the template.
    public var origin: Origin
    /// Whether it is the project's template for servers instead of the one for apps.
    public var isForServers = false
    /// The user that it is evaluated for, with the names that conditions use, for example `device.country`.
    public var persona: [String: JSONValue] = [:]

    /// The kind of source.
    public static var kind: SourceKind { .firebaseTemplate }

    /// The secrets that are sent to ``hosts``.
    public var sentSecrets: [Secret] {
        if case .service(_, _, let token?, _) = origin { [token] } else { [] }
    }

    /// The hosts that the project file names.
    public var hosts: [String] {
        if case .service(_, _, _, let url?) = origin { [url.host].compactMap(\.self) } else { [] }
    }

    /// The path of the template's file, if it is in one.
    public var titlePath: String? {
        if case .file(let path) = origin { path } else { nil }
    }

    /// The place of the template.
    public var address: String {
        switch origin {
        case .file(let path): path
        case .service(let project, let account, _, let baseURL):
            [project ?? "", account ?? "", baseURL?.absoluteString ?? ""].joined(separator: " ")
                + (isForServers ? " server" : "")
        }
    }
}

extension SourceReader {
    func readTemplate(_ decoder: inout ProjectDecoder) -> TemplateSourceSettings? {
        let persona = record["persona"].map { decoder.persona($0, at: "persona") } ?? [:]
        guard let node = record["path"] else {
            let isForServers = decoder.truth("server", of: record) ?? false
            return readTemplateService(&decoder).map {
                TemplateSourceSettings(origin: $0, isForServers: isForServers, persona: persona ?? [:])
            }
        }
        for pair in record.members {
            guard let name = pair.key.text, Self.serviceFields.contains(name) else { continue }
            refuse(
                name,
                because:
                    "`\(name)` is for a template of the service, and `path` names a file; remove one of them",
                &decoder)
        }
        guard let path = decoder.path(node, at: "path", in: folder), let persona else { return nil }
        return TemplateSourceSettings(origin: .file(path: path), persona: persona)
    }

    private static let serviceFields = ["project", "service_account", "access_token", "base_url", "server"]

    private func readTemplateService(_ decoder: inout ProjectDecoder) -> TemplateSourceSettings.Origin? {
        let project = decoder.line("project", of: record, expected: "a project ID")
        let account = record["service_account"].flatMap {
            decoder.path($0, at: "service_account", in: folder)
        }
        let token = record["access_token"].flatMap { decoder.secret($0, at: "access_token") }
        let baseURL = record["base_url"].flatMap { decoder.url($0, at: "base_url") }
        if record["service_account"] != nil, record["access_token"] != nil {
            refuse(
                "access_token", because: "`access_token` and `service_account` cannot be combined", &decoder)
        }
        // A service account's file names its project, too.
        guard project != nil || account != nil else {
            let isMeant = record.meant.contains(where: SourceKind.firebaseTemplate.fields.contains)
            if record["project"] == nil, record["service_account"] == nil, !isMeant {
                decoder.refuse(
                    "has no `path` or `project`: name a template's file, or the project whose template is published",
                    record.node)
            }
            return nil
        }
        return .service(project: project, serviceAccount: account, accessToken: token, baseURL: baseURL)
    }
}
