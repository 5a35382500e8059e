import ExperimentsCore
import ExperimentsSupport

/// Finds possible sources of values in a folder and its subfolders.
package struct SourceFinder: Sendable {
    /// The largest file that is looked into, in bytes.
    package static let largestFile = 8 << 20
    private static let deepest = 4
    private static let mostFolders = 80
    private static let mostEntries = 400
    private static let mostSwiftFiles = 200

    private let reader: FolderReader

    package init(_ reader: FolderReader = .system) {
        self.reader = reader
    }

    /// Searches a folder.
    ///
    /// - Parameter folder: the path of the folder. The paths of candidates start there.
    package func findings(in folder: String) -> SourceFindings {
        var search = Search(reader: reader, root: folder)
        search.enter("", depth: 0)
        var findings = search.findings
        findings.candidates.sort { CandidateRanking($0) < CandidateRanking($1) }
        findings.refused.sort { $0.path < $1.path }
        return findings
    }

    /// Reads a file as a source.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - writtenPath: the path for the project file.
    /// - Throws: `FileProblem` if it cannot be read, or is not a source.
    package func candidate(at path: String, writtenAs writtenPath: String) throws(FileProblem) -> SourceCandidate {
        try NameHint.check(path)
        let bytes = try reader.content(path, FileRemoteConfigKeeper.largestFile)
        do throws(FileProblem) {
            if var candidate = try SourceDocument.candidate(bytes, path: writtenPath) {
                candidate.weight = NameHint(path).weight
                return candidate
            }
        } catch {
            throw error.named(path)
        }
        throw FileProblem(
            path: path, message: "is no source of values",
            advice: "name a file of key and value, a template, a file of variants, or one of the Firebase console")
    }

    /// A walk through folders, within limits.
    private struct Search {
        let reader: FolderReader
        let root: String
        var findings = SourceFindings()
        private var folders = 0
        private var swiftFiles = 0

        init(reader: FolderReader, root: String) {
            (self.reader, self.root) = (reader, root)
        }

        mutating func enter(_ folder: String, depth: Int) {
            guard folders < mostFolders else { return }
            folders += 1
            let entries = reader.entries(folder.isEmpty ? root : PathText.join(root, folder))
                .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.prefix(mostEntries)
            for entry in entries where !entry.isFolder { look(at: folder, entry.name, depth) }
            guard depth < deepest else { return }
            for entry in entries where entry.isFolder && !NameHint.isPassedOver(folder: entry.name) {
                enter(folder.isEmpty ? entry.name : PathText.join(folder, entry.name), depth: depth + 1)
            }
        }

        private mutating func look(at folder: String, _ name: String, _ depth: Int) {
            let path = folder.isEmpty ? name : PathText.join(folder, name)
            if name.hasSuffix(".swift") { return lookForKeys(in: path, folder) }
            let hint = NameHint(path)
            guard hint.isPossible, hint.isTelling || depth == 0, depth < deepest || hint.isServices else { return }
            do throws(FileProblem) {
                try NameHint.check(path)
                let bytes = try reader.content(PathText.join(root, path), largestFile)
                guard var candidate = try SourceDocument.candidate(bytes, path: path) else { return }
                // Of a name that says nothing, the content must.
                if case .file = candidate.place, !hint.isTelling, candidate.keyCount == 0 { return }
                candidate.weight = hint.weight - depth
                findings.candidates.append(candidate)
            } catch {
                findings.refused.append(
                    RefusedCandidate(path: path, problem: error.named(path), isTelling: hint.isTelling))
            }
        }

        /// Keys that code declares are for a program of its own to read; here it is only seen that there are any.
        private mutating func lookForKeys(in path: String, _ folder: String) {
            guard findings.declaringFolder == nil, swiftFiles < mostSwiftFiles else { return }
            swiftFiles += 1
            guard let bytes = try? reader.content(PathText.join(root, path), 1 << 20) else { return }
            guard String(decoding: bytes, as: UTF8.self).contains(": RemoteKey") else { return }
            findings.declaringFolder = folder.split(scalar: "/").first.map(String.init) ?? "."
        }
    }
}
