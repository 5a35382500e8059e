import ExperimentsCore
import ExperimentsProject
import FirebaseTemplates
import Foundation

/// A change of a rollout that this program has published, from the description of a template's version.
package struct RolloutRecord: Sendable, Hashable {
    /// The share since then, in percent.
    package let percent: Double
    /// The time at which it was published; nil if the service does not say.
    package let at: Date?
    /// The number of the version.
    package let version: Int64?
    /// The description, without the name of the rollout.
    package let words: String

    /// Whether the change was a stop.
    package var isStopped: Bool {
        words.split(scalar: ",").dropFirst().first.map(String.init).isExactly(" " + RolloutWords.stopped)
    }

    package init(percent: Double, at: Date?, version: Int64? = nil, words: String = "") {
        self.percent = percent
        self.at = at
        self.version = version
        self.words = words
    }

    /// Returns the changes among versions, in the same order.
    package static func all(of rollout: ProjectRollout, in versions: [TemplateVersion]) -> [RolloutRecord] {
        versions.compactMap { version in
            guard let text = version.description, let percent = Self.percent(in: text, of: rollout) else {
                return nil
            }
            let words = text.unicodeScalars.dropFirst(rollout.name.unicodeScalars.count + 2)
            return RolloutRecord(
                percent: percent, at: version.updatedAt, version: version.number, words: String(words))
        }
    }

    /// Reads the share from a description such as `Checkout: 5% → 25%, 2,411 users`.
    private static func percent(in description: String, of rollout: ProjectRollout) -> Double? {
        let start = rollout.name + ": "
        guard description.hasScalarPrefix(start) else { return nil }
        let rest = String(description.unicodeScalars.dropFirst(start.unicodeScalars.count))
        let shares = rest.split(scalar: ",", omittingEmptySubsequences: false).first.map(String.init) ?? ""
        let last = shares.split(scalar: " ").last.map(String.init) ?? ""
        guard last.hasScalarSuffix("%") else { return nil }
        return NumberText.double(String(last.unicodeScalars.dropLast()))
    }
}

/// What a template says about a rollout.
package struct RolloutReading: Sendable {
    /// The published template.
    package let published: PublishedTemplate
    /// The state in it.
    package let state: RolloutState
    /// The changes by this program, the newest first; none if the template has no versions.
    package let history: [RolloutRecord]
    /// Whether the template has versions, so that a change by this program leaves a record.
    package let hasVersions: Bool
    /// The time of the last change; nil if it is not known. For a file, it is when the file was last written.
    package let changedAt: Date?

    package init(
        _ published: PublishedTemplate, _ state: RolloutState, history: [RolloutRecord] = [],
        hasVersions: Bool,
        changedAt: Date?
    ) {
        self.published = published
        self.state = state
        self.history = history
        self.hasVersions = hasVersions
        self.changedAt = changedAt
    }

    /// The last change by this program; nil if there is none.
    package var record: RolloutRecord? { history.first }

    /// Reads the template of a rollout, and its versions if they matter.
    ///
    /// - Throws: the reason why the template cannot be read.
    package static func read(_ rollout: ProjectRollout, at origin: TemplateOrigin) async throws
        -> RolloutReading
    {
        let published = try await origin.published()
        let state = RolloutState(of: rollout, in: published.template)
        guard case .present = state else {
            return RolloutReading(published, state, hasVersions: origin.hasVersions, changedAt: nil)
        }
        guard case .file(let path, _) = origin else {
            // A version that was published since then does not describe this template.
            let last = published.template.versionNumber ?? .max
            let versions = try await origin.versions().filter { ($0.number ?? 0) <= last }
            let history = RolloutRecord.all(of: rollout, in: versions)
            return RolloutReading(
                published, state, history: history, hasVersions: true, changedAt: history.first?.at)
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return RolloutReading(
            published, state, hasVersions: false, changedAt: attributes?[.modificationDate] as? Date)
    }
}
