import ExperimentsCore

extension ActiveConfigState {
    /// The configuration in the exchange format, as JSON on one line.
    public var documentText: String {
        var text = #"{"meta":"# + JSONValue.object(meta).compactText + #","config_sections":{"#
        for (index, name) in sectionNames.enumerated() {
            if index > 0 { text += "," }
            text += JSONValue.string(name).compactText + ":" + (sections[name]?.written.compactText ?? "{}")
        }
        return text + "}}"
    }
}
