import ArgumentParser
import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation

/// Publishes an update based on the published version, even if another person publishes at the same time.
struct UpdatePublication: Sendable {
    struct Outcome: Sendable {
        let changes: [Change]
        /// The published version, if the service reports it.
        let version: Int64?
        /// Whether the change was made again for a version that another person published in the meantime.
        let wasRepeated: Bool

        /// Whether the parameters did not have the update already.
        var isChange: Bool { changes.contains(where: \.isChange) }
    }

    struct Change: Sendable {
        let key: String
        /// The default value before; nil if there was none.
        let before: TemplateValue?
        /// The new default value.
        let after: String
        /// The conditions with their own values, which stay.
        let conditions: [String]

        /// Whether the value changes.
        var isChange: Bool { before != .text(after) }
    }

    let client: TemplateClient
    let update: ApplicationUpdate
    /// The parameters that the update is written to.
    let keys: [String]
    /// Whether the service should only check the change.
    let isRehearsal: Bool

    /// - Throws: `TemplateServiceError`, or `CommandProblem` if the template does not accept the update.
    func carryOut() async throws -> Outcome {
        do {
            return try await carryOutOnce(wasRepeated: false)
        } catch TemplateServiceError.versionMismatch {
            return try await carryOutOnce(wasRepeated: true)
        }
    }

    private func carryOutOnce(wasRepeated: Bool) async throws -> Outcome {
        let current = try await client.template()
        let (edited, changes) = try edited(current.template)
        func outcome(_ template: RemoteConfigTemplate) -> Outcome {
            Outcome(changes: changes, version: template.versionNumber, wasRepeated: wasRepeated)
        }
        guard changes.contains(where: \.isChange) else { return outcome(current.template) }
        // Without an ETag, the publication could overwrite that of another person.
        guard let etag = current.etag else {
            throw TemplateServiceError.invalidAnswer("the service sent no ETag; nothing was published")
        }
        if isRehearsal {
            try await client.validate(edited, etag: etag)
            return outcome(current.template)
        }
        return outcome(try await client.publish(edited, etag: etag).template)
    }

    /// Returns a template with the update, and what changed.
    private func edited(
        _ template: RemoteConfigTemplate
    ) throws(CommandProblem) -> (template: RemoteConfigTemplate, changes: [Change]) {
        var template = template
        var changes: [Change] = []
        for key in keys {
            let parameter = template.parameter(key)
            if let type = parameter?.valueType, type == .boolean || type == .number {
                throw CommandProblem(
                    "parameter \(key) is of type \(type.rawValue.lowercased()), but an update needs JSON or text",
                    advice: "Change its type in the Firebase console, or use another --parameter.")
            }
            let text = text(over: parameter?.defaultValue)
            changes.append(
                Change(
                    key: key, before: parameter?.defaultValue, after: text,
                    conditions: parameter?.conditionalValues.map(\.condition) ?? []))
            template.setDefaultValue(.text(text), of: key, type: .json)
        }
        return (template, changes)
    }

    /// Returns the value: the current one with the release and the address of this update. Other members stay.
    /// Unchanged if it already has them.
    private func text(over value: TemplateValue?) -> String {
        var object = JSONObject()
        if case .text(let text)? = value, let members = try? JSONValue(parsing: text).object {
            object = members
            let version = JSONValue.string(update.version.rawValue)
            let download = JSONValue.string(update.download.absoluteString)
            if object["version"] == version, object["download"] == download { return text }
        }
        object["version"] = .string(update.version.rawValue)
        object["download"] = .string(update.download.absoluteString)
        return JSONValue.object(object).compactText
    }
}

/// The app platforms that updates are published for.
enum UpdatePlatform: String, ExpressibleByArgument, CaseIterable {
    case ios
    case android

    /// The platform in Firebase's terms.
    var appPlatform: AppID.Platform {
        switch self {
        case .ios: .ios
        case .android: .android
        }
    }
}
