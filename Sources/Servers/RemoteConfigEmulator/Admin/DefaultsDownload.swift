import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates

/// The default values of a template as a file for apps to build in.
struct DefaultsDownload {
    /// The file's format.
    enum Format: String {
        case xml = "XML"
        case plist = "PLIST"
        case json = "JSON"

        var mediaType: String {
            switch self {
            case .xml, .plist: "application/xml; charset=utf-8"
            case .json: "application/json; charset=utf-8"
            }
        }
    }

    private let entries: [JSONObject.Member]

    /// The defaults of `template`; parameters that leave the value to the app are left out.
    init(_ template: RemoteConfigTemplate) {
        entries = template.parameters.compactMap { parameter in
            guard case .text(let text) = parameter.defaultValue else { return nil }
            return JSONObject.Member(name: parameter.key, value: .string(text))
        }
    }

    /// The file.
    func text(_ format: Format) -> String {
        switch format {
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

    private func lines(_ line: (_ key: String, _ value: String) -> String) -> String {
        entries.map { line(Self.escaped($0.name), Self.escaped($0.value.string ?? "")) }.joined()
    }

    /// What XML cannot hold, such as control characters, is left out.
    private static func escaped(_ text: String) -> String {
        XMLText.escaped(text, quotes: false) { _ in "" }
    }
}
