import Dispatch
import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates
import Locks

// The template behind the source that is shown.
extension EffectRunner {
    func runTemplate(_ request: TemplateRequest) {
        let (service, source) = (services.current, currentSource)
        switch request {
        case .preview(let template): preview(template, with: service)
        case .publication(.send), .publication(.rollback), .publication(.check), .publication(.look), .versions,
            .sameForAll:
            // A slow service must not hold up what is typed.
            Task.detached { [self] in await answer(request, of: source) }
        case .recall, .open, .change: templateWork.add { [self] in await answer(request, of: source) }
        }
    }

    private func answer(_ request: TemplateRequest, of source: String?) async {
        do {
            guard let workspace = try templates?(source) else { return }
            guard let answer = try await workspace.answer(request) else { return }
            post(.to(\.templates, .answered(request, answer, source: source)))
        } catch {
            post(.to(\.templates, .answered(request, .failed(TemplateRefusalReason(error)), source: source)))
        }
    }

    private func preview(_ template: RemoteConfigTemplate?, with service: RemoteConfigService) {
        let source = currentSource
        inquiries.async { [post] in
            guard let keeper = service.keeper as? TemplateRemoteConfigKeeper else { return }
            let before = keeper.snapshot
            keeper.setDraft(template)
            let count = SnapshotDifference(from: before, to: keeper.snapshot).count
            post(
                .to(\.templates, .answered(.preview(template), .previewed(changedCount: count), source: source)))
        }
    }
}

extension TemplateWorkspace {
    /// Carries out a request; nil if there is no answer.
    func answer(_ request: TemplateRequest) async throws -> TemplateAnswer? {
        let reference = TemplateWorkspaceReference(self)
        switch request {
        case .recall: return try store.read().map { .draft($0, reference) }
        case .open: return .draft(try await draft(), reference)
        case .change(let change):
            if let draft = try await self.change(change.change) { return .draft(draft, reference) }
            return .draft(try await draft(), reference)
        case .publication(let request): return .publication(await origin.answer(request))
        case .versions: return .versions(try await origin.versions(limit: 100))
        case .sameForAll(let name, let key): return .sameForAll(try await origin.sameForAll(name, key))
        case .preview: return nil
        }
    }
}

/// Work that is done one after the other, in the order it was asked for.
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
