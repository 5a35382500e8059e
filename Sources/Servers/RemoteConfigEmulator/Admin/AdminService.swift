import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation

/// The server's side of the REST API with which templates are read and published.
struct AdminService {
    let project: ProjectState
    let now: Date
    /// Who calls.
    let email: String
    /// Called with each version that was published.
    let announce: (Int64, TemplateNamespace) -> Void

    func template(_ namespace: TemplateNamespace, _ request: EmulatorRequest) throws(EmulatorError) -> EmulatorAnswer {
        let history = project.history(namespace)
        let wanted = try request.queryNumber("versionNumber")
        guard let wanted else {
            guard let current = history.versions.last else {
                let empty: JSONValue = ["conditions": [], "parameters": [:], "parameterGroups": [:]]
                return answer(empty.compactBytes, etag: etag(namespace, 0), note: "no template yet")
            }
            return answer(
                current.body, etag: etag(namespace, current.number), note: "template version \(current.number)")
        }
        guard let version = history.version(wanted) else { throw missing(wanted) }
        return answer(version.body, etag: etag(namespace, wanted), note: "template version \(wanted)")
    }

    func publish(_ namespace: TemplateNamespace, _ request: EmulatorRequest) throws(EmulatorError) -> EmulatorAnswer {
        let template = try Self.template(in: request, namespace)
        guard let match = request.headers["if-match"]?.trimmingCharacters(in: .whitespaces), !match.isEmpty else {
            throw .validation("If-Match is required: the ETag of the template that was edited, or * for any")
        }
        if try request.queryFlag("validateOnly") {
            try check(match, namespace, version: project.history(namespace).version)
            var json = JSONValue.object(template.json)
            if var object = json.object {
                object["version"] = nil
                json = .object(object)
            }
            return answer(json.compactBytes, etag: etag(namespace, 0), note: "template is valid")
        }
        var note = note(request, match == "*" ? .forced : .incremental)
        note.keepsVersion = false
        let published = try project.publish(to: namespace, note) { (draft) throws(EmulatorError) in
            try check(match, namespace, version: draft.version)
            draft.template = template
        }
        return answer(published, namespace, note: "published")
    }

    func rollback(_ namespace: TemplateNamespace, _ request: EmulatorRequest) throws(EmulatorError) -> EmulatorAnswer {
        var wanted = try request.queryNumber("versionNumber")
        if wanted == nil, !request.body.isEmpty {
            wanted = try RequestFields(request.body).wholeNumber("versionNumber")
        }
        guard let wanted else { throw .invalidArgument("'versionNumber' is required.") }
        guard let version = project.history(namespace).version(wanted),
            var template = try? RemoteConfigTemplate(parsing: version.body)
        else { throw missing(wanted) }
        template.versionNumber = nil
        var note = note(request, .rollback)
        note.rollbackSource = wanted
        note.keepsVersion = false
        let published = project.publish(to: namespace, note) { $0.template = template }
        return answer(published, namespace, note: "rolled back to version \(wanted) as")
    }

    func versions(_ namespace: TemplateNamespace, _ request: EmulatorRequest) throws(EmulatorError) -> EmulatorAnswer {
        let list = try VersionList(project.history(namespace).versions, request)
        return EmulatorAnswer(.json(list.json), note: "\(list.versions.count) versions")
    }

    func defaults(_ namespace: TemplateNamespace, _ request: EmulatorRequest) throws(EmulatorError) -> EmulatorAnswer {
        let template = project.history(namespace).template ?? RemoteConfigTemplate()
        guard let format = DefaultsDownload.Format(rawValue: request.query["format"] ?? "") else {
            throw .invalidArgument("'format' must be XML, PLIST or JSON.")
        }
        let document = DefaultsDownload(template)
        var response = EmulatorResponse(
            status: 200, headers: ["content-type": format.mediaType], body: Array(document.text(format).utf8))
        response.headers["etag"] = etag(namespace, project.history(namespace).version)
        return EmulatorAnswer(response, note: "defaults as \(format.rawValue)")
    }

    func serverTemplate() -> EmulatorAnswer {
        guard let served = project.servedToServers else {
            return answer(Array("{}".utf8), etag: nil, note: "no server template yet")
        }
        return answer(served.body, etag: served.etag, note: "server template")
    }

    /// The number of problems of a template that one answer lists.
    private static let problemLimit = 20

    private static func template(
        in request: EmulatorRequest, _ namespace: TemplateNamespace
    ) throws(EmulatorError) -> RemoteConfigTemplate {
        let fields = try RequestFields(request.body)
        let template: RemoteConfigTemplate
        do {
            template = try RemoteConfigTemplate(.object(fields.object))
        } catch {
            throw .validation("\(error)")
        }
        let problems = TemplateValidator(namespace: namespace).problems(of: template).filter { $0.severity == .error }
        guard problems.isEmpty else {
            throw .validation(problems.prefix(Self.problemLimit).map(\.description).joined(separator: "\n"))
        }
        return template
    }

    private func check(
        _ match: String, _ namespace: TemplateNamespace, version: Int64
    ) throws(EmulatorError) {
        let tag = match.hasPrefix("\"") ? String(match.dropFirst().prefix { $0 != "\"" }) : match
        guard tag != "*", tag != etag(namespace, version) else { return }
        let expected = tag.split(separator: "-").last.flatMap { Int64($0) }.map { "version \($0)" } ?? "another ETag"
        throw EmulatorError(
            status: 412, name: "FAILED_PRECONDITION",
            message: "[VERSION_MISMATCH]: Expected \(expected), found version \(version) for project: "
                + project.projectNumber)
    }

    private func note(_ request: EmulatorRequest, _ kind: PublishNote.Kind) -> PublishNote {
        let isNode = request.headers["x-firebase-client"]?.hasPrefix("fire-admin-node") == true
        return PublishNote(time: now, kind: kind, origin: isNode ? "ADMIN_SDK_NODE" : "REST_API", email: email)
    }

    private func missing(_ version: Int64) -> EmulatorError {
        .notFound("[VERSION_NOT_FOUND]: Version \(version) is not stored for project: \(project.projectNumber)")
    }

    private func etag(_ namespace: TemplateNamespace, _ version: Int64) -> String {
        let name = namespace == .client ? "" : "-\(namespace.rawValue)"
        return "etag-\(project.projectNumber)\(name)-\(version)"
    }

    private func answer(
        _ published: PublishedVersion?, _ namespace: TemplateNamespace, note: String
    ) -> EmulatorAnswer {
        let number = published?.number ?? 0
        announce(number, namespace)
        return answer(published?.body ?? [], etag: etag(namespace, number), note: "\(note) version \(number)")
    }

    private func answer(_ body: [UInt8], etag: String?, note: String) -> EmulatorAnswer {
        EmulatorAnswer(.json(body, etag: etag), note: note)
    }
}
