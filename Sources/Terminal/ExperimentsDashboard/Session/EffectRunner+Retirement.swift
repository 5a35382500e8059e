import ExperimentResults
import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

// Removing keys from the app's source code, with the program that parses it.
extension EffectRunner {
    /// Performs the request in the background, because reading a large app takes seconds.
    func retire(_ request: RetirementRequest) {
        guard let retireKey = session.retireKey else { return }
        Task.detached { [self] in
            let result: Result<ProposedRetirement, MessageError>
            do {
                let (value, reasons) = try await value(of: request)
                // Another program reads and changes the code.
                let retirement = try await OwnThread.run {
                    try retireKey(request.name, value, request.digest)
                }
                result = .success(ProposedRetirement(value: value, reasons: reasons, retirement: retirement))
            } catch let failure as MessageError {
                result = .failure(failure)
            } catch {
                result = .failure(MessageError(ErrorReport.headline(of: error)))
            }
            post(.retired(request, result))
            FreedMemory.giveBack()
        }
    }

    /// Returns the value that all users get, and why.
    private func value(of request: RetirementRequest) async throws -> (String, [RetirementCandidate.Reason]) {
        if let value = request.value { return (value, []) }
        let (service, source, now) = (services.current, currentSource, now())
        let log = session.fetchLog?(source)
        let users: RetirementCandidate.Users
        if let origin = try session.templates?(source)?.origin {
            users = .template(try await origin.published().template)
        } else {
            users = service.keeper is any PersonaKeeper ? .unknown : .alike
        }
        let keys = request.key.map { [$0] } ?? []
        let outcomes = ExperimentOutcomes(request.standings, keys: keys)
        let candidates = RetirementCandidate.candidates(
            among: keys, values: try log?.values.valuesByName() ?? [:], winners: outcomes.winners,
            undecided: outcomes.undecided, users: users, at: now)
        if let known = candidates.first { return (known.value, known.reasons) }
        throw MessageError(
            "the value that all users have for \"\(request.name)\" is unknown",
            advice: "`:\(Command.retire.name) VALUE` removes the key, with this value")
    }
}
