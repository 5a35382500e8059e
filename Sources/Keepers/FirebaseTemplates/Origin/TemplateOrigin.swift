import ExperimentsCore
import Foundation

/// Where a template is read from and published to.
public enum TemplateOrigin: Sendable {
    /// A JSON file, which need not exist yet. It has no versions; to publish is to write it.
    case file(path: String, shownAs: String? = nil)
    /// A project's published template.
    case service(TemplateClient)

    /// The largest file that is read, in bytes.
    static let sizeLimit = 50_000_000

    /// What it is called, alone: the project's id, or the file's path as messages write it.
    public var name: String {
        switch self {
        case .file(let path, let shownPath): shownPath ?? path
        case .service(let client): client.project
        }
    }

    /// What it is called in sentences: `project my-shop`, `config/template.json`.
    public var title: String {
        switch self {
        case .file: name
        case .service: "project \(name)"
        }
    }

    /// What tells it from other places, from wherever it is named: `project my-shop`, or the file's absolute path.
    public var identity: String {
        switch self {
        case .file(let path, _): URL(fileURLWithPath: path).standardizedFileURL.path
        case .service: title
        }
    }

    /// Whether earlier versions are kept there, to be listed and brought back.
    public var hasVersions: Bool {
        if case .service = self { true } else { false }
    }

    /// What is published there now. Of a file, the tag is the mark of its content.
    ///
    /// - Throws: `TemplateServiceError`; of a file `FileProblem`, or `TemplateProblems` with every place.
    public func published() async throws -> PublishedTemplate {
        switch self {
        case .file(let path, let shownPath): try Self.read(path, shownPath ?? path).published
        case .service(let client): try await client.template()
        }
    }

    /// What a file holds, and how large it is in bytes.
    static func read(_ path: String, _ shownPath: String) throws -> (published: PublishedTemplate, bytes: Int) {
        let bytes: [UInt8]
        do throws(FileProblem) {
            bytes = try FileBytes.read(path, limit: sizeLimit)
        } catch {
            throw error.named(shownPath)
        }
        let (template, problems) = TemplateReader.read(bytes)
        guard problems.isEmpty else { throw TemplateProblems(problems, in: shownPath) }
        return (PublishedTemplate(template: template, etag: ContentHash(bytes).text), bytes.count)
    }

    /// Lets the service check a template; for a file there is nobody to ask. Nothing is published.
    ///
    /// - Throws: `TemplateServiceError`.
    public func validate(_ template: RemoteConfigTemplate, etag: String?) async throws(TemplateServiceError) {
        if case .service(let client) = self { try await client.validate(template, etag: etag) }
    }
}

extension TemplateOrigin {
    /// Publishes a template in place of the version with this tag.
    ///
    /// - Returns: what is published now.
    /// - Throws: `TemplateServiceError`, of which `.versionMismatch` says that somebody published in the meantime; of a
    ///   file `FileProblem`.
    public func publish(_ template: RemoteConfigTemplate, replacing etag: String) async throws -> PublishedTemplate {
        switch self {
        case .service(let client): try await client.publish(template, etag: etag)
        case .file(let path, let shownPath): try Self.write(template, to: path, shownPath ?? path, replacing: etag)
        }
    }

    private static func write(
        _ template: RemoteConfigTemplate, to path: String, _ shownPath: String, replacing etag: String
    ) throws -> PublishedTemplate {
        let bytes = Array(template.text.utf8)
        do {
            // Between the look and the write nobody else may come.
            try FileLock.whileHeld(guarding: path) {
                guard ContentHash(try FileBytes.read(path, limit: sizeLimit)).text == etag else {
                    throw TemplateServiceError.versionMismatch(message: "\(shownPath) was changed")
                }
                try AtomicFile.write(bytes, to: path, limit: sizeLimit)
            }
        } catch let problem as FileProblem {
            throw problem.named(shownPath)
        }
        return PublishedTemplate(template: template, etag: ContentHash(bytes).text)
    }

    /// The latest published versions, newest first; none of a file.
    ///
    /// - Parameter limit: how many at most.
    public func versions(limit: Int = 300) async throws(TemplateServiceError) -> [TemplateVersion] {
        guard case .service(let client) = self else { return [] }
        return try await client.versions(limit: limit)
    }

    /// An earlier version.
    ///
    /// - Throws: `TemplateServiceError`; also for a file, which has none.
    public func template(version: Int64) async throws(TemplateServiceError) -> PublishedTemplate {
        guard case .service(let client) = self else { throw .invalidAnswer("a file has no versions") }
        return try await client.template(version: version)
    }

    /// Publishes an earlier version again, as a new one, in place of the version with this tag.
    ///
    /// The service rolls back whatever is published. So it is looked at just before: who published since the tag was
    /// read is not run over unseen.
    ///
    /// - Throws: `TemplateServiceError`, of which `.versionMismatch` says that somebody published in the meantime.
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
