import ExperimentResults
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import FirebaseTemplates
import Foundation

/// A rollout with everything that its decisions and changes need.
package struct RolloutWork: Sendable {
    package let rollout: ProjectRollout
    /// The template that it changes.
    package let origin: TemplateOrigin
    /// The environment of the template's source.
    package let environment: String?
    /// The keys of the app.
    let keys: [CatalogKey]
    /// The results of its experiment.
    private let results: any ExperimentResultsSource
    /// Returns the time of the last exposure of its experiment; nil if there is none.
    private let lastExposure: @Sendable () async throws -> Date?
    /// Creates the store of events, if there is none.
    private let createStore: @Sendable () async throws -> Void
    /// Stores a sentence about a change in the log.
    private let log: @Sendable (String) async throws -> Void

    package init(
        _ rollout: ProjectRollout, at origin: TemplateOrigin, environment: String? = nil, keys: [CatalogKey],
        results: any ExperimentResultsSource, lastExposure: @escaping @Sendable () async throws -> Date?,
        createStore: @escaping @Sendable () async throws -> Void = {},
        log: @escaping @Sendable (String) async throws -> Void = { _ in }
    ) {
        self.createStore = createStore
        self.log = log
        self.environment = environment
        self.rollout = rollout
        self.origin = origin
        self.keys = keys
        self.results = results
        self.lastExposure = lastExposure
    }

    /// Reads the template.
    ///
    /// - Throws: the reason why it cannot be read.
    package func reading() async throws -> RolloutReading {
        try await RolloutReading.read(rollout, at: origin)
    }

    /// Reads the results.
    ///
    /// - Parameters:
    ///   - reading: the template, which contains the present split.
    ///   - keeps: whether the split and the look are stored. Pass false for a trial.
    package func knowledge(
        of reading: RolloutReading, at now: Date, keepingLooks keeps: Bool
    ) async -> RolloutKnowledge {
        do {
            let known = known(reading.published.template)
            if keeps { _ = try await results.keepSplits(known, at: reading.start(ofSplitAt: now)) }
            let standings = try await results.standings(at: now, known, keepingLooks: keeps)
            guard let standing = standings.first(where: { $0.name.isExactly(rollout.experiment) }) else {
                return .unreadable("there is no experiment \(Quotation.of(rollout.experiment))")
            }
            return .known(RolloutEvidence(rollout, standing, lastExposure: try await lastExposure()))
        } catch {
            return .unreadable(ErrorReport.headline(of: error))
        }
    }

    /// Stores the split of a published template, so that the users from now on are counted separately, and the change in
    /// the log.
    ///
    /// - Parameter sentence: what happened, to follow the name.
    package func keep(_ template: RemoteConfigTemplate, _ sentence: String, at now: Date) async throws {
        try await keepSplit(of: template, at: now)
        try await log("\(rollout.name): \(sentence)")
    }

    private func keepSplit(of template: RemoteConfigTemplate, at now: Date) async throws {
        _ = try await results.keepSplits(known(template), at: now)
    }

    /// Stores that no one has the new value yet, so that the users before the start are counted separately.
    package func keepSplitBeforeStart(of reading: RolloutReading, at now: Date) async throws {
        guard reading.state == .absent else { return }
        // Apps may report the first exposures only later.
        try await createStore()
        let started = try rollout.changes(.start, from: .absent).applied(to: reading.published.template)
        let none = try started.applying(
            .setExpression(condition: rollout.name, rollout.expression(percent: 0)))
        try await keepSplit(of: none, at: now)
    }

    private func known(_ template: RemoteConfigTemplate) -> KnownExperiments {
        KnownExperiments(
            Snapshot(texts: [:], fetchedAt: nil), keys: keys,
            splits: ClientTemplate(template).splits(of: [rollout.key], users: 0), inForceAt: rollout.source)
    }

    /// Returns the publication of a change.
    ///
    /// - Parameters:
    ///   - state: the state that it was decided on.
    ///   - reason: the reason for the description of the version.
    package func publication(
        of action: RolloutAction, from state: RolloutState, because reason: String? = nil,
        consent: PublicationConsent = .given, isRehearsal: Bool = false
    ) -> TemplatePublication {
        TemplatePublication(
            TemplateInput(
                .changes(rollout.changes(action, from: state)),
                note: rollout.note(action, from: state, because: reason), keys: keys),
            to: origin.title, consent: consent, isRehearsal: isRehearsal)
    }
}

extension RolloutReading {
    /// Returns the time since which users are divided as in the template.
    ///
    /// An earlier run may have been interrupted after it changed the share. A share that someone else has set is known
    /// only since now.
    fileprivate func start(ofSplitAt now: Date) -> Date {
        guard let changedAt, !hasVersions || record?.percent == state.percent else { return now }
        return min(now, changedAt)
    }
}
