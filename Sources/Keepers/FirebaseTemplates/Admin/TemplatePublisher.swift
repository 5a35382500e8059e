import ExperimentsCore
import Foundation

/// Publishes an edited template without overwriting what others have published in the meantime.
public struct TemplatePublisher: Sendable {
    private let client: TemplateClient

    /// Creates a publisher for a client's project.
    public init(_ client: TemplateClient) {
        self.client = client
    }

    /// Publishes `edited`, if it is based on the version that is still published. A template without a version is
    /// assumed to be based on the published one; see ``saysItsBase(_:etag:)``. If nothing differs, nothing is sent.
    ///
    /// - Parameters:
    ///   - edited: the template to publish.
    ///   - etag: the ETag with which the template was read, if it is known. It takes precedence over the version.
    ///   - review: called with the published template and the changes, before anything is sent. Throw to stop.
    /// - Returns: the published template.
    /// - Throws: ``Conflict`` with the edit, `TemplateServiceError`, or the error of `review`.
    public func publish(
        _ edited: RemoteConfigTemplate, etag: String? = nil,
        review: @Sendable (PublishedTemplate, TemplateDifference) throws -> Void = { _, _ in }
    ) async throws -> PublishedTemplate {
        let current = try await current(publishing: edited, etag: etag)
        let difference = TemplateDifference(from: current.template, to: edited)
        try review(current, difference)
        if difference.isEmpty { return current }
        guard let tag = etag ?? current.etag else {
            throw TemplateServiceError.invalidAnswer("the template came without an ETag")
        }
        var mismatch: TemplateServiceError?
        do throws(TemplateServiceError) {
            return try await client.publish(Self.described(edited, after: current.template), etag: tag)
        } catch {
            mismatch = error
        }
        guard case .versionMismatch? = mismatch else { throw mismatch ?? .invalidAnswer("") }
        let latest = try await client.template()
        throw try await conflict(edited, latest, base: current.template)
    }

    /// Returns the published template for review before publishing, if `edited` is based on it or is the same.
    ///
    /// - Throws: ``Conflict`` with the edit if it is based on another version, or `TemplateServiceError`.
    public func current(publishing edited: RemoteConfigTemplate, etag: String? = nil) async throws -> PublishedTemplate
    {
        let current = try await client.template()
        if Self.isStale(edited, etag: etag, beside: current),
            !TemplateDifference(from: current.template, to: edited).isEmpty
        {
            throw try await conflict(edited, current)
        }
        return current
    }

    /// Returns whether the version that a template is based on is known: from its version number, from the tag that
    /// Admin SDKs save in files, or from a separate ETag. If it is not known, publishing the template may undo changes
    /// that others have published.
    public static func saysItsBase(_ edited: RemoteConfigTemplate, etag: String? = nil) -> Bool {
        etag != nil || edited.versionNumber != nil || edited.savedTag != nil
    }

    /// Removes the description of the version that was edited, which does not apply to the new one.
    private static func described(
        _ edited: RemoteConfigTemplate, after current: RemoteConfigTemplate
    ) -> RemoteConfigTemplate {
        guard let words = edited.version?.description, words == current.version?.description else { return edited }
        var template = edited
        template.setVersionDescription(nil)
        return template
    }

    private static func isStale(_ edited: RemoteConfigTemplate, etag: String?, beside current: PublishedTemplate)
        -> Bool
    {
        if let etag = etag ?? (edited.versionNumber == nil ? edited.savedTag : nil) { return etag != current.etag }
        guard let number = edited.versionNumber else { return false }
        return number != current.template.versionNumber || isNamesake(edited, of: current.template)
    }

    /// Returns whether a template has the version number of another one, but was published at another time: in another
    /// project, or by an emulator that was restarted. Some programs omit the fraction of the second.
    private static func isNamesake(_ edited: RemoteConfigTemplate, of other: RemoteConfigTemplate) -> Bool {
        guard edited.versionNumber == other.versionNumber, let time = edited.version?.updatedAt,
            let otherTime = other.version?.updatedAt
        else { return false }
        return abs(time.timeIntervalSince(otherTime)) >= 1
    }

    private func conflict(
        _ edited: RemoteConfigTemplate, _ current: PublishedTemplate, base known: RemoteConfigTemplate? = nil
    ) async throws -> Conflict {
        var base = known
        if base == nil, let version = edited.versionNumber {
            // The version may no longer exist; then the edit is compared with the published template.
            base = try? await client.template(version: version).template
        }
        let isForeign = base.map { Self.isNamesake(edited, of: $0) } ?? false
        if isForeign { base = nil }
        return Conflict(
            base: base?.versionNumber ?? edited.versionNumber, isBaseForeign: isForeign, current: current,
            edit: TemplateDifference(from: base ?? current.template, to: edited),
            others: base.map { TemplateDifference(from: $0, to: current.template) })
    }

    /// The error for an edit that is based on an older version.
    public struct Conflict: Error, Sendable, Hashable {
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

        /// The parts of the template that both changed.
        public var overlap: [TemplateChange.Subject] { others.map(edit.overlap) ?? [] }
    }
}

extension TemplatePublisher.Conflict: OperatorError {
    /// The title above the changes that others have made since then.
    package static let othersTitle = "Changes by others:"

    /// The message.
    package var message: String {
        let now = current.template.versionNumber.map { "version \($0)" } ?? "another version"
        let author = current.template.version?.author.map { " by \($0)" } ?? ""
        let before = base.map { "version \($0)" + (isBaseForeign ? " of another template" : "") } ?? "an older version"
        return "the file is based on \(before), but \(now)\(author) is published now; nothing was published"
    }

    /// The edit, and the changes of others.
    package var excerpt: String? {
        var lines = ["Your edit:"] + Self.lines(edit)
        if let others { lines += [Self.othersTitle] + Self.lines(others) }
        if !overlap.isEmpty { lines.append("Both changed: " + overlap.map(\.description).joined(separator: ", ")) }
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
        difference.isEmpty ? ["    nothing"] : difference.changes.flatMap(\.lines).map { "    " + VisibleText.of($0) }
    }
}
