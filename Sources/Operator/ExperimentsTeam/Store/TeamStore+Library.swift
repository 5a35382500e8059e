import EtcdClient
import EtcdStore
import ExperimentsCore
import ExperimentsOperator

extension TeamStore {
    /// Saves a named item for the team, or removes it.
    ///
    /// An item that another person saved is never lost unnoticed: it is replaced only if it has not changed since it
    /// was read. Repeating a request has no further effect.
    ///
    /// - Throws: `TeamRefusal` if the name is taken, nothing has this name, or another person was faster;
    ///   `OverrideStoreProblem` if the store cannot be reached. Nothing is changed then, unless the problem says
    ///   otherwise.
    package func make(_ request: TeamLibraryRequest) async throws {
        let key = layout.key(of: request.place)
        do {
            let records = try await current(reading: true)
            if let problem = hindrance(records) { throw TeamRefusal.cannotWrite(problem) }
            let known = try await client.ask(EtcdRead(.key(key))).entries.first
            guard known?.value != request.bytes else {
                if request.bytes == nil { throw TeamRefusal.missing(request.subject) }
                return
            }
            guard known == nil || request.replaces else { throw TeamRefusal.taken(request.subject) }
            let operation: EtcdOperation =
                request.bytes.map { .put(EtcdPut(key, $0)) } ?? .delete(.key(key))
            let outcome = try await client.perform(
                EtcdTransaction(
                    if: [.wasChanged(key, at: known?.modRevision ?? 0)], then: [operation],
                    else: [.read(EtcdRead(.key(key)))], mayArriveTwice: true))
            switch outcome {
            case .known(let answer):
                // A request that arrived twice finds what it did itself.
                guard answer.succeeded || answer.reads.first?.entries.first?.value == request.bytes else {
                    throw TeamRefusal.changedMeanwhile(request.subject)
                }
            case .unknown(let error): throw TeamRefusal.unknown(request.subject, error)
            }
        } catch let error as EtcdError {
            throw OverrideStoreProblem(error, isChanging: true)
        }
    }
}
