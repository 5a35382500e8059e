import ArgumentParser
import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation

/// An update, and the parameters that are to hold it.
struct UpdateEdit: Sendable {
    struct Change: Sendable {
        let key: String
        /// Its default value before; nil if there was none.
        let before: TemplateValue?
        /// Its default value now.
        let after: String
        /// The conditions that have values of their own, which stay.
        let conditions: [String]

        /// Whether the value is another.
        var isChange: Bool { before != .text(after) }
    }

    let update: ApplicationUpdate
    let keys: [String]

    /// The template with the update in it, and what that changed.
    func applied(
        to template: RemoteConfigTemplate
    ) throws(CommandProblem) -> (template: RemoteConfigTemplate, changes: [Change]) {
        var template = template
        var changes: [Change] = []
        for key in keys {
            let parameter = template.parameter(key)
            if let type = parameter?.valueType, type == .boolean || type == .number {
                throw CommandProblem(
                    "the parameter \(key) is a \(type.rawValue.lowercased()) and cannot hold an update",
                    advice: "Change its type in the console, or name another --parameter.")
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

    /// The value: the one there is with the release and the address of this update, so that other members stay; the
    /// very same text where it says so already.
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

/// The apps that updates are published for.
enum UpdatePlatform: String, ExpressibleByArgument, CaseIterable {
    case ios
    case android

    /// The same as a platform of Firebase's.
    var appPlatform: AppID.Platform {
        switch self {
        case .ios: .ios
        case .android: .android
        }
    }
}
