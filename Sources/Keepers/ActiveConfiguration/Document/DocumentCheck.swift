import ExperimentsCore

/// Walks through a document once, takes its parts and collects every problem.
struct DocumentCheck {
    private(set) var problems: [ActiveConfigProblem] = []
    private(set) var meta: JSONObject?
    private(set) var contents: JSONObject?
    private(set) var sections: [String: ActiveConfigSection]?

    /// The versions of the exchange format that are known to mean what is read here.
    static let knownVersions = ["1", "1.0"]

    mutating func read(_ document: JSONValue) {
        guard let object = document.object else {
            add(.root, "expected an object with 'meta' and 'config_sections', found \(Self.found(document))", .refused)
            return
        }
        readMeta(object["meta"])
        readSections(object["config_sections"])
    }

    private mutating func readMeta(_ value: JSONValue?) {
        guard let meta = value?.object else {
            add(.meta, "expected an object, found \(Self.found(value))", .refused)
            return
        }
        self.meta = meta
        let version = meta["format_version_string"]
        let versionPath = DocumentPath.meta["format_version_string"]
        if let text = version?.string {
            if !Self.knownVersions.contains(text) {
                add(
                    versionPath, "the version \(JSONValue.string(text).compactText) is not known, read as 1.0",
                    .tolerated)
            }
        } else {
            add(versionPath, "expected a string such as \"1.0\", found \(Self.found(version))", .tolerated)
        }
        if meta["creation_time"]?.string == nil {
            let path = DocumentPath.meta["creation_time"]
            add(path, "expected a string, found \(Self.found(meta["creation_time"]))", .tolerated)
        }
    }

    private mutating func readSections(_ value: JSONValue?) {
        guard let contents = value?.object else {
            add(.sections, "expected an object, found \(Self.found(value))", .refused)
            return
        }
        var sections = [String: ActiveConfigSection](minimumCapacity: contents.members.count)
        for member in contents.members {
            sections[member.name] = ActiveConfigSection(name: member.name, content: member.value)
            checkSection(member)
        }
        self.contents = contents
        self.sections = sections
    }

    private mutating func checkSection(_ section: JSONObject.Member) {
        guard let content = section.value.object else {
            let found = Self.found(section.value)
            add(.sections[section.name], "expected an object, found \(found): no settings", .tolerated)
            return
        }
        guard let settings = content["settings"]?.object else {
            let found = Self.found(content["settings"])
            add(.settings(of: section.name), "expected an object, found \(found): no settings", .tolerated)
            return
        }
        for setting in settings.members where setting.value.object?["value"] == nil {
            let path = DocumentPath.settings(of: section.name)[setting.name]
            if setting.value.object == nil {
                add(path, "expected an object with a 'value', found \(Self.found(setting.value)): no value", .tolerated)
            } else {
                add(path["value"], "expected a value, found nothing", .tolerated)
            }
        }
    }

    private mutating func add(_ path: DocumentPath, _ message: String, _ severity: ActiveConfigProblem.Severity) {
        problems.append(ActiveConfigProblem(path, message, severity))
    }

    private static func found(_ value: JSONValue?) -> String {
        switch value {
        case nil: "nothing"
        case .null: "null"
        case .array, .object: "an " + (value?.kindName ?? "")
        case .some(let value): "a " + value.kindName
        }
    }
}
