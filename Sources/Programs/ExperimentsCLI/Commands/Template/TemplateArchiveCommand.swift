import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

struct TemplateArchiveCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive", abstract: "Save all published versions in a folder",
        discussion: """
            The service deletes versions after 90 days, and keeps at most 300. Saves each version that the folder does \
            not have yet as NUMBER.json, for example in a Git repository. Use `template rollback NUMBER --archive \
            FOLDER` to publish one of them again, and `template diff` to compare two of them.
            """)
    static let examples: KeyValuePairs = [
        "experiments template archive templates": "Save the versions that the folder does not have yet",
        "experiments template rollback 41 --archive templates": "Publish a saved version again",
    ]

    @Argument(help: ArgumentHelp("Folder for the versions", valueName: "folder"), completion: .directory)
    var folder: String

    @OptionGroup(title: "Service") var service: TemplateServiceOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let origin = try service.versionedOrigin(global.settings)
        let archive = TemplateArchive(folder)
        let numbers = try Progress.wait("Asking \(origin.title)", within: global.waits) {
            try await origin.versions()
        }.compactMap(\.number).sorted()
        let missing = numbers.filter { !archive.has($0) }
        for number in missing {
            let template = try Progress.wait("Reading version \(number)", within: global.waits) {
                try await origin.template(version: number).template
            }
            try archive.save(template, as: number)
        }
        try global.settings.printChange(
            ["folder": folder, "saved": missing, "versions": numbers.count],
            else: "saved \(CountText.count(missing.count, "version")) in \(folder), which has "
                + "\(numbers.count == 1 ? "the 1" : "all \(numbers.count)") of \(origin.title)")
    }
}

/// A folder with published versions of a template, each in a file.
struct TemplateArchive {
    private let folder: String

    init(_ folder: String) { self.folder = folder }

    private func path(of version: Int64) -> String { PathText.join(folder, "\(version).json") }

    /// Returns whether a version was saved.
    func has(_ version: Int64) -> Bool { FileStatus(of: path(of: version)) != nil }

    /// Saves a version.
    func save(_ template: RemoteConfigTemplate, as version: Int64) throws {
        try AtomicFile.write(
            Array((template.text + "\n").utf8), to: path(of: version), limit: TemplateFile.largest)
    }

    /// Reads a version, without its number, because it becomes a new one.
    func template(of version: Int64) throws -> RemoteConfigTemplate {
        var (template, _) = try TemplateFile(path(of: version)).template()
        template.versionNumber = nil
        template.setVersionDescription("Rollback to version \(version)")
        return template
    }
}
