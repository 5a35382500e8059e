import ArgumentParser

/// When output is coloured.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    /// On a terminal that has colours, unless `NO_COLOR` is set.
    case auto
    case always
    case never
}
