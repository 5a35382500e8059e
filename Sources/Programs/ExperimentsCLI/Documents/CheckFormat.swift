import ArgumentParser
import ExperimentsOperator
import Foundation

/// The format in which `check` prints its findings.
enum CheckFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json, github, junit, sarif

    /// Prints the document for a CI service; nothing for formats for people and scripts. The writers leave out control
    /// characters.
    func print(_ outcome: CheckOutcome) throws(CommandProblem) {
        switch self {
        case .text, .json: break
        case .github: try StandardOutput.exact(outcome.gitHubAnnotations)
        case .junit: try StandardOutput.exact(outcome.junit)
        case .sarif: try StandardOutput.json(outcome.sarif(version: Version.text))
        }
    }
}

extension ProjectFileName {
    /// The name of the project file for CI services.
    ///
    /// - Parameter path: the absolute path of the file.
    init(forServices path: String) {
        let workspace = Environment["GITHUB_WORKSPACE"].map {
            URL(fileURLWithPath: $0).standardizedFileURL.path
        }
        let here = FileManager.default.currentDirectoryPath
        self.init(path, below: [workspace, here].compactMap(\.self)) { folder in
            guard let real = realpath(folder, nil) else { return folder }
            defer { free(real) }
            return String(cString: real)
        }
    }
}
