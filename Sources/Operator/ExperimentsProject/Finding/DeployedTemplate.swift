import ExperimentsCore

/// The template that `firebase deploy` publishes: `firebase.json` has its path, as `remoteconfig.template`.
package enum DeployedTemplate {
    /// The name of the settings of Firebase's tools.
    package static let settingsName = "firebase.json"

    /// Returns the path of the template.
    ///
    /// - Parameters:
    ///   - bytes: the content of the settings, which may have comments.
    ///   - path: the path of the settings, for messages.
    /// - Throws: `FileProblem` if there is none.
    package static func path(in bytes: [UInt8], of path: String) throws(FileProblem) -> String {
        let root = try JSONValue(parsing: JSONComments.blanked(bytes)) { FileProblem(path, $0) }
        let settings = root.object?["remoteconfig"]
        let template = (settings?.array?.first ?? settings)?.object?["template"]?.string
        guard let template, !template.isEmpty else {
            throw FileProblem(
                path: path, message: "has no remoteconfig.template, the path of a template",
                advice: "add \"remoteconfig\": {\"template\": \"FILE\"}, or name the template itself")
        }
        let folder = PathText.folder(of: path)
        return folder == "." ? template : PathText.join(folder, template)
    }

    /// Returns the path of the template for a path, which is that of the template itself, or of `firebase.json`.
    ///
    /// - Throws: `FileProblem` if it is a `firebase.json` that cannot be read, or names no template.
    package static func path(meantBy path: String) throws(FileProblem) -> String {
        guard PathText.name(of: path) == settingsName else { return path }
        return try Self.path(in: FileBytes.read(path), of: path)
    }
}
