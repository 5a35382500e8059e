import ExperimentsCore

/// Reads the parts of a configuration document, and collects its problems.
struct DocumentCheck {
    private(set) var meta: JSONObject?
    private(set) var contents: JSONObject?
    private(set) var sections: [String: ActiveConfigSection]?

    private var decoder = DocumentDecoder<JSONValue>(unknownMembers: .ignored)
    /// The names of unknown members that are noted.
    private var unknown: Set<String> = []

    var problems: [ActiveConfigProblem] { decoder.faults.map(ActiveConfigProblem.init) }

    /// The versions of the exchange format that this check is written for. Others are read as 1.0, with a problem.
    static let knownVersions = ["1", "1.0"]

    /// The rule that a document breaks by lacking an unneeded member.
    static let dispensable = "dispensable"

    mutating func read(_ document: JSONValue) {
        let expected = "an object with `meta` and `config_sections`"
        guard let record = decoder.record(document, fields: nil, expected: expected) else { return }
        noteUnknown(in: document, ["meta", "config_sections"])
        readMeta(record["meta"], in: document)
        readSections(record["config_sections"], in: document)
    }

    private mutating func readMeta(_ value: JSONValue?, in document: JSONValue) {
        guard let meta = value?.object else {
            return refuse("an object", at: "meta", found: value, in: document)
        }
        self.meta = meta
        decoder.enter("meta")
        defer { decoder.leave() }
        let version = meta["format_version_string"]
        if let text = version?.string {
            if !Self.knownVersions.contains(text) {
                let shown = JSONValue.string(text).compactText
                decoder.remark("unknown version \(shown), read as 1.0", at: "format_version_string")
            }
        } else {
            tolerate(
                "a string such as \"1.0\"", at: "format_version_string", in: .object(meta), so: "read as 1.0",
                rule: Self.dispensable)
        }
        if meta["creation_time"]?.string == nil {
            tolerate(
                "a string", at: "creation_time", in: .object(meta), so: "it counts as absent",
                rule: Self.dispensable)
        }
    }

    private mutating func readSections(_ value: JSONValue?, in document: JSONValue) {
        guard let contents = value?.object else {
            return refuse("an object", at: "config_sections", found: value, in: document)
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
            return tolerate("an object", at: "settings", in: section.value, so: consequence)
        }
        noteUnknown(in: section.value, ["settings"])
        decoder.enter("settings")
        defer { decoder.leave() }
        for setting in settings.members {
            if setting.value.object?["value"] == nil {
                checkSetting(setting)
            } else {
                decoder.enter(setting.name)
                noteUnknown(in: setting.value, ["value"])
                decoder.leave()
            }
        }
    }

    /// Notes unknown members, each name once: it is probably in many settings, and the note is for all of them.
    private mutating func noteUnknown(in json: JSONValue, _ known: [String]) {
        for member in json.object?.members ?? [] where !known.contains(member.name) {
            let near = SpellingSuggestion.nearest(to: member.name, in: known)
            // A member in place of the right one is noted with its consequence.
            if let near, json.object?[near] == nil { continue }
            guard unknown.insert(member.name).inserted else { continue }
            let hint = DocumentWords.hint(for: member.name, among: known)
            decoder.remark("unknown field \(hint); it is ignored", at: member.name)
        }
    }

    private mutating func checkSetting(_ setting: JSONObject.Member) {
        let consequence = "the setting has no value"
        guard setting.value.object != nil else {
            return decoder.expected(
                "an object with a `value`", at: setting.name, found: setting.value, so: consequence)
        }
        decoder.enter(setting.name)
        defer { decoder.leave() }
        tolerate("a value", at: "value", in: setting.value, so: consequence)
    }

    /// Notes that a member is not the expected one, so that the document is refused.
    private mutating func refuse(
        _ expected: String, at name: String, found value: JSONValue?, in object: JSONValue
    ) {
        guard value == nil, let near = Self.misspelling(of: name, in: object) else {
            return decoder.expected(expected, at: name, found: value)
        }
        decoder.refuse("unknown field (did you mean \"\(name)\"?)", at: near, nil)
    }

    /// Notes that a member is not the expected one, and the consequence.
    ///
    /// - Parameter rule: the name of the rule that the absence of the member breaks.
    private mutating func tolerate(
        _ expected: String, at name: String, in object: JSONValue, so consequence: String, rule: String? = nil
    ) {
        let value = object.object?[name]
        guard value == nil, let near = Self.misspelling(of: name, in: object) else {
            return decoder.expected(
                expected, at: name, found: value, so: consequence, rule: value == nil ? rule : nil)
        }
        decoder.remark("unknown field (did you mean \"\(name)\"?); \(consequence)", at: near)
    }

    /// Returns the member of an object that was probably intended to have a name that no member has.
    private static func misspelling(of name: String, in object: JSONValue) -> String? {
        SpellingSuggestion.nearest(to: name, in: object.object?.members.map(\.name) ?? [])
    }
}

/// A place in a configuration document that does not follow the exchange format.
public struct ActiveConfigProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The consequence for the document.
    public enum Severity: Sendable, Hashable {
        /// The document is refused as a whole.
        case refused
        /// The document is used, and the place counts as absent.
        case tolerated
    }

    /// The place in the document, for example `config_sections.Shop.settings`; empty for the document itself.
    public let path: String
    /// The problem: what was expected, and what was found.
    public let message: String
    /// The consequence for the document.
    public let severity: Severity

    /// The setting that the place is in, if it is in one.
    let setting: SettingName?
    /// Whether the only problem is that an unneeded member is missing.
    let isNegligible: Bool

    init(_ fault: DocumentFault) {
        path = fault.path.description
        if case .member(let section)? = fault.path.steps.dropFirst().first,
            case .member(let key)? = fault.path.steps.dropFirst(3).first
        {
            setting = SettingName(section: section, key: key)
        } else {
            setting = nil
        }
        message = fault.message
        isNegligible = fault.rule == DocumentCheck.dispensable
        severity = fault.severity == .error ? .refused : .tolerated
    }

    package var sentence: String { description }

    package var details: JSONObject {
        var members = JSONObject()
        members["path"] = .string(path)
        return members
    }

    /// `meta: expected an object, found 3`.
    public var description: String { (path.isEmpty ? "the document" : path) + ": " + message }
}

/// A document that is refused as a configuration. The previous configuration stays active.
public struct InvalidActiveConfig: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// All problems of the document, in its order. At least one is of severity `refused`.
    public let problems: [ActiveConfigProblem]

    /// The problems for which the document is refused.
    public var description: String {
        problems.filter { $0.severity == .refused }.map(\.description).joined(separator: "; ")
    }
}

/// The name of the key that a setting is: `Section.Key`.
///
/// Dots and percent signs in the section's name are percent-encoded, so that the first dot is always the one between section
/// and key: `v1%2E2.Key`.
public struct SettingName: Sendable, Hashable, CustomStringConvertible {
    /// The name of the section, not percent-encoded.
    public let section: String
    /// The key of the setting in its section.
    public let key: String

    /// Creates the name of the setting called `key` in a section.
    public init(section: String, key: String) {
        self.section = section
        self.key = key
    }

    /// Reads a name; nil if it has no dot.
    public init?(_ text: String) {
        guard let (section, key) = text.cut(atFirst: ".") else { return nil }
        self.section = String(section).replacing("%2E", with: ".").replacing("%25", with: "%")
        self.key = String(key)
    }

    /// The name as keys write it: `Section.Key`.
    public var description: String { Self.prefix(of: section) + key }

    /// The beginning of the names of all settings of a section, up to the dot.
    static func prefix(of section: String) -> String {
        guard section.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }) else {
            return section + "."
        }
        return section.replacing(scalar: "%", with: "%25").replacing(scalar: ".", with: "%2E") + "."
    }
}
