import ExperimentsCore

/// A place in a configuration document: `config_sections.Shop.settings["free shipping"].value`.
struct DocumentPath: CustomStringConvertible {
    private(set) var description = ""

    static let root = DocumentPath()
    static let meta = root.appending("meta")
    static let sections = root.appending("config_sections")

    static func settings(of section: String) -> DocumentPath {
        sections.appending(section).appending("settings")
    }

    func appending(_ name: String) -> DocumentPath {
        var path = self
        if !name.isEmpty, name.utf8.allSatisfy(Self.isPlain) {
            path.description += description.isEmpty ? name : "." + name
        } else {
            path.description += "[" + JSONValue.string(name).compactText + "]"
        }
        return path
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
