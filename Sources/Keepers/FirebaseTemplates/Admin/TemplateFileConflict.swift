import ExperimentsCore
import Foundation

/// The error for an edited template that is based on an older version.
public struct TemplateFileConflict: Error, Sendable, Hashable {
    /// The version that the edit is based on, if it is known.
    public let base: Int64?
    /// Whether that is a version of another template: the one here with its number was published at another time.
    public let isBaseForeign: Bool
    /// The template that is published now.
    public let current: PublishedTemplate
    /// The edit, which must be made again on the published template.
    public let edit: TemplateDifference
    /// The changes by others since then; nil if the base version is no longer known.
    public let others: TemplateDifference?

    /// Compares an edited template with the published one.
    ///
    /// - Parameter base: the version that it is based on; nil if it no longer exists.
    public init(_ edited: RemoteConfigTemplate, base: RemoteConfigTemplate?, current: PublishedTemplate) {
        isBaseForeign = base.map { edited.isNamesake(of: $0) } ?? false
        let base = isBaseForeign ? nil : base
        self.base = base?.versionNumber ?? edited.versionNumber
        self.current = current
        edit = TemplateDifference(from: base ?? current.template, to: edited)
        others = base.map { TemplateDifference(from: $0, to: current.template) }
    }

    /// The parts of the template that both changed.
    public var overlap: [TemplateChange.Subject] { others.map(edit.overlap) ?? [] }
}

extension TemplateFileConflict: OperatorError {
    /// The message.
    package var message: String {
        let now = current.template.versionNumber.map { "version \($0)" } ?? "another version"
        let author = current.template.version?.author.map { " by \($0)" } ?? ""
        let before =
            base.map { "version \($0)" + (isBaseForeign ? " of another template" : "") } ?? "an older version"
        return "the file is based on \(before), but \(now)\(author) is published now; nothing was published"
    }

    /// The edit, and the changes of others.
    package var excerpt: String? {
        var lines = ["Your edit:"] + Self.lines(edit)
        if let others { lines += [ConflictWords.othersTitle] + Self.lines(others) }
        if !overlap.isEmpty {
            lines.append("Both changed: " + overlap.map(\.description).joined(separator: ", "))
        }
        return lines.joined(separator: "\n")
    }

    package var advice: String? {
        "Get the template again, edit it, and publish that file. Use --force to overwrite the published version."
    }

    package var details: JSONObject {
        var members = JSONObject()
        members["baseVersion"] = base.map { .number(String($0)) }
        members["currentVersion"] = current.template.versionNumber.map { .number(String($0)) }
        members["edit"] = edit.json
        members["others"] = others?.json
        return members
    }

    private static func lines(_ difference: TemplateDifference) -> [String] {
        difference.isEmpty
            ? ["    nothing"] : difference.changes.flatMap(\.lines).map { "    " + VisibleText.of($0) }
    }
}

extension RemoteConfigTemplate {
    /// Returns whether the version that this edited template is based on is known: from its version number, from the
    /// tag that Admin SDKs save in files, or from a separate ETag. If it is not known, publishing it may undo changes
    /// that others have published.
    public func saysItsBase(etag: String? = nil) -> Bool {
        etag != nil || versionNumber != nil || savedTag != nil
    }

    /// Returns whether this edited template is based on another version than the published one. A template that does
    /// not say its base is assumed to be based on the published one.
    ///
    /// - Parameter etag: the ETag with which it was read, if it is known. It takes precedence over the version.
    public func isStale(etag: String? = nil, beside current: PublishedTemplate) -> Bool {
        if let etag = etag ?? (versionNumber == nil ? savedTag : nil) { return etag != current.etag }
        guard let versionNumber else { return false }
        return versionNumber != current.template.versionNumber || isNamesake(of: current.template)
    }

    /// Returns whether it has the version number of another template, but was published at another time: in another
    /// project, or by an emulator that was restarted. Some programs omit the fraction of the second.
    func isNamesake(of other: RemoteConfigTemplate) -> Bool {
        guard versionNumber == other.versionNumber, let time = version?.updatedAt,
            let otherTime = other.version?.updatedAt
        else { return false }
        return abs(time.timeIntervalSince(otherTime)) >= 1
    }
}
