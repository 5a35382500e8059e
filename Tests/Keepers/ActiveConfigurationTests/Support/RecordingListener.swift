import ActiveConfiguration
import ExperimentsCore
import TestSupport

/// Keeps what it hears, as `section=value`, or `section=gone`.
final class RecordingListener: ActiveConfigListener {
    let heard: Recorder<String>
    private let name: String

    /// A listener that writes into `heard`, each line led by `name`.
    init(_ name: String = "", heard: Recorder<String> = Recorder()) {
        self.name = name
        self.heard = heard
    }

    func activeConfig(
        _ activeConfig: ActiveConfig, didReceiveConfigSection configSection: ActiveConfigSection?,
        forSectionName sectionName: String
    ) {
        heard.record("\(name)\(sectionName)=\(configSection.map(\.shown) ?? "gone")")
    }
}

extension ActiveConfigSection {
    /// The value of the setting `v`.
    var shown: String { self["v"]?.valueText ?? "nothing" }
}
