import Foundation

extension RemoteConfigService {
    /// Begins with the values that the source had in the last run of the app, and stores its values from now on.
    ///
    /// Call it once, right after the service was created. The values can be read when it returns, before the first fetch
    /// and without a network:
    ///
    /// ```swift
    /// let service = RemoteConfigService(remoteConfigKeeper: keeper)
    /// service.continueWithLastValues(of: "shop, production")
    /// ```
    ///
    /// It works in the same way with every keeper of this package. Values that depend on the user are used only for the
    /// same user. A fetch replaces them, and values that were fetched already stay.
    ///
    /// - Parameters:
    ///   - source: identifies the source and its settings, such as its address. Values that were stored under another
    ///     name are not used.
    ///   - path: the path of the file; nil for one that is named after `source`, in the user's folder for such files. Only
    ///     the user can read it, and it is replaced as a whole.
    ///   - report: called once with each problem of the file. The values of the source are then used as if there were
    ///     no file.
    /// - Returns: whether there are values now.
    @discardableResult
    public func continueWithLastValues(
        of source: String, in path: String? = nil,
        report: @escaping @Sendable (FileProblem) -> Void = { _ in }
    ) -> Bool {
        let file = SourceCopyFile(path: path ?? Self.lastValuesPath(of: source), place: source)
        lastGood.use(file, of: self, tell: report)
        return lastGood.restore()
    }

    /// The default path of the file with the last values of a source: below `$XDG_STATE_HOME/experiments/values` (by
    /// default in `~/.local/state`), or on Apple platforms below Application Support.
    public static func lastValuesPath(
        of source: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        let letters = source.unicodeScalars.prefix(60).map { scalar in
            scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                ? Character(scalar) : "-"
        }
        let name = String(letters) + "-" + ContentHash(source.utf8).text
        return BaseFolder.appData(environment) + "/experiments/values/\(name).values"
    }
}
