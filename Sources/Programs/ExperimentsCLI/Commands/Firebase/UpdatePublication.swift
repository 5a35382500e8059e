import ExperimentsCore
import FirebaseTemplates

/// Publishes an update on top of the published version, even if another person publishes at the same time.
struct UpdatePublication: Sendable {
    struct Outcome: Sendable {
        let changes: [UpdateEdit.Change]
        /// The version that is published now, if the service says so.
        let version: Int64?
        let act: Act
        /// Whether the change was made again on a version that another person published in the meantime.
        let wasRepeated: Bool
    }

    enum Act: Sendable {
        case published
        /// The service checked the change.
        case rehearsed
        /// Nothing: the parameters hold the update already.
        case nothing
    }

    let client: TemplateClient
    let edit: UpdateEdit
    /// Whether the service is only to check the change.
    let isRehearsal: Bool

    /// - Throws: `TemplateServiceError`, or `CommandProblem` where the template cannot take the update.
    func carryOut() async throws -> Outcome {
        do {
            return try await carryOutOnce(wasRepeated: false)
        } catch TemplateServiceError.versionMismatch {
            return try await carryOutOnce(wasRepeated: true)
        }
    }

    private func carryOutOnce(wasRepeated: Bool) async throws -> Outcome {
        let current = try await client.template()
        let (edited, changes) = try edit.applied(to: current.template)
        func outcome(_ act: Act, _ template: RemoteConfigTemplate) -> Outcome {
            Outcome(changes: changes, version: template.versionNumber, act: act, wasRepeated: wasRepeated)
        }
        guard changes.contains(where: \.isChange) else { return outcome(.nothing, current.template) }
        // Without an ETag, the publication could overwrite that of another person.
        guard let etag = current.etag else {
            throw TemplateServiceError.invalidAnswer("the template came without an ETag; nothing was published")
        }
        if isRehearsal {
            try await client.validate(edited, etag: etag)
            return outcome(.rehearsed, current.template)
        }
        return outcome(.published, try await client.publish(edited, etag: etag).template)
    }
}
