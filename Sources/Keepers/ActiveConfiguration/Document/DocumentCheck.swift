import ExperimentsCore

/// Reads the parts of a configuration document, and collects its problems.
struct DocumentCheck {
    private(set) var meta: JSONObject?
    private(set) var contents: JSONObject?
    private(set) var sections: [String: ActiveConfigSection]?

    private var decoder = DocumentDecoder<JSONValue>(unknownMembers: .ignored)

    var problems: [ActiveConfigProblem] { decoder.faults.map(ActiveConfigProblem.init) }

    /// The versions of the exchange format that this check is written for. Others are read as 1.0, with a problem.
    static let knownVersions = ["1", "1.0"]

    mutating func read(_ document: JSONValue) {
        let expected = "an object with 'meta' and 'config_sections'"
        guard let record = decoder.record(document, fields: nil, expected: expected) else { return }
        readMeta(record["meta"])
        readSections(record["config_sections"])
    }

    private mutating func readMeta(_ value: JSONValue?) {
        guard let meta = value?.object else { return decoder.expected("an object", at: "meta", found: value) }
        self.meta = meta
        decoder.enter("meta")
        defer { decoder.leave() }
        let version = meta["format_version_string"]
        if let text = version?.string {
            if !Self.knownVersions.contains(text) {
                let shown = JSONValue.string(text).compactText
                decoder.remark("the version \(shown) is not known, read as 1.0", at: "format_version_string")
            }
        } else {
            decoder.expected(
                "a string such as \"1.0\"", at: "format_version_string", found: version, so: "read as 1.0")
        }
        if meta["creation_time"]?.string == nil {
            decoder.expected("a string", at: "creation_time", found: meta["creation_time"], so: "it counts as absent")
        }
    }

    private mutating func readSections(_ value: JSONValue?) {
        guard let contents = value?.object else {
            return decoder.expected("an object", at: "config_sections", found: value)
        }
        decoder.enter("config_sections")
        defer { decoder.leave() }
        var sections = [String: ActiveConfigSection](minimumCapacity: contents.members.count)
        for member in contents.members {
            sections[member.name] = ActiveConfigSection(name: member.name, content: member.value)
            checkSection(member)
        }
        self.contents = contents
        self.sections = sections
    }

    private mutating func checkSection(_ section: JSONObject.Member) {
        let consequence = "the section has no settings"
        guard let content = section.value.object else {
            return decoder.expected("an object", at: section.name, found: section.value, so: consequence)
        }
        decoder.enter(section.name)
        defer { decoder.leave() }
        guard let settings = content["settings"]?.object else {
            return decoder.expected("an object", at: "settings", found: content["settings"], so: consequence)
        }
        decoder.enter("settings")
        defer { decoder.leave() }
        for setting in settings.members where setting.value.object?["value"] == nil { checkSetting(setting) }
    }

    private mutating func checkSetting(_ setting: JSONObject.Member) {
        let consequence = "the setting has no value"
        guard setting.value.object != nil else {
            return decoder.expected(
                "an object with a 'value'", at: setting.name, found: setting.value, so: consequence)
        }
        decoder.enter(setting.name)
        defer { decoder.leave() }
        decoder.expected("a value", at: "value", found: nil, so: consequence)
    }
}
