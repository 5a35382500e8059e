import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import Foundation

/// The format in which `check` prints its findings.
enum CheckFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json, github, junit, sarif

    /// Returns the document for a CI service; nil for a format for people and scripts.
    func document(_ outcome: CheckOutcome) -> CheckDocument? {
        switch self {
        case .text, .json: nil
        case .github: .annotations(GitHubAnnotations(outcome))
        case .junit: .junit(JUnitDocument(outcome))
        case .sarif: .sarif(SARIFDocument(outcome, version: Version.text))
        }
    }
}

/// The findings of a check, in the form of a CI service.
enum CheckDocument {
    case annotations(GitHubAnnotations)
    case junit(JUnitDocument)
    case sarif(SARIFDocument)

    /// Prints it. Its writers leave no control character in it.
    func print() throws(CommandProblem) {
        switch self {
        case .annotations(let annotations): try StandardOutput.exact(annotations.text)
        case .junit(let document): try StandardOutput.exact(document.text)
        case .sarif(let document): try StandardOutput.json(document.json)
        }
    }
}

/// The name of the project file for CI services.
enum CheckedFile {
    /// - Parameter path: where the file is, absolute.
    static func name(of path: String) -> ProjectFileName {
        let workspace = Environment["GITHUB_WORKSPACE"].map { URL(fileURLWithPath: $0).standardizedFileURL.path }
        let here = FileManager.default.currentDirectoryPath
        return ProjectFileName(path, below: [workspace, here].compactMap(\.self))
    }
}
