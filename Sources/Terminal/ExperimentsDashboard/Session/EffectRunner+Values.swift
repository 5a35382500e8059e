import EtcdStore
import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport

// The values of the source that is shown, if they are published from here.
extension EffectRunner {
    func runValues(_ request: ValueRequest) {
        let (service, source) = (services.current, currentSource)
        // A cluster without a leader must not hold up what is typed.
        Task.detached { [self] in
            let answer: ValueAnswer.Content
            do {
                guard let publishing = ValuePublishing(service.keeper, of: source ?? "", environment: nil, by: origin)
                else {
                    return
                }
                answer = try await self.answer(request, at: publishing)
            } catch {
                answer = .failed(Self.lines(of: error))
            }
            post(.to(\.values, .answered(request, ValueAnswer(answer), source: source)))
        }
    }

    private func answer(_ request: ValueRequest, at publishing: ValuePublishing) async throws -> ValueAnswer.Content {
        switch request.action {
        case .propose(let edits): return .proposal(try await publishing.proposal(edits), publishing)
        case .restore(let revision): return .proposal(try await publishing.proposal(restoring: revision), publishing)
        case .history: return .history(try await publishing.history(limit: 100))
        case .publish(let proposal):
            return switch try await publishing.publish(proposal, at: now()) {
            case .published(let revision): .published(proposal, revision: revision)
            case .unknown(let reason): .unknown(reason)
            }
        }
    }

    private static func lines(of error: any Error) -> [String] {
        guard let problem = error as? any OperatorError else { return [ErrorReport.headline(of: error)] }
        return ErrorReport(problem).text().split(scalar: "\n").map(String.init)
    }
}
