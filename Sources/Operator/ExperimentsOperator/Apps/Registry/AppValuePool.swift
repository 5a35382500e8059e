import LinkProtocol

/// A build of an app. Its installations mostly have the same values.
struct AppBuild: Sendable, Hashable {
    let app: String
    let version: String?
    let build: String?

    init(_ identity: AppIdentity) {
        (app, version, build) = (identity.app, identity.version, identity.build)
    }
}

/// The values of apps, stored once for all apps with the same values.
struct AppValuePool: Sendable {
    private var holders: [ObjectIdentifier: Int] = [:]
    /// The last reported values of an installation of each build.
    private var latest: [AppBuild: AppValues] = [:]
    private static let latestLimit = 64
    /// The size of the values in bytes, each counted once.
    private(set) var bytes = 0

    /// The values themselves, or those of another installation that are the same.
    mutating func shared(_ values: AppValues, by build: AppBuild) -> AppValues {
        // Values that no installation uses are not kept for later ones.
        if let other = latest[build], holders[ObjectIdentifier(other)] != nil, other == values { return other }
        if latest.count >= Self.latestLimit, latest[build] == nil { latest.removeAll() }
        latest[build] = values
        return values
    }

    mutating func retain(_ values: AppValues) {
        if holders[ObjectIdentifier(values)] == nil { bytes += values.cost }
        holders[ObjectIdentifier(values), default: 0] += 1
    }

    mutating func release(_ values: AppValues) {
        let id = ObjectIdentifier(values)
        guard let count = holders[id] else { return }
        holders[id] = count > 1 ? count - 1 : nil
        guard count == 1 else { return }
        bytes -= values.cost
        latest = latest.filter { $0.value !== values }
    }
}
