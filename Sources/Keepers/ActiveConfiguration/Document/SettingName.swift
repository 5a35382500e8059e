import ExperimentsSupport

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
