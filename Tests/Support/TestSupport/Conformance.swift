import Foundation

/// Recorded behavior that the package is held to, kept outside it.
///
/// Found in the folder that the variable `EXPERIMENTS_CONFORMANCE` names, else in `../shared/conformance`. Tests that
/// need it are enabled by `isPresent`, and so say that they are skipped where it is absent.
public enum Conformance {
    /// The folder's path.
    public static var folder: String {
        ProcessInfo.processInfo.environment["EXPERIMENTS_CONFORMANCE"] ?? "../shared/conformance"
    }

    /// Whether the recordings are here.
    public static var isPresent: Bool { FileManager.default.fileExists(atPath: folder) }

    /// Why a test is skipped where the recordings are absent.
    public static let absence =
        "the conformance recordings are not here; name their folder in EXPERIMENTS_CONFORMANCE"

    /// The content of the file `name` in the folder.
    public static func data(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
    }
}
