import ExperimentsCore
import Foundation

/// The content of one configuration document. It is a value: a download creates a new one.
public struct ActiveConfigState: Sendable {
    /// The version of the exchange format, from `meta.format_version_string`; empty if the document names none.
    public let formatVersion: String
    /// The creation time of the document: the text of `meta.creation_time`, for which the format prescribes no form.
    public let creationTime: String?
    /// The document's `meta`, for example which group of an A/B test it is for.
    public let meta: JSONObject
    /// The names of the sections, in the order of the document.
    public let sectionNames: [String]
    /// The problems of the document that is used, in the order of the document.
    public let problems: [ActiveConfigProblem]

    let sections: [String: ActiveConfigSection]

    /// Returns a configuration without sections, created at `time`.
    public static func empty(at time: Date = Date()) -> ActiveConfigState {
        ActiveConfigState(
            formatVersion: "1.0", creationTime: RFC3339.text(of: time), meta: JSONObject(), sectionNames: [],
            problems: [], sections: [:])
    }

    /// The section called `name`; nil if there is none.
    public subscript(name: String) -> ActiveConfigSection? { sections[name] }

    /// The section called `name`; nil if there is none.
    public func section(named name: String) -> ActiveConfigSection? { sections[name] }
}

extension ActiveConfigState: Equatable {
    /// Whether both have deeply equal sections and `meta`. The order of sections makes no difference.
    public static func == (left: ActiveConfigState, right: ActiveConfigState) -> Bool {
        left.meta.isDeeplyEqual(to: right.meta) && left.sections == right.sections
    }
}

extension ActiveConfigState {
    /// Reads a configuration document.
    ///
    /// - Parameters:
    ///   - bytes: the document, JSON in UTF-8.
    ///   - time: when it was read, for a document that is `null`, which is an empty configuration.
    /// - Throws: ``InvalidActiveConfig`` with all problems and their places.
    public init(parsing bytes: [UInt8], at time: Date = Date()) throws(InvalidActiveConfig) {
        let document = try JSONValue(parsing: bytes) { error in
            InvalidActiveConfig(problems: [
                ActiveConfigProblem(DocumentFault(DocumentPath(), "not JSON: \(error)"))
            ])
        }
        try self.init(document, at: time)
    }

    /// Checks a configuration document and takes its content.
    ///
    /// - Parameters:
    ///   - document: the document; `null` is an empty configuration.
    ///   - time: when it was read, for an empty configuration.
    /// - Throws: ``InvalidActiveConfig`` with all problems and their places, if the document is not an object with the
    ///   objects `meta` and `config_sections`.
    public init(_ document: JSONValue, at time: Date = Date()) throws(InvalidActiveConfig) {
        if document == .null {
            self = .empty(at: time)
            return
        }
        var check = DocumentCheck()
        check.read(document)
        guard let meta = check.meta, let sections = check.sections, let contents = check.contents else {
            throw InvalidActiveConfig(problems: check.problems)
        }
        self.init(
            formatVersion: meta["format_version_string"]?.string ?? "",
            creationTime: meta["creation_time"]?.string,
            meta: meta, sectionNames: contents.members.map(\.name), problems: check.problems,
            sections: sections)
    }

    /// The configuration in the exchange format, as JSON on one line.
    public var documentText: String {
        var text = #"{"meta":"# + JSONValue.object(meta).compactText + #","config_sections":{"#
        for (index, name) in sectionNames.enumerated() {
            if index > 0 { text += "," }
            text += JSONValue.string(name).compactText + ":" + (sections[name]?.written.compactText ?? "{}")
        }
        return text + "}}"
    }
}

/// The sections in which one configuration differs from another.
struct SectionChanges: Equatable {
    /// The names of the sections that are new or deeply different, in the order of the new configuration.
    let changed: [String]
    /// The names of the sections that the new configuration does not have, in alphabetical order.
    let removed: [String]

    init(from old: ActiveConfigState, to new: ActiveConfigState) {
        changed = new.sectionNames.filter { old.sections[$0] != new.sections[$0] }
        removed = old.sectionNames.filter { new.sections[$0] == nil }.sorted()
    }

    var isEmpty: Bool { changed.isEmpty && removed.isEmpty }

    /// All names, in the order in which listeners are called.
    var names: [String] { changed + removed }
}
