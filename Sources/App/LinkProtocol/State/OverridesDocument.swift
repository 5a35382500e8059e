import ExperimentsCore

/// A document of overrides with additional members for the link. It is read and written like an overrides file, so that
/// an entry means the same in both.
struct OverridesDocument {
    let overrides: [String: LinkedOverride]
    private let members: JSONObject

    init(_ overrides: [String: LinkedOverride], members: KeyValuePairs<String, JSONValue?>) {
        (self.overrides, self.members) = (overrides, JSONObject(present: members))
    }

    init(parsing bytes: [UInt8]) throws(LinkProblem) {
        guard bytes.count <= LinkLimits.eventBytes else {
            throw .tooLong("the document", limit: LinkLimits.eventBytes)
        }
        do throws(OverrideDocumentProblem) {
            let set = try OverrideSet(parsing: bytes)
            (overrides, members) = (set.entries.mapValues(LinkedOverride.init(reading:)), set.unknownMembers)
        } catch {
            throw LinkProblem(error.description)
        }
    }

    func revision(_ name: String) throws(LinkProblem) -> LinkRevision {
        guard let revision = members[name]?.string.flatMap(LinkRevision.init) else {
            let found = members[name]?.found ?? "nothing"
            throw LinkProblem("\(name): " + DocumentWords.expected("a revision such as \"k3x9.17\"", found: found))
        }
        return revision
    }

    func names(_ name: String) throws(LinkProblem) -> [String] {
        guard let value = members[name] else { return [] }
        guard let elements = value.array, case let names = elements.compactMap(\.string), names.count == elements.count
        else {
            throw LinkProblem(
                "\(name): " + DocumentWords.expected("an array of names", found: value.found))
        }
        return names
    }

    /// JSON on one line.
    var bytes: [UInt8] {
        let set = OverrideSet(overrides.mapValues(\.written), unknownMembers: members)
        // The core writes documents over several lines, as for files. An event must be on one line.
        return (try? JSONValue(parsing: set.documentBytes))?.compactBytes ?? []
    }
}
