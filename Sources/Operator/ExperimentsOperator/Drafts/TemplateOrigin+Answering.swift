import ExperimentsCore
import FirebaseTemplates

extension TemplateOrigin {
    /// Carries out a request of a publication, and returns the result.
    package func answer(_ request: TemplatePublication.Request) async -> TemplatePublication.Event {
        switch request {
        case .check(let action): return await check(action)
        case .send(let template, let etag):
            return await sent { try await publish(template, replacing: etag) }
        case .rollback(let version, let etag):
            return await sent { try await rollback(to: version, replacing: etag) }
        case .look:
            do {
                return .looked(try await published())
            } catch {
                return .notLooked(TemplateRefusalReason(error))
            }
        }
    }

    private func check(_ action: TemplatePublication.Action) async -> TemplatePublication.Event {
        do {
            let current = try await published()
            switch action {
            case .rollback(let version):
                return .checked(current, try await template(version: version).template, nil)
            case .draft(let draft):
                let template = hasVersions ? draft.publishable : draft.template
                do throws(TemplateServiceError) {
                    try await validate(template, etag: current.etag)
                    return .checked(current, template, nil)
                } catch {
                    return .checked(current, template, TemplateRefusalReason(error))
                }
            }
        } catch {
            return .notChecked(TemplateRefusalReason(error))
        }
    }

    private func sent(_ send: () async throws -> PublishedTemplate) async -> TemplatePublication.Event {
        do {
            return .sent(try await send())
        } catch {
            return .notSent(TemplateSendingProblem(error))
        }
    }
}

extension TemplateDraft {
    /// The template as it is sent: without the words about the version it was made on, which say nothing of the new one.
    var publishable: RemoteConfigTemplate {
        var sent = template
        if sent.version?.description != nil { sent.setVersionDescription(nil) }
        return sent
    }
}
