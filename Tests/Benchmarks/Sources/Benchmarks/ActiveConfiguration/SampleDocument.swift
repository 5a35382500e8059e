/// A configuration document of 1,000 sections with 100 settings each, the same each time.
enum SampleDocument {
    /// The document; `changed`, one setting of one section has another value.
    static func bytes(changed: Bool) -> [UInt8] {
        let sections = (0..<1_000).map { section in
            let settings = (0..<100).map { key in
                let value = changed && section == 500 && key == 50 ? "\"changed\"" : value(of: key)
                return "\"SettingKey\(key)\":{\"value\":\(value)}"
            }
            return "\"Section\(section)\":{\"settings\":{\(settings.joined(separator: ","))}}"
        }
        let meta = #"{"format_version_string":"1.0","creation_time":"2026-01-01T00:00:00Z"}"#
        return Array("{\"meta\":\(meta),\"config_sections\":{\(sections.joined(separator: ","))}}".utf8)
    }

    private static func value(of key: Int) -> String {
        switch key % 4 {
        case 0: "\(key)"
        case 1: "\"value number \(key)\""
        case 2: "true"
        default: "\(key).5"
        }
    }
}
