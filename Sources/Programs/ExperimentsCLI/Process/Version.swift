import ExperimentsProgramStart

enum Version {
    /// The version number.
    static let text = "0.1.0"

    /// The version with the commit and the build, as `--version` prints it.
    static var line: String { line(commit: String(cString: program_start_commit())) }

    private static func line(commit: String) -> String {
        #if DEBUG
        let build = "debug build"
        #else
        let build = "release build"
        #endif
        return "\(text) (\(commit.isEmpty ? "" : "commit \(commit), ")\(build) for \(system))"
    }

    private static var system: String {
        #if os(macOS)
        let name = "macOS"
        #else
        let name = "Linux"
        #endif
        #if arch(arm64)
        return name + " arm64"
        #else
        return name + " x86_64"
        #endif
    }
}
