import ExperimentsCore

/// Determines the kind of a file from its content.
extension SourceCandidate {
    /// Reads a file as a source of values; nil for a file that is something else, such as a project file.
    ///
    /// - Parameter path: the path for the project file. Its extension is also used.
    static func reading(_ bytes: [UInt8], path: String) throws(FileProblem) -> SourceCandidate? {
        let format = FileSourceContent.Format(path: path, bytes: bytes)
        if format == .json, let root = try? JSONValue(parsing: JSONComments.blanked(bytes)).object {
            if isServices(root) || NameHint(path).isServices { return try services(root, path) }
            if let special = special(root, path) { return special }
            if let foreign = ForeignFile(.object(root)) { throw foreign.problem(path) }
            if isOtherDocument(root) { return nil }
        } else if let foreign = ForeignFile(bytes, path: path) {
            throw foreign.problem(path)
        }
        let content = try FileSourceContent(bytes, path: path)
        if format == .defaults, NameHint(path).isServices || content.entries[settings[0]] != nil {
            try checkSettings(content.entries, path)
            return SourceCandidate(.services(path: path, package: nil), nil)
        }
        if isProject(content.entries) { return nil }
        try content.checkContainsValues(path)
        var candidate = SourceCandidate(
            .file(path: path), Snapshot(entries: content.entries, fetchedAt: nil), names: content.names)
        candidate.isDefaults = format == .defaults || NameHint.namesDefaults(path)
        return candidate
    }

    /// The required settings of a Firebase project.
    private static let settings = ["GOOGLE_APP_ID", "PROJECT_ID", "API_KEY"]

    /// Refuses a property list that is not the settings of a project, as the source would.
    private static func checkSettings(_ entries: ExactDictionary<Snapshot.Entry>, _ path: String)
        throws(FileProblem)
    {
        let missing = settings.filter { entries[$0]?.text?.isEmpty != false }
        guard missing.count < settings.count else {
            throw FileProblem(
                path: path, message: "contains values, not the settings of a project",
                advice: "use GoogleService-Info.plist, or give the file another name to use its values")
        }
        guard let first = missing.first else { return }
        throw missingSetting(first, path, of: "GoogleService-Info.plist")
    }

    private static func missingSetting(_ name: String, _ path: String, of file: String) -> FileProblem {
        FileProblem(
            path: path, message: "has no \(name)",
            advice: "download \(file) again, in the settings of the project in the Firebase console")
    }

    private static func isServices(_ root: JSONObject) -> Bool {
        root["project_info"]?.object != nil || root["client"]?.array?.first?.object?["client_info"] != nil
    }

    /// Reads the settings of a Firebase project for Android, and refuses incomplete ones, as the source would.
    private static func services(_ root: JSONObject, _ path: String) throws(FileProblem) -> SourceCandidate {
        let apps = (root["client"]?.array ?? []).compactMap(\.object)
        let app = apps.first
        let settings = [
            ("project_info.project_id", root["project_info"]?.object?["project_id"]?.string),
            ("client", app.map { _ in "client" }),
            ("client.client_info.mobilesdk_app_id", app?["client_info"]?.object?["mobilesdk_app_id"]?.string),
            ("client.api_key.current_key", app?["api_key"]?.array?.first?.object?["current_key"]?.string),
        ]
        if let missing = settings.first(where: { $0.1?.isEmpty != false }) {
            throw missingSetting(missing.0, path, of: "google-services.json")
        }
        let packages = apps.compactMap {
            $0["client_info"]?.object?["android_client_info"]?.object?["package_name"]?.string
        }
        return SourceCandidate(.services(path: path, package: apps.count > 1 ? packages.first : nil), nil)
    }

    private static func special(_ root: JSONObject, _ path: String) -> SourceCandidate? {
        if root["flag_defs"]?.array != nil { return SourceCandidate(variants: root, path: path) }
        if let features = features(root) { return SourceCandidate(features: features, path: path) }
        let hasGroups = root["parameterGroups"]?.object != nil
        if hasGroups || root["parameters"]?.object?.members.allSatisfy(isParameter) == true {
            return SourceCandidate(template: root, path: path)
        }
        return nil
    }

    /// Returns the features of a GrowthBook payload, as an answer of a server or alone; nil for another document.
    private static func features(_ root: JSONObject) -> JSONObject? {
        let features = root["features"]?.object ?? root
        let isPayload =
            !features.members.isEmpty
            && features.members.allSatisfy { member in
                let fields = member.value.object
                return fields?["defaultValue"] != nil && fields?["conditionalValues"] == nil
            }
        return isPayload ? features : nil
    }

    private static func isParameter(_ member: JSONObject.Member) -> Bool {
        let fields = member.value.object
        return fields?["defaultValue"] != nil || fields?["conditionalValues"] != nil
            || fields?["valueType"] != nil
    }

    /// Returns whether the document is something else: overrides, or a schema.
    private static func isOtherDocument(_ root: JSONObject) -> Bool {
        root["$schema"] != nil || (root["version"] != nil && root["overrides"]?.object != nil)
    }

    private static func isProject(_ entries: ExactDictionary<Snapshot.Entry>) -> Bool {
        entries["keys"] != nil && (entries["source"] != nil || entries["sources"] != nil)
    }

    /// Creates a candidate for a template, with its default values and those of its conditions.
    fileprivate init(template root: JSONObject, path: String) {
        let grouped = root["parameterGroups"]?.object?.members ?? []
        let parameters = ([root] + grouped.map(\.value.object)).flatMap {
            $0?["parameters"]?.object?.members ?? []
        }
        var entries = ExactDictionary<Snapshot.Entry>()
        var alternatives: [String: [String]] = [:]
        // Parameters without a group come first, as in the console.
        for parameter in parameters {
            let fields = parameter.value.object
            entries[parameter.name] = Snapshot.Entry(text: fields?["defaultValue"]?.object?["value"]?.string)
            let conditional = fields?["conditionalValues"]?.object?.members ?? []
            alternatives[parameter.name] = conditional.compactMap { $0.value.object?["value"]?.string }
        }
        self.init(
            .template(path: path), Snapshot(entries: entries, fetchedAt: nil), names: parameters.map(\.name),
            alternatives: alternatives)
        for parameter in parameters {
            summaries[parameter.name] = parameter.value.object?["description"]?.string
            kinds[parameter.name] = Self.kinds[parameter.value.object?["valueType"]?.string ?? ""]
        }
        for group in grouped where Project.canDeclare(group.name) {
            for parameter in group.value.object?["parameters"]?.object?.members ?? [] {
                groups[parameter.name] = group.name
            }
        }
    }

    /// The kinds of values by the types of a template's parameters.
    private static let kinds: [String: ValueKind] = [
        "STRING": .string, "BOOLEAN": .bool, "NUMBER": .double, "JSON": .json,
    ]

    /// Creates keys from flags: their base values, and the values that variants give them.
    fileprivate init(variants root: JSONObject, path: String) {
        var entries = ExactDictionary<Snapshot.Entry>()
        var names: [String] = []
        for flag in root["flag_defs"]?.array ?? [] {
            guard let name = flag.object?["flag"]?.string else { continue }
            names.append(name)
            entries[name] = Snapshot.Entry(text: flag.object?["base_value"]?.valueText)
        }
        var alternatives: [String: [String]] = [:]
        for mod in (root["variants"]?.array ?? []).flatMap({ $0.object?["mods"]?.array ?? [] }) {
            guard let name = mod.object?["flag"]?.string, let text = mod.object?["value"]?.valueText else {
                continue
            }
            alternatives[name, default: []].append(text)
        }
        self.init(
            .variants(path: path), Snapshot(entries: entries, fetchedAt: nil), names: names,
            alternatives: alternatives)
    }

    /// Creates a candidate for features, with their default values and those of their rules.
    fileprivate init(features: JSONObject, path: String) {
        var entries = ExactDictionary<Snapshot.Entry>()
        var alternatives: [String: [String]] = [:]
        for member in features.members {
            let feature = member.value.object
            entries[member.name] = Snapshot.Entry(feature?["defaultValue"] ?? .null)
            let rules = (feature?["rules"]?.array ?? []).compactMap(\.object)
            let values = rules.flatMap { ($0["variations"]?.array ?? []) + [$0["force"]].compactMap(\.self) }
            alternatives[member.name] = values.compactMap(\.valueText)
        }
        self.init(
            .payload(path: path), Snapshot(entries: entries, fetchedAt: nil),
            names: features.members.map(\.name),
            alternatives: alternatives)
    }
}
