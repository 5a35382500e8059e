import ExperimentsCore
import FirebaseTemplates
import Foundation

/// The experiments and rollouts of a project, as in the console: those of a file, and those in its templates.
struct StudyShelf: Sendable {
    private(set) var studies: [Study]
    private let projectNumber: String

    init(_ studies: [Study], projectNumber: String) {
        self.studies = studies
        self.projectNumber = projectNumber
    }

    /// Starts the studies in a published template, and ends those that are no longer in it.
    mutating func follow(_ template: RemoteConfigTemplate, after before: RemoteConfigTemplate?, at time: Date)
    {
        let now = Set(template.studies.map(\.reference))
        for study in template.studies where !studies.contains(where: { $0.reference == study.reference }) {
            if let new = Study(study.reference.kind, made(from: study, at: time)) { studies.append(new) }
        }
        for gone in Set((before?.studies ?? []).map(\.reference)).subtracting(now) { end(gone, at: time) }
    }

    private mutating func end(_ reference: StudyReference, at time: Date) {
        guard let index = studies.firstIndex(where: { $0.reference == reference && $0.isRunning }) else {
            return
        }
        var json = studies[index].json
        json["state"] = reference.kind == .experiment ? "STOPPED" : "DONE"
        json["endTime"] = .string(RFC3339.text(of: time))
        json["lastUpdateTime"] = .string(RFC3339.text(of: time))
        if let ended = Study(reference.kind, json) { studies[index] = ended }
    }

    private func made(from study: TemplateStudy, at time: Date) -> JSONObject {
        let (kind, id) = (study.reference.kind, study.reference.id)
        var definition = JSONObject()
        definition["displayName"] = .string(id)
        definition["service"] = .string("\(kind.rawValue.uppercased())_SERVICE_REMOTE_CONFIG")
        if kind == .experiment {
            let names = Set(study.values.flatMap(\.texts.keys)).sorted()
            definition["variants"] = .array(
                names.map { ["name": .string($0 == "0" ? "Baseline" : "Variant \($0)"), "weight": 1] })
        } else {
            definition["controlVariant"] = ["name": "Control", "weight": 1]
            definition["enabledVariant"] = ["name": "Enabled", "weight": 1]
        }
        var json = JSONObject()
        json["name"] = .string("projects/\(projectNumber)/namespaces/firebase/\(kind.collection)/\(id)")
        json["definition"] = .object(definition)
        json["state"] = "RUNNING"
        let now = JSONValue.string(RFC3339.text(of: time))
        if kind == .rollout { json["createTime"] = now }
        json["startTime"] = now
        json["endTime"] = "1970-01-01T00:00:00Z"
        json["lastUpdateTime"] = now
        json["etag"] = .string("etag-\(projectNumber)-\(kind.rawValue)-\(id)")
        return json
    }

    subscript(reference: StudyReference) -> Study? { studies.first { $0.reference == reference } }

    /// Removes a study that is not running.
    mutating func delete(_ reference: StudyReference) throws(EmulatorError) {
        guard let study = self[reference] else { throw .notFound("Requested entity was not found.") }
        guard !study.isRunning else {
            throw EmulatorError(
                status: 400, name: "FAILED_PRECONDITION",
                message:
                    "\(reference.kind.rawValue.capitalized) \(reference.id) is running and cannot be deleted."
            )
        }
        studies.removeAll { $0.reference == reference }
    }
}

extension EmulatedProject {
    /// Reads experiments and rollouts from a file: `{"experiments": […], "rollouts": […]}`, each in the format of the
    /// service.
    ///
    /// - Throws: `TemplateProblem` with the member that is wrong.
    public static func studies(parsing bytes: [UInt8]) throws(TemplateProblem) -> [Study] {
        let json = try JSONValue(parsing: bytes) { error in
            TemplateProblem(
                path: DocumentPath(), "is not JSON: \(error.message)", line: error.line, column: error.column)
        }
        var studies: [Study] = []
        for kind in StudyReference.Kind.allCases {
            for (index, element) in (json.object?[kind.collection]?.array ?? []).enumerated() {
                let path = DocumentPath()[kind.collection][index]
                guard let study = element.object.flatMap({ Study(kind, $0) }) else {
                    throw TemplateProblem(path: path, "must be an object with a \"name\"")
                }
                guard !studies.contains(where: { $0.reference == study.reference }) else {
                    throw TemplateProblem(path: path, "is \(study.reference), which the file has already")
                }
                studies.append(study)
            }
        }
        return studies
    }
}
