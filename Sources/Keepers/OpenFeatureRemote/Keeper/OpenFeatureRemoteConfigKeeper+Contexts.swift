import ExperimentsCore
import ExperimentsTransport
import Foundation

extension OpenFeatureRemoteConfigKeeper {
    /// Returns the last answer, if it is for this context; nil if the server has to be asked.
    public func decided(for persona: SourcePersona) -> DecidedSnapshot? {
        guard let snapshot = answer(for: persona) else { return nil }
        return DecidedSnapshot(snapshot, decisions: Self.decisions(snapshot.entries))
    }

    /// Asks the server to evaluate all flags for a context. The snapshot stays.
    ///
    /// - Throws: `FetchFailure`. No request is sent while the server refuses all, or asked to wait.
    public func askedDecision(for persona: SourcePersona) async throws -> DecidedSnapshot? {
        let snapshot = try await evaluation(for: persona)
        return DecidedSnapshot(snapshot, decisions: Self.decisions(snapshot.entries))
    }

    private static func decisions(_ entries: [String: Snapshot.Entry]) -> [String: ContextDecision] {
        entries.mapValues { entry in
            let supplier = entry.supplier.map { FlagSupplier($0) }
            // Some servers have words of their own, on which providers fail.
            let reason = supplier?.reason.flatMap { EvaluationReason(rawValue: $0) } ?? .unknown
            return .elsewhere(reason, variant: supplier?.variant)
        }
    }
}
