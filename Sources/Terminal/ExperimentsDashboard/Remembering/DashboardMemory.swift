import ExperimentsCore
import Foundation

/// Stores the view of each dashboard when it is left: a folder with a file for each project, and one file for the hints
/// that the user has dismissed in any project.
public struct DashboardMemory: Sendable {
    /// The file of the project's view.
    public let viewPath: String
    /// The file of the hints.
    public let hintsPath: String
    private let project: String
    /// Larger files were written by something else.
    private static let sizeLimit = 1 << 20

    /// - Parameters:
    ///   - folder: is made where it is missing.
    ///   - project: tells projects apart, for example the absolute path of the project file.
    public init(folder: String, project: String) {
        self.project = project
        viewPath = "\(folder)/\(PathText.stateName(of: project)).json"
        hintsPath = "\(folder)/hints.json"
    }

    /// Returns the view with which the project's dashboard was left. A file that cannot be read is moved aside, and a
    /// warning says so.
    public func recall() -> (view: RememberedView, warnings: [String]) {
        var view = RememberedView()
        var warnings: [String] = []
        if let members = object(at: viewPath, &warnings) { view.read(members) }
        if let names = object(at: hintsPath, &warnings)?["dismissed"]?.array {
            view.dismissedHints = Set(names.compactMap { $0.string.flatMap(Hint.init) })
        }
        return (view, warnings)
    }

    /// Keeps how a dashboard is left, in one step each file; one that would not change is left alone.
    public func remember(_ view: RememberedView) throws(FileProblem) {
        var members = view.json.object ?? JSONObject()
        members["project"] = .string(project)
        try write(.object(members), to: viewPath)
        guard !view.dismissedHints.isEmpty else { return }
        // Another dashboard may have put others away in the meantime.
        let dismissed = view.dismissedHints.union(recall().view.dismissedHints).map(\.rawValue).sorted()
        try write(["version": 1, "dismissed": .array(dismissed.map(JSONValue.string))], to: hintsPath)
    }

    private func write(_ document: JSONValue, to path: String) throws(FileProblem) {
        let bytes = Array((document.prettyText + "\n").utf8)
        if let old = try? FileBytes.read(path, limit: Self.sizeLimit), old == bytes { return }
        try AtomicFile.write(bytes, to: path, permissions: .ownerOnly, limit: Self.sizeLimit)
    }

    private func object(at path: String, _ warnings: inout [String]) -> JSONObject? {
        do throws(FileProblem) {
            let bytes = try FileBytes.read(path, limit: Self.sizeLimit)
            if let object = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)).object { return object }
            warnings.append("what was remembered was not readable, and is kept as \(try setAside(path))")
        } catch {
            if !error.isMissing { warnings.append(error.description) }
        }
        return nil
    }

    private func setAside(_ path: String) throws(FileProblem) -> String {
        guard let aside = DamagedFile.setAside(path) else {
            throw FileProblem(path: path, message: "is not readable, and cannot be set aside")
        }
        return PathText.name(of: aside)
    }
}
