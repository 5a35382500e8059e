import ExperimentsCore

/// The format of a file with the default values of a template, to include in apps. Each file is the same as that of the
/// service's `remoteConfig:downloadDefaults`.
package enum DefaultsFormat: String, CaseIterable {
    case xml = "XML"
    case plist = "PLIST"
    case json = "JSON"

    package var mediaType: String {
        switch self {
        case .xml, .plist: "application/xml; charset=utf-8"
        case .json: "application/json; charset=utf-8"
        }
    }

    /// Returns the text of the file with the defaults of `template`. Parameters that tell the app to use its own value
    /// are left out, and so are values that XML cannot contain.
    package func text(of template: RemoteConfigTemplate) -> String {
        let entries = Self.entries(of: template)
        func lines(_ line: (_ key: String, _ value: String) -> String) -> String {
            entries.map { line(Self.escaped($0.name), Self.escaped($0.value.string ?? "")) }.joined()
        }
        return switch self {
        case .json: JSONValue.object(JSONObject(distinct: entries)).prettyText + "\n"
        case .xml:
            Self.declaration + "<defaultsMap>\n"
                + lines {
                    "    <entry>\n        <key>\($0)</key>\n        <value>\($1)</value>\n    </entry>\n"
                }
                + "</defaultsMap>\n"
        case .plist:
            Self.declaration
                + "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
                + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\">\n    <dict>\n"
                + lines { "        <key>\($0)</key>\n        <string>\($1)</string>\n" }
                + "    </dict>\n</plist>\n"
        }
    }

    /// Returns the keys of the parameters whose defaults the format cannot contain, because they have control
    /// characters.
    package func unwritableKeys(of template: RemoteConfigTemplate) -> [String] {
        guard self != .json else { return [] }
        return Self.entries(of: template).filter { entry in
            var isWritable = true
            _ = XMLText.escaped(entry.name + (entry.value.string ?? "")) { _ in
                isWritable = false
                return ""
            }
            return !isWritable
        }.map(\.name)
    }

    private static func entries(of template: RemoteConfigTemplate) -> [JSONObject.Member] {
        template.parameters.compactMap { parameter in
            guard case .text(let text) = parameter.defaultValue else { return nil }
            return JSONObject.Member(name: parameter.key, value: .string(text))
        }
    }

    private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

    /// Escapes a string. Characters that XML cannot contain, such as control characters, are dropped.
    private static func escaped(_ text: String) -> String {
        XMLText.escaped(text, quotes: false) { _ in "" }
    }
}
