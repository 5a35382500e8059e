import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsEtcdStore
import Foundation

/// Publishes the values of a source: for the dashboard and for commands.
package struct ValuePublishing: Sendable {
    /// The outcome of a publication.
    package enum Outcome: Sendable, Hashable {
        /// The change was made, in this revision.
        case published(Int64)
        /// The change was sent, but for this reason it is not known whether it was made.
        case unknown(String)
    }

    /// The name of the source in the project.
    package let source: String
    /// The environment that its values are for.
    private let environment: String
    private let store: EtcdValueStore
    private let origin: OverrideOrigin

    /// - Parameters:
    ///   - environment: the environment of the source, if the project has one.
    ///   - origin: the publisher and the program.
    package init(_ store: EtcdValueStore, of source: String, environment: String?, by origin: OverrideOrigin) {
        (self.store, self.source, self.origin) = (store, source, origin)
        self.environment = environment ?? store.layout.environment
    }

    /// The consent that is required before publishing.
    package var consent: TemplatePublication.Consent { consent(in: environment) }

    /// Returns the consent needed to publish to `environment`.
    package func consent(in environment: String) -> TemplatePublication.Consent {
        EnvironmentName.isProduction(environment) ? .typed(store.layout.project) : .yes
    }

    /// Creates the publishing for a service's source; nil if its values cannot be published.
    package init?(
        _ keeper: any RemoteConfigKeeper, of source: String, environment: String?, by origin: OverrideOrigin
    ) {
        guard let keeper = keeper as? EtcdRemoteConfigKeeper else { return nil }
        self.init(keeper.store, of: source, environment: environment, by: origin)
    }

    /// Whether the values of a source can be published.
    package static func serves(_ keeper: any RemoteConfigKeeper) -> Bool { keeper is EtcdRemoteConfigKeeper }

    /// Reads the published values, now or at a revision.
    package func published(at revision: Int64? = nil) async throws -> PublishedValues {
        try await store.published(at: revision)
    }

    /// Returns the changes that edits would make.
    package func proposal(_ edits: [String: ValueEdit]) async throws -> ValueProposal {
        ValueProposal(edits, on: try await published())
    }

    /// Returns the changes that restoring a revision would make.
    package func proposal(restoring revision: Int64) async throws -> ValueProposal {
        let base = try await published()
        let then = try await published(at: revision)
        return ValueProposal(then.entries, as: then.document, on: base)
    }

    /// Publishes all changes of a proposal, or none.
    ///
    /// - Throws: the reason why nothing was published.
    package func publish(_ proposal: ValueProposal, note: String? = nil, at time: Date) async throws -> Outcome {
        return switch try await store.publish(proposal, by: origin, note: note, at: time, id: Hexadecimal.randomID()) {
        case .known(let revision): .published(revision)
        case .unknown(let error): .unknown(error.description)
        }
    }

    /// Returns the publications, the latest first.
    package func history(of name: String? = nil, limit: Int) async throws -> PublicationHistory {
        try await store.history(of: name, limit: limit)
    }
}

extension ValueProposal {
    /// `1 value`, `3 values`.
    package var countWords: String { CountText.count(changes.count, "value") }

    /// Returns the question before the values are published, without the question mark.
    package func question(to source: String) -> String { "Publish \(countWords) to \(source)" }

    /// Returns the message that they are published.
    package func publishedWords(to source: String, revision: Int64) -> String {
        "published \(countWords) to \(source): revision \(revision)"
    }
}

extension ValueProposal.Change {
    /// The change on one line: `color: "red" → "blue"`.
    package var line: String { "\(name): \(old.map(Self.shown) ?? "-") → \(new.map(Self.shown) ?? "-")" }

    private static func shown(_ entry: Snapshot.Entry) -> String {
        entry.text.map { Quotation.of($0, limit: 30) } ?? Snapshot.Entry.appDefault
    }
}

extension ValuePublication {
    /// The changes on one line.
    package var changesLine: String {
        guard let changes else { return names.joined(separator: ", ") + " (forgotten)" }
        return changes.map(\.line).joined(separator: "; ")
    }
}
