import ExperimentsCore
import Foundation
import MarkedYAML

/// Determines the kind of a file from its content.
enum SourceDocument {
    /// Reads a file as a source of values.
    ///
    /// - Parameter path: the path for the project file, whose ending is also used.
    /// - Returns: nil for a file that is something else, such as a project file.
    static func candidate(_ bytes: [UInt8], path: String) throws(FileProblem) -> SourceCandidate? {
        if PathText.name(of: path).lowercased().hasSuffix(".plist") {
            try checkSettings(bytes, path)
            return SourceCandidate(.services(path: path, package: nil), nil)
        }
        let isJSON = FileSourceContent.Format(path: path, bytes: bytes) == .json
        if isJSON, let root = try? JSONValue(parsing: bytes).object {
            if let special = special(root, path) { return special }
            if isOtherDocument(root) { return nil }
        }
        let entries = try FileSourceContent(bytes, path: path).entries
        if isProject(entries) { return nil }
        return SourceCandidate(.file(path: path), Snapshot(entries: entries, fetchedAt: nil))
    }

    /// Refuses a property list that is not the settings of a project, as the source would.
    private static func checkSettings(_ bytes: [UInt8], _ path: String) throws(FileProblem) {
        let parsed = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        guard let fields = parsed as? [String: Any] else {
            throw FileProblem(
                path: path, message: "is not a property list with a dictionary",
                advice:
                    "download GoogleService-Info.plist again, in the settings of the project in the Firebase console")
        }
        let needed = ["GOOGLE_APP_ID", "PROJECT_ID", "API_KEY"]
        let missing = needed.filter { (fields[$0] as? String)?.isEmpty != false }
        guard missing.count < needed.count else {
            throw FileProblem(
                path: path, message: "holds values, such as an app's defaults, and not the settings of a project",
                advice: "use GoogleService-Info.plist, or a JSON or YAML file of values")
        }
        guard let first = missing.first else { return }
        throw FileProblem(
            path: path, message: "has no \(first)",
            advice: "download GoogleService-Info.plist again, in the settings of the project in the Firebase console")
    }

    private static func special(_ root: JSONObject, _ path: String) -> SourceCandidate? {
        if root["project_info"]?.object != nil, let apps = root["client"]?.array {
            let packages = apps.compactMap { app in
                app.object?["client_info"]?.object?["android_client_info"]?.object?["package_name"]?.string
            }
            return SourceCandidate(.services(path: path, package: apps.count > 1 ? packages.first : nil), nil)
        }
        if root["flag_defs"]?.array != nil { return SourceCandidate(variants: root, path: path) }
        let hasGroups = root["parameterGroups"]?.object != nil
        if hasGroups || root["parameters"]?.object?.members.allSatisfy(isParameter) == true {
            return SourceCandidate(template: root, path: path)
        }
        return nil
    }

    private static func isParameter(_ member: JSONObject.Member) -> Bool {
        let fields = member.value.object
        return fields?["defaultValue"] != nil || fields?["conditionalValues"] != nil || fields?["valueType"] != nil
    }

    /// Overrides, and what describes its own schema, are no values.
    private static func isOtherDocument(_ root: JSONObject) -> Bool {
        root["$schema"] != nil || (root["version"] != nil && root["overrides"]?.object != nil)
    }

    private static func isProject(_ entries: [String: Snapshot.Entry]) -> Bool {
        entries["keys"] != nil && (entries["source"] != nil || entries["sources"] != nil)
    }
}

extension SourceCandidate {
    /// A template: its default values, and beside them those of its conditions.
    fileprivate init(template root: JSONObject, path: String) {
        let groups = root["parameterGroups"]?.object?.members.map(\.value.object) ?? []
        let parameters = ([root] + groups).flatMap { $0?["parameters"]?.object?.members ?? [] }
        var entries: [String: Snapshot.Entry] = [:]
        var alternatives: [String: [String]] = [:]
        for parameter in parameters {
            let fields = parameter.value.object
            entries[parameter.name] = Snapshot.Entry(text: fields?["defaultValue"]?.object?["value"]?.string)
            let conditional = fields?["conditionalValues"]?.object?.members ?? []
            alternatives[parameter.name] = conditional.compactMap { $0.value.object?["value"]?.string }
        }
        self.init(.template(path: path), Snapshot(entries: entries, fetchedAt: nil), alternatives: alternatives)
    }

    /// Flags: their base values, and beside them what variants make of them.
    fileprivate init(variants root: JSONObject, path: String) {
        var entries: [String: Snapshot.Entry] = [:]
        for flag in root["flag_defs"]?.array ?? [] {
            guard let name = flag.object?["flag"]?.string else { continue }
            entries[name] = Snapshot.Entry(text: flag.object?["base_value"]?.valueText)
        }
        var alternatives: [String: [String]] = [:]
        for mod in (root["variants"]?.array ?? []).flatMap({ $0.object?["mods"]?.array ?? [] }) {
            guard let name = mod.object?["flag"]?.string, let text = mod.object?["value"]?.valueText else { continue }
            alternatives[name, default: []].append(text)
        }
        self.init(.variants(path: path), Snapshot(entries: entries, fetchedAt: nil), alternatives: alternatives)
    }
}
