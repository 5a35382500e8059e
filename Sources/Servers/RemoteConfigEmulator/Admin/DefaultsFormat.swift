import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates

/// The format of a file with the default values of a template, for apps to build in.
enum DefaultsFormat: String {
    case xml = "XML"
    case plist = "PLIST"
    case json = "JSON"

    var mediaType: String {
        switch self {
        case .xml, .plist: "application/xml; charset=utf-8"
        case .json: "application/json; charset=utf-8"
        }
    }

    /// The file with the defaults of `template`; parameters that leave the value to the app are left out.
    func text(of template: RemoteConfigTemplate) -> String {
        let entries = template.parameters.compactMap { parameter -> JSONObject.Member? in
            guard case .text(let text) = parameter.defaultValue else { return nil }
            return JSONObject.Member(name: parameter.key, value: .string(text))
        }
        func lines(_ line: (_ key: String, _ value: String) -> String) -> String {
            entries.map { line(Self.escaped($0.name), Self.escaped($0.value.string ?? "")) }.joined()
        }
        return switch self {
        case .json: JSONValue.object(JSONObject(distinct: entries)).prettyText + "\n"
        case .xml:
            Self.declaration + "<defaultsMap>\n"
                + lines { "    <entry>\n        <key>\($0)</key>\n        <value>\($1)</value>\n    </entry>\n" }
                + "</defaultsMap>\n"
        case .plist:
            Self.declaration
                + "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
                + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\">\n    <dict>\n"
                + lines { "        <key>\($0)</key>\n        <string>\($1)</string>\n" }
                + "    </dict>\n</plist>\n"
        }
    }

    private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

    /// What XML cannot hold, such as control characters, is left out.
    private static func escaped(_ text: String) -> String {
        XMLText.escaped(text, quotes: false) { _ in "" }
    }
}
