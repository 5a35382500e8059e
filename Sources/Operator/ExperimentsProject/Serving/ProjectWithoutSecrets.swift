import ExperimentsSupport
import ExperimentsYAML

/// The content of a project file for others.
package enum ProjectWithoutSecrets {
    private static let hidden = "(hidden)"

    /// Parts of names of fields whose values may be secrets.
    private static let secretNames = [
        "token", "secret", "password", "passphrase", "key", "authorization", "credential", "cookie",
        "username",
    ]
    /// Fields with one of these parts that never hold a secret.
    private static let openNames = ["key", "keys", "name_key", "service_account"]
    /// Fields whose texts may all be secrets: headers, the environment of a program, and its arguments.
    private static let secretGroups = ["headers", "env", "environment_variables", "command"]

    /// Returns the content as JSON, without comments and without texts that may be secrets; nil if it
    /// cannot be read.
    package static func text(_ bytes: [UInt8]) -> String? {
        guard let root = try? YAMLNode(parsing: bytes), let text = try? root.jsonText(),
            let json = try? JSONValue(parsing: text)
        else { return nil }
        return String(decoding: withoutSecrets(json).prettyBytes, as: UTF8.self)
    }

    private static func withoutSecrets(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let object):
            .object(
                JSONObject(
                    distinct: object.members.map { member in
                        let isSecret = isSecret(member.name)
                        return .init(
                            name: member.name,
                            value: isSecret ? hiding(member.value) : withoutSecrets(member.value))
                    }))
        case .array(let elements): .array(elements.map(withoutSecrets))
        case .string(let text): .string(withoutCredentials(text))
        default: value
        }
    }

    private static func isSecret(_ name: String) -> Bool {
        let name = name.lowercased()
        guard !openNames.contains(name) else { return false }
        return secretGroups.contains(name) || secretNames.contains { name.contains($0) }
    }

    /// Returns a value without any of its texts and numbers. References to variables stay, because they show what is
    /// needed.
    private static func hiding(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let object):
            .object(
                JSONObject(distinct: object.members.map { .init(name: $0.name, value: hiding($0.value)) }))
        case .array(let elements): .array(elements.map(hiding))
        case .string(let text) where text.wholeMatch(of: #/\$\{[A-Za-z_][A-Za-z0-9_]*\}/#) != nil: value
        case .null, .bool: value
        case .string, .number: .string(hidden)
        }
    }

    /// Returns a text without the user and the values of the query of each address in it.
    private static func withoutCredentials(_ text: String) -> String {
        guard text.contains("://") else { return text }
        return text.replacing(#/:\/\/[^\/?#\s]*@/#) { _ in "://\(hidden)@" }
            .replacing(#/([?&;][^=&#\s]*=)[^&#;\s]*/#) { "\($0.output.1)\(hidden)" }
    }
}
