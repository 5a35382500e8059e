import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation

/// The server's side of the REST API for reading and publishing templates.
struct AdminService {
    let project: ProjectState
    let now: Date
    /// The caller.
    let email: String
    /// Called with each published version.
    let announce: (Int64, TemplateNamespace) -> Void

    func template(_ namespace: TemplateNamespace, _ request: EmulatorRequest) throws(EmulatorError)
        -> EmulatorAnswer
    {
        let history = project.history(namespace)
        // As everywhere with protobuf, 0 is the same as nothing.
        let wanted = try request.queryNumber("versionNumber")
        guard let wanted, wanted != 0 else {
            guard let current = history.versions.last else {
                let empty: JSONValue = ["conditions": [], "parameters": [:], "parameterGroups": [:]]
                return answer(empty.compactBytes, etag: etag(namespace, 0), note: "no template yet")
            }
            return answer(
                current.body, etag: etag(namespace, current.number),
                note: "template version \(current.number)")
        }
        guard let version = history.version(wanted) else { throw missing(wanted) }
        return answer(version.body, etag: etag(namespace, wanted), note: "template version \(wanted)")
    }

    func publish(_ namespace: TemplateNamespace, _ request: EmulatorRequest) throws(EmulatorError)
        -> EmulatorAnswer
    {
        guard let match = request.headers["if-match"]?.trimmingCharacters(in: .whitespaces), !match.isEmpty
        else {
            throw EmulatorError(
                status: 400, name: "FAILED_PRECONDITION",
                message:
                    "[VERSION_MISMATCH]: No If-Match header found on UpdateRemoteConfig call; send the ETag of the "
                    + "template that was edited, or * for any.")
        }
        let template = try template(in: request, namespace)
        if try request.queryFlag("validateOnly") {
            try check(match, namespace, version: project.history(namespace).version)
            return answer(
                JSONValue.object(Self.validated(template)).compactBytes, etag: etag(namespace, 0),
                note: "template is valid")
        }
        var note = note(request, match == "*" ? .forced : .incremental)
        note.keepsVersion = false
        let published = try project.publish(to: namespace, note) { (draft) throws(EmulatorError) in
            try check(match, namespace, version: draft.version)
            draft.template = template
        }
        return answer(published, namespace, note: "published")
    }

    func rollback(_ namespace: TemplateNamespace, _ request: EmulatorRequest) throws(EmulatorError)
        -> EmulatorAnswer
    {
        var wanted = try request.queryNumber("versionNumber")
        if wanted == nil, !request.body.isEmpty {
            wanted = try RequestFields(request.body).wholeNumber("versionNumber")
        }
        guard let wanted else { throw .invalidArgument("'versionNumber' is required.") }
        guard let version = project.history(namespace).version(wanted),
            var template = try? RemoteConfigTemplate(parsing: version.body)
        else { throw missing(wanted) }
        template.versionNumber = nil
        template.setVersionDescription("Rollback to version \(wanted)")
        var note = note(request, .rollback)
        note.rollbackSource = wanted
        note.keepsVersion = false
        let published = project.publish(to: namespace, note) { $0.template = template }
        return answer(published, namespace, note: "rolled back to version \(wanted) as")
    }

    func versions(_ namespace: TemplateNamespace, _ request: EmulatorRequest) throws(EmulatorError)
        -> EmulatorAnswer
    {
        let list = try VersionList(project.history(namespace).versions, request)
        return EmulatorAnswer(.json(list.json), note: "\(list.versions.count) versions")
    }

    func defaults(_ namespace: TemplateNamespace, _ request: EmulatorRequest) throws(EmulatorError)
        -> EmulatorAnswer
    {
        let template = project.history(namespace).template ?? RemoteConfigTemplate()
        guard let format = DefaultsFormat(rawValue: request.query["format"] ?? "") else {
            throw .invalidArgument("'format' must be XML, PLIST or JSON.")
        }
        var response = EmulatorResponse(
            status: 200, headers: ["content-type": format.mediaType],
            body: Array(format.text(of: template).utf8))
        response.headers["etag"] = etag(namespace, project.history(namespace).version)
        return EmulatorAnswer(response, note: "defaults as \(format.rawValue)")
    }

    func serverTemplate() -> EmulatorAnswer {
        let served =
            project.servedToServers ?? ServedServerTemplate(JSONObject(), projectID: project.projectID)
        let isEmpty = project.servedToServers == nil
        return answer(
            served.body, etag: served.etag, note: isEmpty ? "no server template yet" : "server template")
    }

    /// The description of the project, for Firebase's tools, which need its number.
    func description() -> EmulatorAnswer {
        let body: JSONValue = [
            "name": .string("projects/\(project.projectID)"), "projectId": .string(project.projectID),
            "projectNumber": .string(project.projectNumber), "displayName": .string(project.projectID),
            "state": "ACTIVE", "resources": [:],
        ]
        return EmulatorAnswer(.json(body), note: "project")
    }

    /// The maximum number of problems in an answer.
    private static let problemLimit = 20

    /// Returns a template that was only checked. Of its version, clients write only the description.
    private static func validated(_ template: RemoteConfigTemplate) -> JSONObject {
        var json = template.json
        var version = JSONObject()
        version["description"] = json["version"]?.object?["description"]
        json["version"] = version.isEmpty ? nil : .object(version)
        return json
    }

    private func template(
        in request: EmulatorRequest, _ namespace: TemplateNamespace
    ) throws(EmulatorError) -> RemoteConfigTemplate {
        let fields = try RequestFields(request.body)
        let template: RemoteConfigTemplate
        do {
            template = try RemoteConfigTemplate(.object(fields.object))
        } catch {
            throw .validation("\(error)")
        }
        let published = project.history(namespace).template
        let unknown = UnknownMember.all(in: template, replacing: published)
        guard unknown.isEmpty else { throw .unknown(unknown) }
        let problems = TemplateValidator(namespace: namespace)
            .problems(of: template, since: published ?? RemoteConfigTemplate())
            .filter { $0.severity == .error }
        guard problems.isEmpty else {
            throw .validation(problems.prefix(Self.problemLimit).map(\.description).joined(separator: "; "))
        }
        return template
    }

    private func check(_ match: String, _ namespace: TemplateNamespace, version: Int64) throws(EmulatorError)
    {
        let tag =
            match.hasScalarPrefix("\"")
            ? String(match.unicodeScalars.dropFirst().prefix { $0 != "\"" }) : match
        guard tag != "*", tag != etag(namespace, version) else { return }
        let expected =
            tag.split(scalar: "-").last.flatMap { Int64($0) }.map { "version \($0)" } ?? "another ETag"
        throw EmulatorError(
            status: 412, name: "FAILED_PRECONDITION",
            message: "[VERSION_MISMATCH]: Expected \(expected), found version \(version) for project: "
                + project.projectNumber)
    }

    private func note(_ request: EmulatorRequest, _ kind: PublishNote.Kind) -> PublishNote {
        let isNode = request.headers["x-firebase-client"]?.hasPrefix("fire-admin-node") == true
        return PublishNote(
            time: now, kind: kind, origin: isNode ? "ADMIN_SDK_NODE" : "REST_API", email: email)
    }

    private func missing(_ version: Int64) -> EmulatorError {
        .notFound(
            "[VERSION_NOT_FOUND]: Version \(version) is not stored for project: \(project.projectNumber)")
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

/// A page of the versions of a template, newest first.
struct VersionList {
    /// The versions of this page.
    let versions: [PublishedVersion]
    /// The token of the next page: the number of its first version; nil on the last page.
    private let next: Int64?

    private static let usualPage: Int64 = 10
    private static let largestPage: Int64 = 300

    /// Creates the requested page from `stored` versions, whose last one is the newest.
    init(_ stored: [PublishedVersion], _ request: EmulatorRequest) throws(EmulatorError) {
        let size = try request.queryNumber("pageSize") ?? Self.usualPage
        guard (0...Self.largestPage).contains(size) else {
            throw .invalidArgument("'pageSize' must be from 1 to \(Self.largestPage).")
        }
        let newest = try request.queryNumber("endVersionNumber") ?? .max
        let first = try request.queryNumber("pageToken") ?? .max
        let start = try request.queryTime("startTime") ?? .distantPast
        let end = try request.queryTime("endTime") ?? .distantFuture
        let matching = stored.reversed().filter { version in
            version.number <= min(newest, first) && version.time >= start && version.time < end
        }
        versions = Array(matching.prefix(size == 0 ? Int(Self.usualPage) : Int(size)))
        next = matching.dropFirst(versions.count).first?.number
    }

    /// The page in the service's format.
    var json: JSONValue {
        var object = JSONObject()
        if !versions.isEmpty { object["versions"] = .array(versions.map { .object($0.json) }) }
        object["nextPageToken"] = next.map { .string(String($0)) }
        return .object(object)
    }
}
