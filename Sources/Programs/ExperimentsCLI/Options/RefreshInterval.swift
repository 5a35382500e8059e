import ArgumentParser
import ExperimentsCore

/// The time between fetches, as it is given on the command line.
struct RefreshInterval: ExpressibleByArgument {
    /// The time; nil for `off`.
    let duration: Duration?

    init?(argument: String) {
        if argument == "off" {
            duration = nil
        } else if let duration = DurationText.duration(from: argument), duration >= .seconds(1) {
            self.duration = duration
        } else {
            return nil
        }
    }
}
