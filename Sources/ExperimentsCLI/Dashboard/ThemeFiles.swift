import ExperimentsCore
import ExperimentsDashboard
import Foundation

/// Themes in files: the user's own folder, and single files that a project or a command line names.
enum ThemeFiles {
    /// The built-in themes and those of `experiments/themes` in `$XDG_CONFIG_HOME` (`~/.config`).
    static var library: ThemeLibrary { ThemeLibrary(adding: userThemes) }

    /// Whether a theme is named by the path of its file rather than by its name.
    static func isPath(_ theme: String) -> Bool {
        theme.contains("/") || theme.hasSuffix(".yaml") || theme.hasSuffix(".yml")
    }

    /// The built-in themes, the user's own, and the one in the file at `path`.
    ///
    /// - Returns: the themes, and the name of the one in the file.
    /// - Throws: `FileProblem` where the file cannot be read.
    static func library(addingFileAt path: String) throws(FileProblem) -> (library: ThemeLibrary, name: String) {
        let text = try themeText(at: path)
        return (ThemeLibrary(adding: userThemes + [text]), text.name)
    }

    private static var userThemes: [ThemeText] {
        let folder = (Environment["XDG_CONFIG_HOME"] ?? Environment.home + "/.config") + "/experiments/themes"
        guard access(folder, F_OK) == 0 else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter(isPath).sorted().compactMap { try? themeText(at: folder + "/" + $0) }
    }

    private static func themeText(at path: String) throws(FileProblem) -> ThemeText {
        let bytes = try FileBytes.read(path, limit: 1 << 20)
        let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
        return ThemeText(name: name, source: path, text: String(decoding: bytes, as: UTF8.self))
    }
}
