import Dispatch
import ExperimentsCore
import ExperimentsEtcdStore
import ExperimentsLocks
import ExperimentsOperator
import ExperimentsSupport
import ExperimentsTeam
import FirebaseTemplates

// The template of the current source.
extension EffectRunner {
    func runTemplate(_ request: TemplateRequest) {
        let (service, source) = (services.current, currentSource)
        if request.isFromUser { session.usesTemplate?() }
        switch request {
        case .preview(let template): preview(template, with: service)
        case .personas: listPersonas(for: source)
        case .publication, .versions, .sameForAll, .studies, .studyDetails:
            // A slow service must not delay typing.
            Task.detached { [self] in await answer(request, of: source) }
        case .recall, .open, .change: templateWork.add { [self] in await answer(request, of: source) }
        }
    }

    private func answer(_ request: TemplateRequest, of source: String?) async {
        do {
            guard let workspace = try session.templates?(source) else { return }
            guard let answer = try await workspace.answer(request) else { return }
            if case .studies(let studies) = answer { readResults(of: studies, at: source) }
            post(.to(\.templates, .answered(request, answer, source: source)))
        } catch {
            post(.to(\.templates, .answered(request, .failed(RefusalReason(error)), source: source)))
        }
    }

    private func listPersonas(for source: String?) {
        let library = session.personas?.sharing(session.team?.view.library.personas ?? [])
        writes.async { [post] in
            // Without them, a publication is shown without values for personas.
            let personas = (try? library?.list().personas) ?? []
            post(.to(\.templates, .answered(.personas, .personas(personas), source: source)))
        }
    }

    private func preview(_ template: RemoteConfigTemplate?, with service: RemoteConfigService) {
        let source = currentSource
        inquiries.async { [self, post] in
            guard let keeper = service.keeper as? TemplateRemoteConfigKeeper else { return }
            let before = keeper.snapshot
            view(service) { keeper.setDraft(template) }
            let count = SnapshotDifference(from: before, to: keeper.snapshot).count
            post(
                .to(
                    \.templates,
                    .answered(.preview(template), .previewed(changedCount: count), source: source)))
        }
    }
}

extension TemplateRequest {
    /// Whether the user caused it with a step towards a publication.
    fileprivate var isFromUser: Bool {
        switch self {
        case .open, .change, .publication, .versions: true
        case .recall, .sameForAll, .studies, .studyDetails, .preview, .personas: false
        }
    }
}

extension TemplateWorkspace {
    /// Performs a request; returns nil if there is no answer.
    func answer(_ request: TemplateRequest) async throws -> TemplateAnswer? {
        switch request {
        case .recall: return try store.read().map { .draft($0, self) }
        case .open: return .draft(try await draft(), self)
        case .change(let change):
            if let draft = try await self.change(change) { return .draft(draft, self) }
            return .draft(try await draft(), self)
        case .publication(let request): return .publication(await origin.answer(request))
        case .versions: return .versions(try await origin.versions(limit: 100))
        case .sameForAll(let name, let key): return .sameForAll(try await origin.sameForAll(name, key))
        case .studies(let known): return .studies(try await origin.studies(after: known))
        case .studyDetails(let references, let listed):
            return .studies(await origin.details(of: references, in: listed))
        case .preview, .personas: return nil
        }
    }
}

/// A queue for work in the order of the requests.
final class SerialWork: Sendable {
    private let last = Mutex<Task<Void, Never>?>(nil)

    func add(_ work: @escaping @Sendable () async -> Void) {
        last.withLock { last in
            let before = last
            last = Task.detached {
                await before?.value
                await work()
            }
        }
    }
}

// Publishing values of the current source.
extension EffectRunner {
    func runValues(_ request: ValueRequest) {
        let (service, source) = (services.current, currentSource)
        // A cluster without a leader must not delay typing.
        Task.detached { [self] in
            let answer: ValueAnswer
            do {
                guard
                    let publishing = ValuePublishing(
                        service.keeper, of: source ?? "", environment: nil, by: origin)
                else {
                    return
                }
                answer = try await self.answer(request, at: publishing)
            } catch {
                answer = .failed(Self.lines(of: error))
            }
            post(.to(\.values, .answered(request, answer, source: source)))
        }
    }

    private func answer(_ request: ValueRequest, at publishing: ValuePublishing) async throws -> ValueAnswer {
        switch request {
        case .publish(let input): .input(input, publishing)
        case .publication(let request): .publication(await publishing.answer(request))
        case .history: .history(try await publishing.history(limit: 100))
        }
    }

    private static func lines(of error: any Error) -> [String] {
        guard let problem = error as? any OperatorError else { return [ErrorReport.headline(of: error)] }
        return ErrorReport(problem).text().split(scalar: "\n").map(String.init)
    }
}
