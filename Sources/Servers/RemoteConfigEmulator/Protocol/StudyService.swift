import ExperimentsCore
import ExperimentsHTTPServing
import FirebaseTemplates
import Foundation

/// The server's side of the beta API for experiments and rollouts.
struct StudyService {
    let project: ProjectState

    private static let usualPage: Int64 = 10
    private static let largestPage: Int64 = 300

    func list(_ kind: StudyReference.Kind, _ request: EmulatorRequest) throws(EmulatorError) -> EmulatorAnswer
    {
        let size = try request.queryNumber("pageSize") ?? Self.usualPage
        guard (0...Self.largestPage).contains(size) else {
            throw .invalidArgument("'page_size' must be from 1 to \(Self.largestPage).")
        }
        let start = try request.queryNumber("pageToken") ?? 0
        let filter = try StudyFilter(request.queryText("filter"))
        let all = project.studies.studies.filter { $0.reference.kind == kind && filter.matches($0) }
        guard (0...Int64(all.count)).contains(start) else {
            throw .invalidArgument("'page_token' is not valid.")
        }
        let count = size == 0 ? Self.usualPage : size
        let page = all.dropFirst(Int(start)).prefix(Int(count))
        var object = JSONObject()
        if !page.isEmpty { object[kind.collection] = .array(page.map { .object(Self.short($0)) }) }
        let next = start + Int64(page.count)
        if next < Int64(all.count) { object["nextPageToken"] = .string(String(next)) }
        return EmulatorAnswer(.json(JSONValue.object(object)), note: "\(page.count) \(kind.collection)")
    }

    func get(_ reference: StudyReference) throws(EmulatorError) -> EmulatorAnswer {
        guard let study = project.studies[reference] else {
            throw .notFound("Requested entity was not found.")
        }
        return EmulatorAnswer(.json(JSONValue.object(study.json)), note: "\(reference)")
    }

    func delete(_ reference: StudyReference) throws(EmulatorError) -> EmulatorAnswer {
        try project.deleteStudy(reference)
        return EmulatorAnswer(.json([:]), note: "deleted \(reference)")
    }

    /// Returns the entry of a list, without objectives.
    private static func short(_ study: Study) -> JSONObject {
        var json = study.json
        guard var definition = json["definition"]?.object else { return json }
        definition["objectives"] = nil
        json["definition"] = .object(definition)
        return json
    }
}

/// A filter of a list: `state=RUNNING`, `displayName:checkout`, and several with `AND`.
private struct StudyFilter {
    private var terms: [(name: String, isExact: Bool, value: String)] = []

    init(_ text: String?) throws(EmulatorError) {
        for part in (text ?? "").replacing(" AND ", with: "\u{1F}").split(scalar: "\u{1F}").map(String.init) {
            let scalars = part.unicodeScalars
            guard let sign = scalars.firstIndex(where: { $0 == "=" || $0 == ":" }) else {
                throw .invalidArgument("'filter' is not valid: expected NAME=VALUE or NAME:VALUE.")
            }
            let name = part[..<sign].trimmingCharacters(in: .whitespaces)
            let value = part[scalars.index(after: sign)...].trimmingCharacters(in: .whitespaces)
            guard ["state", "displayName", "display_name", "name"].contains(name) else {
                throw .invalidArgument("'filter' is not valid: the fields are state, displayName and name.")
            }
            terms.append((name, scalars[sign] == "=", value.trimmingCharacters(in: ["\""])))
        }
    }

    func matches(_ study: Study) -> Bool {
        terms.allSatisfy { term in
            let text =
                switch term.name {
                case "state": study.state
                case "name": study.json["name"]?.string ?? ""
                default: study.displayName
                }
            return term.isExact ? text == term.value : text.lowercased().contains(term.value.lowercased())
        }
    }
}
