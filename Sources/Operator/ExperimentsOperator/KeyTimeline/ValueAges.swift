import ExperimentsCore
import FirebaseTemplates
import Foundation

extension KeyTimeline {
    /// The number of seconds after which a key is stale, if all users have had the same value for that time, or the one
    /// that the app would use without it: ninety days, which is two or three releases of an app. Such a key could be
    /// removed from the source and the app.
    static let staleAfter: TimeInterval = 90 * 86400

    /// The time since when something is the case.
    package struct Beginning: Sendable, Hashable {
        package let date: Date
        /// Whether it may have been the case earlier, because nothing older is known.
        package let isLeast: Bool
    }

    /// The time since when the source has had its present value; nil if nothing is known.
    package var unchangedSince: Beginning? {
        current.map { Beginning(date: $0.from, isLeast: $0.isFirst) }
    }

    /// The time since when the source's value has been the key's default; nil if it is not.
    package var defaultSince: Beginning? {
        let periods = periods.reversed().prefix { isDefault($0.value) }
        return periods.last.map { Beginning(date: $0.from, isLeast: $0.isFirst) }
    }

    /// Returns whether a value is what the app would use without it: the instruction to use the default, or the default
    /// itself.
    package func isDefault(_ value: KeptText?) -> Bool { Self.isDefault(value, of: key) }

    static func isDefault(_ value: KeptText?, of key: CatalogKey?) -> Bool {
        switch value {
        case .appDefault: true
        case .whole(let text):
            key.flatMap { key in key.schema.defaultText.map { key.schema.areSame(text, $0) } } ?? false
        case .beginning, nil: false
        }
    }

    /// Returns whether the key is stale.
    package func isStale(at now: Date) -> Bool {
        // A default with another spelling is the same default, so its age is what counts.
        guard let defaultSince else { return false }
        return now.timeIntervalSince(defaultSince.date) >= KeyTimeline.staleAfter
    }
}

/// How long keys have had their values, as far as the history goes back, and which of them could be removed from the
/// app's code. Filters use it to find stale keys.
public struct ValueAges: Sendable {
    /// The time since which the source's value of a key has been the key's default.
    private var defaultSince: [String: Date] = [:]
    private var candidates: [String: RetirementCandidate] = [:]

    /// The ages without any information.
    package static let none = ValueAges()

    private init() {}

    /// - Parameters:
    ///   - values: the values of each name at the source, oldest first.
    ///   - isSameForAll: whether the source gives all users the same values.
    package init(_ values: [String: [KeptValue]], keys: [CatalogKey], isSameForAll: Bool, at now: Date) {
        let timelines = keys.compactMap { key in
            values[key.name].map { KeyTimeline(key.name, key, values: $0, at: now) }
        }
        for timeline in timelines { defaultSince[timeline.name] = timeline.defaultSince?.date }
        guard isSameForAll else { return }
        for candidate in RetirementCandidate.candidates(timelines, at: now) {
            candidates[candidate.key] = candidate
        }
    }

    package var isEmpty: Bool { defaultSince.isEmpty && candidates.isEmpty }

    /// Returns the ages with the values that won an experiment, and without the keys of undecided experiments.
    package func adding(winners: [String: RetirementCandidate.Winner], excluding excluded: Set<String>)
        -> ValueAges
    {
        var ages = self
        for key in excluded { ages.candidates[key] = nil }
        for (key, winner) in winners {
            let same = candidates[key].flatMap { $0.value == winner.value ? $0 : nil }
            ages.candidates[key] = RetirementCandidate(key: key, winner, beside: same)
        }
        return ages
    }

    /// Returns the reason why the key of a row could be removed from the app's code; nil if none is known.
    ///
    /// - Parameter entry: the source's current entry, which may be newer than the stored one.
    package func candidate(for row: ReportRow, _ entry: Snapshot.Entry?) -> RetirementCandidate? {
        guard let candidate = candidates[row.name] else { return nil }
        // The winner of an experiment decides, regardless of the source's value.
        if candidate.isWon { return candidate }
        guard let text = entry.flatMap({ $0.text ?? row.key.schema.defaultText }) else { return nil }
        return text == candidate.value || row.key.schema.areSame(text, candidate.value) ? candidate : nil
    }

    /// Whether the key of a row is stale.
    ///
    /// - Parameter entry: the source's current entry, which may be newer than the stored one.
    func isStale(_ row: ReportRow, _ entry: Snapshot.Entry?, at now: Date) -> Bool {
        if candidate(for: row, entry) != nil { return true }
        guard let date = defaultSince[row.name], now.timeIntervalSince(date) >= KeyTimeline.staleAfter else {
            return false
        }
        return KeyTimeline.isDefault(entry.map { KeptText($0.text, limit: .max) }, of: row.key)
    }
}

/// A request for the ages of a source's values, which are read from the history.
public struct ValueAgesRequest: Sendable {
    /// The name of the source, if there are several.
    package let source: String?
    private let keys: [CatalogKey]
    private let isSameForAll: Bool

    /// - Parameter isSameForAll: whether the source gives all users the same values.
    package init(source: String?, keys: [CatalogKey], isSameForAll: Bool) {
        self.source = source
        self.keys = keys
        self.isSameForAll = isSameForAll
    }

    /// Reads the ages as of a moment.
    ///
    /// - Throws: `FileProblem` if something cannot be read.
    package func read(_ values: ValueHistory?, at moment: Date) throws(FileProblem) -> ValueAges {
        let kept = try values?.valuesByName() ?? [:]
        return ValueAges(
            kept.mapValues { $0.filter { $0.moment.at <= moment } }, keys: keys, isSameForAll: isSameForAll,
            at: moment)
    }
}

/// The value that a template gives to all users, regardless of its conditions, and the time since when.
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
        self.value = value
        self.since = since
        self.version = version
    }

    /// Returns the value that all users get from a template; nil if a condition makes a difference, or if only the
    /// service knows.
    ///
    /// - Parameter key: the declared key, whose type decides whether two texts mean the same.
    package static func value(of name: String, in template: RemoteConfigTemplate, _ key: CatalogKey?)
        -> KeptText?
    {
        guard let parameter = template.parameter(name) else { return nil }
        // Without a default, who meets no condition gets nothing, which leads to the app's own.
        let values = [parameter.defaultValue ?? .inAppDefault] + parameter.conditionalValues.map(\.value)
        let texts = values.compactMap(KeptText.init)
        guard texts.count == values.count, let first = texts.first else { return nil }
        return texts.allSatisfy { isSame($0, first, key: key) } ? first : nil
    }

    static func isSame(_ one: KeptText, _ other: KeptText, key: CatalogKey?) -> Bool {
        guard case .whole(let text) = one, case .whole(let second) = other, let key else {
            return one == other
        }
        return text == second || key.schema.areSame(text, second)
    }
}

extension KeptText {
    /// Creates nil for a value that only the service can resolve.
    fileprivate init?(_ value: TemplateValue) {
        switch value {
        case .text(let text): self = .whole(text)
        case .inAppDefault: self = .appDefault
        case .other: return nil
        }
    }
}

extension TemplateOrigin {
    /// Returns since when all users have got the same value of a key; nil if they do not. Reads versions from the
    /// newest on, until one differs.
    ///
    /// - Throws: `TemplateServiceError`; for a file `FileProblem` or `TemplateProblems`.
    package func sameForAll(_ name: String, _ key: CatalogKey?) async throws -> UniformValue? {
        guard let value = UniformValue.value(of: name, in: try await published().template, key) else {
            return nil
        }
        var found = UniformValue(value)
        for version in try await versions(limit: UniformValue.versionLimit) {
            guard let number = version.number, let date = version.updatedAt else { break }
            // Old versions are deleted, and an unknown one ends the search.
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
