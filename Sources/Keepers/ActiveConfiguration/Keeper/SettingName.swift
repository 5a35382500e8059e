/// A setting as the name of one key: `Section.Key`.
///
/// A section's name that holds a dot or a percent sign is percent-encoded in those places, so that every name says
/// which section it means: `v1%2E2.Key`.
public struct SettingName: Sendable, Hashable, CustomStringConvertible {
    /// The section's name.
    public let section: String
    /// The setting's key.
    public let key: String

    /// The setting called `key` in a section.
    public init(section: String, key: String) {
        self.section = section
        self.key = key
    }

    /// The setting that a text names; nil if it has no dot.
    public init?(_ text: String) {
        guard let dot = text.firstIndex(of: ".") else { return nil }
        section = String(text[..<dot]).replacing("%2E", with: ".").replacing("%25", with: "%")
        key = String(text[text.index(after: dot)...])
    }

    /// `Section.Key`.
    public var description: String { Self.prefix(of: section) + key }

    /// What the names of all settings of a section begin with.
    static func prefix(of section: String) -> String {
        guard section.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }) else {
            return section + "."
        }
        return section.replacing("%", with: "%25").replacing(".", with: "%2E") + "."
    }
}
