import ExperimentsCore

extension DocumentPath {
    static let root = DocumentPath()
    static let meta = root["meta"]
    static let sections = root["config_sections"]

    static func settings(of section: String) -> DocumentPath { sections[section]["settings"] }
}
