import ExperimentsCore
import ExperimentsYAML

/// The content of a file of keys and values, or of a similar document elsewhere.
package struct FileSourceContent {
    /// The ways such a file is written.
    enum Format {
        case json
        case yaml
        /// Default values of an app, as a property list or XML.
        case defaults

        /// Determines the format from the file's extension, otherwise from the beginning of the content.
        init(path: String, bytes: [UInt8]) {
            if FileSourceContent.isDefaults(bytes) {
                self = .defaults
                return
            }
            let ending = path.split(scalar: ".").last?.lowercased()
            switch ending {
            case "json": self = .json
            case "yaml", "yml": self = .yaml
            default:
                let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
                self = bytes.first { !blanks.contains($0) } == UInt8(ascii: "{") ? .json : .yaml
            }
        }
    }

    /// A name with its value.
    typealias Member = (name: String, entry: Snapshot.Entry)

    /// The values by name.
    package let entries: ExactDictionary<Snapshot.Entry>
    /// The names, in the order of the file.
    let names: [String]

    /// Reads the content of a file.
    ///
    /// Scalars keep their text, objects and lists become JSON text, and `null` means the app's default.
    ///
    /// - Parameters:
    ///   - bytes: the content.
    ///   - path: the path of the file, for its extension and for messages. With the extension `.json`, `.yaml` or
    ///     `.yml`, it is read in that format; otherwise its beginning decides.
    ///   - steps: the names of the members that lead to the object with the values; empty for the file itself.
    package init(_ bytes: [UInt8], path: String, at steps: [String] = []) throws(FileProblem) {
        var members =
            switch Format(path: path, bytes: bytes) {
            case .json: try Self.readJSON(bytes, path)
            case .yaml: try Self.readYAML(bytes, path)
            case .defaults: try Self.readDefaults(bytes, path: path)
            }
        for index in steps.indices { members = try Self.members(of: members, at: steps[...index], path) }
        // No format allows two members with the same name.
        entries = ExactDictionary(members.map { ($0.name, $0.entry) }) { $1 }
        names = members.map(\.name)
    }

    /// Returns the members of the object in the last of `steps`.
    private static func members(
        of members: [Member], at steps: ArraySlice<String>, _ path: String
    ) throws(FileProblem) -> [Member] {
        let name = steps.last ?? ""
        let place = Quotation.of(steps.joined(separator: " › "))
        guard let member = members.first(where: { $0.name.isExactly(name) }) else {
            let near = SpellingSuggestion.nearest(to: name, in: members.map(\.name))
            throw FileProblem(
                path: path, message: "has no member \(place)",
                advice: near.map { "did you mean \(Quotation.of($0)) in `at`?" }
                    ?? "correct `at`, the member with the values")
        }
        let value = member.entry.text.flatMap { try? JSONValue(parsing: $0) }
        guard let object = value?.object else {
            throw FileProblem(
                path: path,
                message: "\(place): "
                    + DocumentWords.expected("an object of keys and values", found: value?.found ?? "text"),
                advice: "correct `at`, the member with the values")
        }
        return object.members.map { ($0.name, Snapshot.Entry($0.value)) }
    }

    /// Refuses files of Google that contain no values, so that a private key is never shown as a value.
    func checkContainsValues(_ path: String) throws(FileProblem) {
        func has(_ names: String...) -> Bool { names.allSatisfy { entries[$0] != nil } }
        let (message, advice): (String, String)
        if has("GOOGLE_APP_ID", "API_KEY") || has("project_info", "client") {
            message = "contains the settings of a Firebase project, not values"
            advice = "use `kind: firebase` and `google_services` instead of `path`"
        } else if has("apiKey", "appId", "projectId") {
            message = "contains the settings of a Firebase web app, not values"
            advice =
                "use `kind: firebase`, with its projectId, appId and apiKey as `project`, `app_id` and `api_key`"
        } else if has("private_key", "client_email") {
            message = "contains the key of a service account, not values"
            advice = "use `kind: firebase-template`, with `project`, and this file as `service_account`"
        } else if has("refresh_token", "client_secret") || has("subject_token_type") {
            message = "contains credentials, not values"
            advice = "use a file of keys and values"
        } else {
            return
        }
        throw FileProblem(path: path, message: message, advice: advice)
    }

    private static func readJSON(_ bytes: [UInt8], _ path: String) throws(FileProblem) -> [Member] {
        let document = try JSONValue(parsing: bytes) { problem in
            guard path.lowercased().hasSuffix(".plist") else { return FileProblem(path, problem) }
            return FileProblem(
                path: path, message: "is not a property list in XML or binary form",
                advice: "convert it with `plutil -convert xml1 FILE`")
        }
        guard case .object(let object) = document else {
            let message = DocumentWords.expected("an object of keys and values", found: document.found)
            throw FileProblem(path: path, message: message, line: 1, column: 1)
        }
        return object.members.map { ($0.name, Snapshot.Entry($0.value)) }
    }

    private static func readYAML(_ bytes: [UInt8], _ path: String) throws(FileProblem) -> [Member] {
        do throws(YAMLProblem) {
            return try readYAML(bytes)
        } catch {
            throw FileProblem(path, error)
        }
    }

    private static func readYAML(_ bytes: [UInt8]) throws(YAMLProblem) -> [Member] {
        // An empty file is usually about to be written by another program. Its values would disappear for a moment.
        guard let root = try YAMLNode(parsing: bytes) else {
            throw YAMLProblem("the file is empty; use {} for no values", line: 1, column: 1)
        }
        guard let pairs = root.pairs else {
            // A text that is not YAML, such as a file of environment variables, may contain secrets.
            let found = root.text == nil ? root.found : "text"
            let message = DocumentWords.expected("a mapping of keys and values", found: found)
            throw YAMLProblem("\(message); write each value as NAME: VALUE", at: root)
        }
        return try pairs.map { pair throws(YAMLProblem) in
            guard let name = pair.key.text else {
                throw YAMLProblem(
                    DocumentWords.expected("text as a key", found: pair.key.found), at: pair.key)
            }
            guard let text = pair.value.text else {
                return (name, Snapshot.Entry(text: try pair.value.jsonText()))
            }
            return (name, Snapshot.Entry(text: pair.value.isNull ? nil : text, isNumber: pair.value.isNumber))
        }
    }
}
