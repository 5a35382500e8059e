import ExperimentsCore
import FirebaseTemplates
import Foundation

/// The fact that a template gives all users the same value of a key, whatever its conditions, and since when.
public struct UniformValue: Sendable, Hashable {
    /// The value.
    package let value: KeptText
    /// The time since when; nil if the template has no versions.
    package fileprivate(set) var since: KeyTimeline.Beginning?
    /// The first version with this value, or the oldest that was read.
    package fileprivate(set) var version: Int64?

    /// The largest number of versions to read. Each needs a request.
    package static let versionLimit = 30

    package init(_ value: KeptText, since: KeyTimeline.Beginning? = nil, version: Int64? = nil) {
        (self.value, self.since, self.version) = (value, since, version)
    }

    /// Returns the value that all users get from a template; nil if a condition makes a difference, or if only the
    /// service knows.
    ///
    /// - Parameter key: the declared key, whose type decides whether two texts mean the same.
    package static func value(
        of name: String, in template: RemoteConfigTemplate, _ key: CatalogKey?
    ) -> KeptText? {
        guard let parameter = template.parameter(name) else { return nil }
        // Without a default, who meets no condition gets nothing, which leads to the app's own.
        let values = [parameter.defaultValue ?? .inAppDefault] + parameter.conditionalValues.map(\.value)
        let texts = values.compactMap(KeptText.init)
        guard texts.count == values.count, let first = texts.first else { return nil }
        return texts.allSatisfy { isSame($0, first, key: key) } ? first : nil
    }

    static func isSame(_ one: KeptText, _ other: KeptText, key: CatalogKey?) -> Bool {
        guard case .whole(let text) = one, case .whole(let second) = other, let key else { return one == other }
        return text == second || key.schema.areSame(text, second)
    }
}

extension KeptText {
    /// Nil for a value that only the service can resolve.
    fileprivate init?(_ value: TemplateValue) {
        switch value {
        case .text(let text): self = .whole(text)
        case .inAppDefault: self = .appDefault
        case .other: return nil
        }
    }
}

extension TemplateOrigin {
    /// Returns since when all users have got the same value of a key; nil if they do not. Reads one version after the
    /// other, the newest first, until one differs.
    ///
    /// - Throws: `TemplateServiceError`; for a file `FileProblem` or `TemplateProblems`.
    package func sameForAll(_ name: String, _ key: CatalogKey?) async throws -> UniformValue? {
        guard let value = UniformValue.value(of: name, in: try await published().template, key) else { return nil }
        var found = UniformValue(value)
        for version in try await versions(limit: UniformValue.versionLimit) {
            guard let number = version.number, let date = version.updatedAt else { break }
            // Old versions go, and what is not known any more ends the way back.
            guard let template = try? await template(version: number).template else { break }
            guard let before = UniformValue.value(of: name, in: template, key),
                UniformValue.isSame(before, value, key: key)
            else {
                found.since = found.since.map { KeyTimeline.Beginning(date: $0.date, isLeast: false) }
                break
            }
            (found.since, found.version) = (KeyTimeline.Beginning(date: date, isLeast: true), number)
        }
        return found
    }
}
