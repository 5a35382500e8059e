import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import FirebaseConfig
import FirebaseTemplates
import Foundation

/// The change that announces an update, made to whatever template is published.
struct UpdatePublication: Sendable {
    /// The change of one parameter.
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

    let update: ApplicationUpdate
    /// The parameters that the update is written to.
    let keys: [String]

    /// The update as an input of a publication.
    var changes: TemplateChanges {
        TemplateChanges("version \(update.version.rawValue) as \(keys.joined(separator: ", "))") { template in
            try changes(of: template).reduce(into: template) { template, change in
                template.setDefaultValue(.text(change.after), of: change.key, type: .json)
            }
        }
    }

    /// Returns the changes of a template.
    ///
    /// - Throws: `CommandProblem` if the template does not accept the update.
    func changes(of template: RemoteConfigTemplate) throws(CommandProblem) -> [Change] {
        var changes: [Change] = []
        for key in keys {
            let parameter = template.parameter(key)
            if let type = parameter?.valueType, type == .boolean || type == .number {
                throw CommandProblem(
                    "parameter \(key) is of type \(type.rawValue.lowercased()), but an update needs JSON or text",
                    advice: "Change its type in the Firebase console, or use another --parameter.")
            }
            changes.append(
                Change(
                    key: key, before: parameter?.defaultValue, after: text(over: parameter?.defaultValue),
                    conditions: parameter?.conditionalValues.map(\.condition) ?? []))
        }
        return changes
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

/// What `firebase set-update` says: only the version on standard output, and messages on standard error.
struct UpdateVoice: PublicationVoice {
    let command: SetUpdateCommand
    let publication: UpdatePublication
    let project: String
    let list = "template versions"

    func show(_ review: TemplateReview, of publication: TemplatePublication) throws {
        if publication.wasRepeated { StandardError.line("\(PublicationWords.appliedAgain)") }
        for change in changes(of: review.current) { tell(change) }
        for effect in review.effects { StandardError.line("note: \(VisibleText.of(effect))") }
    }

    func risks(of review: TemplateReview) -> [PublicationRisk] { review.risks }

    func question(_ publication: TemplatePublication, _ review: TemplateReview) -> String {
        TemplateWords.question(publication, review)
    }

    func report(
        _ base: PublishedTemplate, _ review: TemplateReview, of publication: TemplatePublication,
        foundLater found: String?
    ) throws {
        if let found { StandardError.line("\(TemplateWords.published(review.action, base, found: found))") }
        try print(changes(of: review.current), base, isPublished: true, publication, foundLater: found)
    }

    func report(rehearsed review: TemplateReview, of publication: TemplatePublication) throws {
        try show(review, of: publication)
        StandardError.line("dry run: the service accepts the change; \(PublicationWords.notPublished)")
        guard command.global.json else { return }
        try print(changes(of: review.current), review.current, isPublished: false, publication)
    }

    func reportUnchanged(_ base: PublishedTemplate?, of publication: TemplatePublication) throws {
        StandardError.line("\(PublicationWords.nothing): the template already has this value")
        guard let base else { return }
        try print(changes(of: base), base, isPublished: false, publication)
    }

    func problem(_ conflict: TemplateConflict, of publication: TemplatePublication) -> any OperatorError {
        CommandProblem(TemplateWords.conflict(conflict.current), advice: "Try again.")
    }

    /// The changes of a template that has accepted them.
    private func changes(of base: PublishedTemplate) -> [UpdatePublication.Change] {
        (try? publication.changes(of: base.template)) ?? []
    }

    private func print(
        _ changes: [UpdatePublication.Change], _ base: PublishedTemplate, isPublished: Bool,
        _ publication: TemplatePublication, foundLater found: String? = nil
    ) throws {
        let version = base.template.versionNumber.map { String($0) }
        guard command.global.json else {
            if let version { try StandardOutput.line("\(version)") }
            return
        }
        try StandardOutput.document([
            "project": project, "kind": command.kind.rawValue, "published": isPublished,
            "repeated": publication.wasRepeated, "version": version, "foundLater": found,
            "parameters": changes.map(Self.document),
        ])
    }

    private func tell(_ change: UpdatePublication.Change) {
        guard change.isChange else { return }
        StandardError.line("\(change.key): \(Self.words(for: change.before)) → \(change.after)")
        if !change.conditions.isEmpty {
            let names = change.conditions.map { Quotation.of($0) }.joined(separator: ", ")
            StandardError.line("note: \(change.key) keeps its values for the conditions \(names)")
        }
        if let old = Self.release(in: change.before), let new = Self.release(in: .text(change.after)),
            new < old
        {
            StandardError.line("warning: \(new) is older than \(old), which it replaces")
        }
    }

    private static func words(for value: TemplateValue?) -> String {
        switch value {
        case nil: "(none)"
        case .text(let text)?: Quotation.of(text, limit: 200)
        case .inAppDefault?: "(in-app default)"
        case .other?: "(another kind of value)"
        }
    }

    private static func release(in value: TemplateValue?) -> ApplicationUpdate.Version? {
        guard case .text(let text)? = value, let object = try? JSONValue(parsing: text).object else {
            return nil
        }
        return object["version"]?.string.flatMap(ApplicationUpdate.Version.init(rawValue:))
    }

    private static func document(_ change: UpdatePublication.Change) -> Document {
        var was: String?
        if case .text(let text)? = change.before { was = text }
        return [
            "name": change.key, "changed": change.isChange, "value": change.after, "was": was,
            "conditions": change.conditions,
        ]
    }
}

/// The app platforms that updates are published for.
enum UpdatePlatform: String, ExpressibleByArgument, CaseIterable {
    case ios
    case android

    /// The platform in Firebase's terms.
    var appPlatform: FirebaseConfig.AppID.Platform {
        switch self {
        case .ios: .ios
        case .android: .android
        }
    }
}
