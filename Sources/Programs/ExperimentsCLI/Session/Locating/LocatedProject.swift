import ExperimentsProject
import ExperimentsSupport
import Foundation

/// The parsed project file that a command works with.
struct LocatedProject: Sendable {
    /// The content of the file.
    let project: Project
    /// The absolute path of the file.
    let absolutePath: String
    /// The fingerprint of the file before it was read.
    let fingerprint: FileFingerprint
    private let workingFolder: String
    private let vocabulary: @Sendable () throws -> ProjectVocabulary
    /// The path of the file in messages: as given, otherwise relative to the working directory.
    private let shownPath: String

    /// Finds the file in the settings or in `EXPERIMENTS_CONFIG`, otherwise the nearest one in the working directory or
    /// a parent. Returns nil if there is none.
    ///
    /// - Throws: `ProjectProblems` if the file, or the file of the user's settings, cannot be read.
    init?(_ settings: Settings) throws {
        // Every command with a project reports mistakes in the user's settings.
        _ = try Environment.userSettings(settings.vocabulary())
        vocabulary = settings.vocabulary
        workingFolder = FileManager.default.currentDirectoryPath
        let named = settings.config ?? Environment["EXPERIMENTS_CONFIG"]
        guard let path = try named ?? ProjectFile.find(from: workingFolder) else { return nil }
        absolutePath = URL(fileURLWithPath: path).standardizedFileURL.path
        if settings.config == nil, named != nil, !FileManager.default.fileExists(atPath: absolutePath) {
            throw FileProblem(
                path: path, message: "no such file",
                advice: "set EXPERIMENTS_CONFIG to a project file, or unset it")
        }
        fingerprint = FileFingerprint(of: absolutePath)
        shownPath = named ?? ProjectFile.shownPath(of: path, from: workingFolder)
        project = try Project(readingFileAt: path, shownAs: shownPath, vocabulary: try vocabulary())
    }

    /// Reads the file again, and returns the changed fields that need a restart. Waits while another program may be
    /// writing the file.
    ///
    /// - Throws: `ProjectProblems` if it cannot be read.
    func reread() throws -> (project: Project, laterFields: [String]) {
        let now = try FileSettling.readBlocking(absolutePath) {
            try Project(readingFileAt: absolutePath, shownAs: shownPath, vocabulary: vocabulary())
        }
        var fields: [String] = []
        if now.sources != project.sources { fields.append(project.sources.count > 1 ? "sources" : "source") }
        if now.overridesPath != project.overridesPath
            || now.sharedOverridesPaths != project.sharedOverridesPaths
            || now.team != project.team
        {
            fields.append("overrides")
        }
        if now.theme != project.theme { fields.append("theme") }
        if now.keepsTerminalBackground != project.keepsTerminalBackground { fields.append("background") }
        if now.personas != project.personas { fields.append("personas") }
        if now.serving != project.serving { fields.append("serve") }
        if now.rollouts != project.rollouts { fields.append("rollouts") }
        if now.notifications.webHooks != project.notifications.webHooks { fields.append("webhook") }
        return (now, fields)
    }

    /// Checks that the project file still declares a rollout, and everything that decides about it, as it was read at
    /// the start of the program. A program that keeps running must not act on an old declaration.
    ///
    /// - Throws: `CommandProblem`; `ProjectProblems` if the file cannot be read.
    func checkUnchanged(_ rollout: ProjectRollout) throws {
        let now = try reread().project
        guard now.rollouts.contains(rollout), now.experiments == project.experiments,
            now.metrics == project.metrics, now.sources == project.sources
        else {
            throw CommandProblem(
                "the rollout, its experiment, metrics or source changed in the project file",
                advice: "Restart the program to apply the change.")
        }
    }

    /// Returns the source with this name; the first one for nil.
    func source(named name: String?) throws(CommandProblem) -> ProjectSource {
        if name == nil, let first = project.sources.first { return first }
        let name = name ?? ""
        let names = project.sources.map(\.name)
        // A source can also be named by its title on the screen.
        let titles = project.sources.map(title)
        if let match = SpellingSuggestion.match(name, in: names), let index = names.firstIndex(of: match) {
            return project.sources[index]
        }
        if let match = SpellingSuggestion.match(name, in: titles), let index = titles.firstIndex(of: match) {
            return project.sources[index]
        }
        let near = SpellingSuggestion.nearest(to: name, in: titles)
        throw CommandProblem(
            "no source \(Quotation.of(name)) in the project",
            advice: near.map { "Did you mean \($0)?" }
                ?? "Available sources: \(titles.joined(separator: ", "))")
    }

    /// Returns advice to use a source of one of these kinds: its name, if the project has one, otherwise to add one.
    func advice(naming kinds: Set<SourceKind>) -> String {
        let names = project.sources.filter { kinds.contains($0.kind) }.map { "--source \(title(of: $0))" }
        guard names.isEmpty else { return "Use \(names.joined(separator: " or "))." }
        let words = kinds.map(\.name).sorted().joined(separator: " or ")
        return "Add a source of kind \(words) to the project file."
    }

    /// Returns the name of a source for people: its name, or its file if it has none.
    func title(of source: ProjectSource) -> String {
        guard source.name == source.kind.name else { return source.name }
        return source.settings.titlePath.map(shown) ?? source.name
    }

    /// Returns a path of the project as messages show it.
    func shown(_ path: String) -> String {
        ProjectFile.shownPath(of: path, from: workingFolder)
    }
}

extension LocatedProject {
    /// Returns the path of the stored fetches of a source, without the extension.
    func fetchLogPath(of source: String?) -> String {
        Environment.historyFolder + "/" + PathText.stateName(of: "\(absolutePath)#\(source ?? "")")
    }

    /// Returns the text that tells the entries of a source apart from those of others; nil if there is only one source.
    func titleInLog(of source: String?) -> String? {
        guard project.sources.count > 1 else { return nil }
        return project.sources.first { $0.name == source }.map(title)
    }
}
