import ExperimentsProgramStart
import ExperimentsProject
import ExperimentsSupport
import Foundation

/// The environment variables that the program reads. An empty one counts as not set.
enum Environment {
    static subscript(name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// Returns a secret in a variable, without the line end that a file or a command may have added.
    static func secret(_ name: String) -> String? {
        self[name].map(Secret.withoutFinalLineEnd).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether the path of the working folder is not UTF-8.
    static var isWorkingFolderInvalid: Bool {
        guard let path = getcwd(nil, 0) else { return false }
        defer { free(path) }
        return String(validatingCString: path) == nil
    }

    /// Whether a text can be the name of a variable. One that cannot may be a secret, and is not shown.
    static func isName(_ text: String) -> Bool {
        text.utf8.first?.isASCIIDigit == false
            && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
    }

    private static let account = UserAccount { Environment[$0] }

    /// Whether there is a folder for state. If not, no program can store any.
    static var hasStateFolder: Bool { ifThere(stateFolder) != nil }

    /// Returns a folder of the user; nil if the user has no home folder for it.
    static func ifThere(_ folder: String) -> String? { folder.hasPrefix(noHome + "/") ? nil : folder }

    /// A home folder that cannot be written to.
    private static let noHome = "/dev/null"

    private static var home: String { account.home ?? noHome }

    /// The user's home folder.
    static var homeFolder: String { home }

    /// Returns the path of a program in a folder of `PATH`; nil if there is none.
    static func program(_ name: String) -> String? {
        (Environment["PATH"] ?? "").split(scalar: ":").map { PathText.join(String($0), name) }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The folder for state that does not belong to a project.
    static var stateFolder: String {
        BaseFolder.state.path(home: home) { Environment[$0] } + "/experiments"
    }

    /// The folder for the user's settings for all projects.
    static var configFolder: String {
        BaseFolder.configuration.path(home: home) { Environment[$0] } + "/experiments"
    }

    /// The folder of the user's own themes.
    static var themesFolder: String { configFolder + "/themes" }

    /// The folder in which dashboards store their state.
    static var memoryFolder: String { stateFolder + "/dashboard" }

    /// The folder in which fetches are stored.
    static var historyFolder: String { stateFolder + "/history" }

    /// The folder in which programs coordinate which of them sends web hooks.
    static var hooksFolder: String { stateFolder + "/hooks" }

    /// The file of the user's settings for all projects.
    static var settingsFile: String { configFolder + "/config.yaml" }

    /// Reads the user's settings for all projects; empty if there is no such file.
    ///
    /// - Throws: `ProjectProblems` if it cannot be read.
    static func userSettings(_ vocabulary: @autoclosure () throws -> ProjectVocabulary) throws -> UserSettings
    {
        guard access(settingsFile, F_OK) == 0 else { return UserSettings() }
        return try UserSettings(readingFileAt: settingsFile, vocabulary: vocabulary())
    }

    /// The name of the user, which is stored with overrides. Mistakes in the settings are not reported here; commands
    /// that store overrides report them when they search for the project.
    static var author: String? { readableSettings.author ?? account.name }

    /// The variable with the name of the assistant for which a command runs. `experiments mcp` sets it.
    static let assistantVariable = "EXPERIMENTS_ASSISTANT"

    /// The variable that is set if an assistant's commands may send variables without a question.
    static let sendingVariable = "EXPERIMENTS_ASSISTANT_SENDS"

    /// The variable with the names of the sources in production that an assistant may publish to, as a list of JSON.
    static let productionVariable = "EXPERIMENTS_ASSISTANT_PRODUCTION"

    /// The names of these sources.
    static var assistantProduction: [String] {
        let list = Environment[productionVariable].flatMap { try? JSONValue(parsing: $0) }?.array ?? []
        return list.compactMap(\.string)
    }

    /// The assistant for which this command runs; nil if a person or a script started it.
    static var assistant: String? {
        Environment[assistantVariable].map { VisibleText.of(String($0.prefix(60))) }
    }

    /// When a project may send variables without a question. An assistant's commands never have a terminal, although
    /// nobody prepared an environment for them.
    static var sendingConsent: SendingConsent {
        guard assistant != nil else { return .scripts }
        return Environment[sendingVariable] == nil ? .none : .all
    }

    /// Whether the user wants links to files; nil if that depends on the terminal.
    static var showsLinks: Bool? { readableSettings.showsLinks }

    /// Whether the user wants ASCII only; nil if that depends on the terminal.
    static var usesASCII: Bool? { readableSettings.usesASCII }

    private static let readableSettings = (try? userSettings(.open)) ?? UserSettings()
}

extension [String] {
    /// The words that the program was started with, without its name.
    ///
    /// On Linux, Swift finds its arguments next to the environment, which a preloaded library moves when it sets a
    /// variable, or in `/proc`, which not every root has. If it does not find them, the program runs as if it had no
    /// arguments. So they are read from the C library, which has the originals.
    static var ofProcess: [String] {
        let count = program_start_word_count()
        guard count > 0 else { return Array(CommandLine.arguments.dropFirst()) }
        return (1..<count).map { String(cString: program_start_word($0)) }
    }

    /// The index of the first word that is not valid UTF-8; nil if all are.
    static var invalidWordOfProcess: Int? {
        (1..<Swift.max(program_start_word_count(), 1)).first {
            String(validatingCString: program_start_word($0)) == nil
        }
        .map { Int($0) - 1 }
    }
}
