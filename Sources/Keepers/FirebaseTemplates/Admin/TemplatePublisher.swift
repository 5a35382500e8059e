import ExperimentsCore

/// Publishes an edited template without losing what others published meanwhile.
public struct TemplatePublisher: Sendable {
    private let client: TemplateClient

    /// A publisher of a client's project.
    public init(_ client: TemplateClient) {
        self.client = client
    }

    /// Publishes `edited` if what is published is still the version that it says it was made on. A template that says no
    /// version is taken to be made on what is published now.
    ///
    /// - Parameters:
    ///   - etag: the tag that the template was read with, where it is known; it counts before the version.
    ///   - review: is shown what is published and what would change, before anything is sent; throw to stop.
    /// - Throws: ``Conflict`` with the edit, `TemplateServiceError`, or what `review` throws.
    public func publish(
        _ edited: RemoteConfigTemplate, etag: String? = nil,
        review: @Sendable (PublishedTemplate, TemplateDifference) throws -> Void = { _, _ in }
    ) async throws -> PublishedTemplate {
        let current = try await current(publishing: edited, etag: etag)
        try review(current, TemplateDifference(from: current.template, to: edited))
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

    /// What is published now, where that is still what `edited` was made on: to be looked at before it is published.
    ///
    /// - Throws: ``Conflict`` with the edit where it is not, or `TemplateServiceError`.
    public func current(publishing edited: RemoteConfigTemplate, etag: String? = nil) async throws -> PublishedTemplate
    {
        let current = try await client.template()
        if Self.isStale(edited, etag, current) { throw try await conflict(edited, current) }
        return current
    }

    /// Without the words about the version that was edited, which say nothing about the new one.
    private static func described(
        _ edited: RemoteConfigTemplate, after current: RemoteConfigTemplate
    ) -> RemoteConfigTemplate {
        guard let words = edited.version?.description, words == current.version?.description else { return edited }
        var template = edited
        template.setVersionDescription(nil)
        return template
    }

    private static func isStale(_ edited: RemoteConfigTemplate, _ etag: String?, _ current: PublishedTemplate) -> Bool {
        if let etag { return etag != current.etag }
        return edited.versionNumber != nil && edited.versionNumber != current.template.versionNumber
    }

    private func conflict(
        _ edited: RemoteConfigTemplate, _ current: PublishedTemplate, base known: RemoteConfigTemplate? = nil
    ) async throws -> Conflict {
        var base = known
        if base == nil, let version = edited.versionNumber {
            // The version may be gone; then the edit is told against what is published now.
            base = try? await client.template(version: version).template
        }
        return Conflict(
            base: base?.versionNumber ?? edited.versionNumber, current: current,
            edit: TemplateDifference(from: base ?? current.template, to: edited),
            others: base.map { TemplateDifference(from: $0, to: current.template) })
    }
}

extension TemplatePublisher {
    /// What became of an edit that was made on an older version.
    public struct Conflict: Error, Sendable, Hashable {
        /// The version that the edit was made on, if it is known.
        public let base: Int64?
        /// What is published now.
        public let current: PublishedTemplate
        /// The edit, to be made again on what is published now.
        public let edit: TemplateDifference
        /// What others changed since; nil where the version that the edit was made on is not known any more.
        public let others: TemplateDifference?

        /// What both changed.
        public var overlap: [TemplateChange.Subject] { others.map(edit.overlap) ?? [] }
    }
}

extension TemplatePublisher.Conflict: OperatorError {
    /// What happened.
    package var message: String {
        let now = current.template.versionNumber.map { "version \($0)" } ?? "another version"
        let author = current.template.version?.author.map { " by \($0)" } ?? ""
        let before = base.map { "version \($0)" } ?? "an older version"
        return "the file was made from \(before), and \(now)\(author) is published now; nothing was published"
    }

    /// The edit, and what others changed.
    package var excerpt: String? {
        var lines = ["Your edit:"] + Self.lines(edit)
        if let others { lines += ["What others published since:"] + Self.lines(others) }
        if !overlap.isEmpty { lines.append("Both changed: " + overlap.map(\.description).joined(separator: ", ")) }
        return lines.joined(separator: "\n")
    }

    package var advice: String? {
        "Get the template again, make the edit there, and publish that. --force overwrites what is there."
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
