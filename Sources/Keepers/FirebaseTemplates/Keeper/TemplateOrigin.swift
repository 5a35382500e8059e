import ExperimentsCore
import Foundation

/// The place from which a template is read, and to which it is published.
public enum TemplateOrigin: Sendable {
    /// A JSON file, which need not exist yet. It has no versions. Publishing writes the file.
    case file(path: String, shownAs: String? = nil)
    /// A project's published template.
    case service(TemplateClient)

    /// The maximum size of a file in bytes.
    static let sizeLimit = 50_000_000

    /// The name on its own: the project's ID, or the file's path as messages show it.
    public var name: String {
        switch self {
        case .file(let path, let shownPath): shownPath ?? path
        case .service(let client): client.project
        }
    }

    /// The name in sentences: `project my-shop`, `the servers of project my-shop`, `config/template.json`.
    public var title: String {
        switch (self, namespace) {
        case (.file, _): name
        case (.service, .client): "project \(name)"
        case (.service, .server): "the servers of project \(name)"
        }
    }

    /// A name that is the same from everywhere: `project my-shop`, or the file's absolute path.
    public var identity: String {
        switch self {
        case .file(let path, _): URL(fileURLWithPath: path).standardizedFileURL.path
        case .service: title
        }
    }

    /// Whether earlier versions are stored, which can be listed and restored.
    public var hasVersions: Bool {
        if case .service = self { true } else { false }
    }

    /// The namespace of the template.
    public var namespace: TemplateNamespace {
        switch self {
        case .file: .client
        case .service(let client): client.namespace
        }
    }

    /// Returns the published template. The ETag of a file is the hash of its content.
    ///
    /// - Throws: `TemplateServiceError`; for a file `FileProblem`, or `TemplateProblems` with every place.
    public func published() async throws -> PublishedTemplate {
        switch self {
        case .file(let path, let shownPath): try Self.read(path, shownPath ?? path).published
        case .service(let client): try await client.template()
        }
    }

    /// Reads the content of a file, and its size in bytes. It may have comments, as for `firebase deploy`.
    static func read(_ path: String, _ shownPath: String) throws -> (published: PublishedTemplate, bytes: Int)
    {
        let bytes = try FileBytes.read(path, limit: sizeLimit) { $0.named(shownPath) }
        let (template, problems) = TemplateReader.read(JSONComments.blanked(bytes))
        guard problems.isEmpty else { throw TemplateProblems(problems, in: shownPath) }
        return (PublishedTemplate(template: template, etag: ContentHash(bytes).text), bytes.count)
    }

    /// Lets the service check a template without publishing it. Does nothing for a file.
    ///
    /// - Throws: `TemplateServiceError`.
    public func validate(_ template: RemoteConfigTemplate, etag: String?) async throws(TemplateServiceError) {
        if case .service(let client) = self { try await client.validate(template, etag: etag) }
    }

    /// Publishes a template in place of the version with this ETag, or of any version if it is nil.
    ///
    /// - Returns: the published template.
    /// - Throws: `TemplateServiceError`, which is `.versionMismatch` if someone has published in the meantime; for a
    ///   file `FileProblem`.
    public func publish(_ template: RemoteConfigTemplate, replacing etag: String?) async throws
        -> PublishedTemplate
    {
        switch self {
        case .service(let client): try await client.publish(template, etag: etag)
        case .file(let path, let shownPath):
            try await OwnThread.run { try Self.write(template, to: path, shownPath ?? path, replacing: etag) }
        }
    }

    private static func write(
        _ template: RemoteConfigTemplate, to path: String, _ shownPath: String, replacing etag: String?
    ) throws -> PublishedTemplate {
        var bytes: [UInt8] = []
        do {
            // No other program may write between the check and the write.
            try FileLock.whileHeld(guarding: path) {
                let old = try FileBytes.read(path, limit: sizeLimit)
                guard etag == nil || ContentHash(old).text == etag else {
                    throw TemplateServiceError.versionMismatch(message: "\(shownPath) was changed")
                }
                bytes = JSONLayout.rewriting(old, as: .object(template.json)) ?? Array(template.text.utf8)
                try AtomicFile.write(bytes, to: path, limit: sizeLimit)
            }
        } catch let problem as FileProblem {
            throw problem.named(shownPath)
        }
        return PublishedTemplate(template: template, etag: ContentHash(bytes).text)
    }

    /// Returns the latest published versions, newest first; none for a file.
    ///
    /// - Parameter limit: the largest number of versions.
    public func versions(limit: Int = 300) async throws(TemplateServiceError) -> [TemplateVersion] {
        guard case .service(let client) = self else { return [] }
        return try await client.versions(limit: limit)
    }

    /// Returns an earlier version.
    ///
    /// - Throws: `TemplateServiceError`, also for a file, which has no versions.
    public func template(version: Int64) async throws(TemplateServiceError) -> PublishedTemplate {
        guard case .service(let client) = self else { throw .invalidAnswer("a file has no versions") }
        return try await client.template(version: version)
    }

    /// Publishes an earlier version again, as a new one, in place of the version with this ETag.
    ///
    /// The service replaces any published version. So the published version is read just before, in order not to
    /// overwrite one that another person has published since the ETag was read.
    ///
    /// - Throws: `TemplateServiceError`, which is `.versionMismatch` if another person has published in the meantime.
    public func rollback(
        to version: Int64, replacing etag: String?
    ) async throws(TemplateServiceError) -> PublishedTemplate {
        guard case .service(let client) = self else { throw .invalidAnswer("a file has no versions") }
        if let etag, try await client.template().etag != etag {
            throw .versionMismatch(message: "another version is published now")
        }
        return try await client.rollback(to: version)
    }
}
