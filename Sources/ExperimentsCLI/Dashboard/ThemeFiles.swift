import ExperimentsCore
import ExperimentsDashboard
import Foundation

/// The themes to choose from: the built-in ones, the user's own, and the one that a path names.
struct ThemeFiles {
    /// All of them.
    let library: ThemeLibrary
    /// The name of the one to begin with.
    let chosen: String

    /// - Parameter wanted: a theme's name, or the path of a theme file; nil for the usual one.
    /// - Throws: `FileProblem` where a path cannot be read.
    init(_ wanted: String?) throws(FileProblem) {
        var texts = Self.own
        if let wanted, wanted.contains("/") || wanted.hasSuffix(".yaml") {
            let text = try Self.text(at: wanted)
            texts.append(text)
            chosen = text.name
        } else {
            chosen = wanted ?? "dark"
        }
        library = ThemeLibrary(adding: texts)
    }

    /// The theme to begin with.
    ///
    /// - Throws: `ThemeProblem` where there is none of that name, or it has a mistake.
    func theme() throws(ThemeProblem) -> Theme {
        try library.theme(named: chosen)
    }

    /// Those in `$XDG_CONFIG_HOME/experiments/themes`. One that cannot be read is left out; it is told when asked for.
    private static var own: [ThemeText] {
        let folder = Environment.configFolder + "/themes"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".yaml") }.sorted().compactMap { try? text(at: folder + "/" + $0) }
    }

    private static func text(at path: String) throws(FileProblem) -> ThemeText {
        let bytes = try FileBytes.read(path)
        let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
        return ThemeText(name: name, source: path, text: String(decoding: bytes, as: UTF8.self))
    }
}
