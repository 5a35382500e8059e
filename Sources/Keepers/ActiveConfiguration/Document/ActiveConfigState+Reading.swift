import ExperimentsCore
import Foundation

extension ActiveConfigState {
    /// Reads a configuration document.
    ///
    /// - Parameters:
    ///   - bytes: the document, JSON in UTF-8.
    ///   - time: when it was read, for a document that is `null`, which is an empty configuration.
    /// - Throws: ``InvalidActiveConfig`` with every problem and its place.
    public init(parsing bytes: [UInt8], at time: Date = Date()) throws(InvalidActiveConfig) {
        let document: JSONValue
        do throws(JSONProblem) {
            document = try JSONValue(parsing: bytes)
        } catch {
            let fault = DocumentFault(DocumentPath(), "not JSON: \(error)")
            throw InvalidActiveConfig(problems: [ActiveConfigProblem(fault)])
        }
        try self.init(document, at: time)
    }

    /// Checks a configuration document and takes what it says.
    ///
    /// - Parameters:
    ///   - document: the document; `null` is an empty configuration.
    ///   - time: when it was read, for an empty configuration.
    /// - Throws: ``InvalidActiveConfig`` with every problem and its place, if the document is not an object with the
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
            formatVersion: meta["format_version_string"]?.string ?? "", creationTime: meta["creation_time"]?.string,
            meta: meta, sectionNames: contents.members.map(\.name), problems: check.problems, sections: sections)
    }
}
