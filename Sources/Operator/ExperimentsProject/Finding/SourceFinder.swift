import ExperimentsCore
import Foundation

/// Finds possible sources of values in a folder and its subfolders.
package struct SourceFinder: Sendable {
    /// The maximum size in bytes of a file to read.
    package static let largestFile = 8 << 20
    /// The depth of the default values of an Android app: app/src/main/res/xml.
    private static let deepest = 5
    /// The maximum depth of a file that only its name suggests.
    private static let deepestNamed = 3
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
        findings.rank()
        findings.refused.sort { $0.path < $1.path }
        return findings
    }

    /// Reads a file as a source.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - writtenPath: the path for the project file.
    /// - Throws: `FileProblem` if it cannot be read, or is not a source.
    package func candidate(at path: String, writtenAs writtenPath: String) throws(FileProblem)
        -> SourceCandidate
    {
        try NameHint.check(path)
        let bytes = try reader.content(path, FileRemoteConfigKeeper.largestFile)
        if PathText.name(of: path) == DeployedTemplate.settingsName {
            return try candidate(
                at: DeployedTemplate.path(in: bytes, of: path),
                writtenAs: DeployedTemplate.path(in: bytes, of: writtenPath))
        }
        do throws(FileProblem) {
            if var candidate = try SourceCandidate.reading(bytes, path: writtenPath) {
                candidate.weight = NameHint(path).weight
                return candidate
            }
        } catch {
            throw error.named(path)
        }
        throw FileProblem(
            path: path, message: "is not a source of values",
            advice: """
                use a file of keys and values, a Firebase template, the default values of an app (plist, XML or JSON), \
                GoogleService-Info.plist, google-services.json, or a file of variants or GrowthBook features
                """)
    }

    /// A walk through folders, within limits.
    private struct Search {
        let reader: FolderReader
        let root: String
        var findings = SourceFindings()
        private var folders = 0
        private var swiftFiles = 0

        init(reader: FolderReader, root: String) {
            self.reader = reader
            self.root = root
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
            if name == DeployedTemplate.settingsName { return lookForTemplate(of: path, hint, depth) }
            guard hint.isPossible, hint.isTelling || depth == 0,
                depth <= deepestNamed || hint.isMadeByFirebase
            else {
                return
            }
            look(into: path, hint, depth)
        }

        private mutating func look(into path: String, _ hint: NameHint, _ depth: Int) {
            var bytes: [UInt8] = []
            do throws(FileProblem) {
                try NameHint.check(path)
                bytes = try reader.content(PathText.join(root, path), largestFile)
                guard var candidate = try SourceCandidate.reading(bytes, path: path) else { return }
                // If the name is not telling, the content must be.
                if case .file = candidate.place, !hint.isTelling, candidate.keyCount == 0 { return }
                candidate.weight = hint.weight - depth
                findings.candidates.append(candidate)
            } catch {
                // A file of another flag system is named whatever it is called.
                let isTelling = hint.isTelling || ForeignFile(bytes, path: path) != nil
                findings.refused.append(
                    RefusedCandidate(path: path, problem: error.named(path), isTelling: isTelling))
            }
        }

        /// Examines the template that `firebase deploy` publishes, regardless of its name.
        private mutating func lookForTemplate(of settings: String, _ hint: NameHint, _ depth: Int) {
            guard let bytes = try? reader.content(PathText.join(root, settings), largestFile),
                let path = try? DeployedTemplate.path(in: bytes, of: settings)
            else { return }
            look(into: path, hint, depth)
        }

        /// Notes whether code declares keys. Another program reads them.
        private mutating func lookForKeys(in path: String, _ folder: String) {
            guard findings.declaringFolder == nil, swiftFiles < mostSwiftFiles else { return }
            swiftFiles += 1
            guard let bytes = try? reader.content(PathText.join(root, path), 1 << 20) else { return }
            guard String(decoding: bytes, as: UTF8.self).contains(": RemoteKey") else { return }
            findings.declaringFolder = folder.split(scalar: "/").first.map(String.init) ?? "."
        }
    }
}

/// The functions for reading folders and the files in them.
package struct FolderReader: Sendable {
    /// An item in a folder.
    package struct Entry: Sendable, Hashable {
        package let name: String
        package let isFolder: Bool

        package init(_ name: String, isFolder: Bool = false) {
            self.name = name
            self.isFolder = isFolder
        }
    }

    /// Returns the items in a folder; none if it cannot be listed.
    package let entries: @Sendable (_ path: String) -> [Entry]
    /// Returns the content of a file, up to a size in bytes.
    package let content: @Sendable (_ path: String, _ limit: Int) throws(FileProblem) -> [UInt8]

    package init(
        entries: @escaping @Sendable (_ path: String) -> [Entry],
        content: @escaping @Sendable (_ path: String, _ limit: Int) throws(FileProblem) -> [UInt8]
    ) {
        self.entries = entries
        self.content = content
    }

    /// Reads the folders of this machine. Symbolic links to folders are skipped, because they can form a circle.
    package static let system = FolderReader(
        entries: { path in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            return names.compactMap { name in
                let path = PathText.join(path, name)
                var isFolder: ObjCBool = false
                guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
                if isFolder.boolValue, PathText.linkTarget(of: path) != nil { return nil }
                return Entry(name, isFolder: isFolder.boolValue)
            }
        },
        content: { (path, limit) throws(FileProblem) in try FileBytes.read(path, limit: limit) })
}

/// The information in the name of a file about its content.
struct NameHint {
    /// Whether it can be a source at all, by its ending.
    let isPossible: Bool
    /// How strongly the name suggests it; zero for not at all.
    let weight: Int

    /// Whether it is the name of the settings that Firebase's console gives to an app.
    let isServices: Bool
    /// Whether it is a name as Firebase's console and its guides give it: the settings or the default values of an app.
    let isMadeByFirebase: Bool

    /// Whether the name suggests it.
    var isTelling: Bool { weight > 0 }

    init(_ path: String) {
        let name = PathText.name(of: path).lowercased()
        isServices =
            name == "google-services.json"
            || (name.hasPrefix("googleservice-info") && name.hasSuffix(".plist"))
        if isServices {
            // A file for an environment, such as GoogleService-Info-Dev.plist, comes after the one without.
            (isPossible, weight) = (true, name.hasPrefix("googleservice-info-") ? 14 : 15)
            isMadeByFirebase = true
            return
        }
        if name == DeployedTemplate.settingsName {
            isPossible = false
            weight = 45
            isMadeByFirebase = true
            return
        }
        let letters = name.filter { $0.isLetter || $0.isNumber }
        // Property lists and XML are of all kinds.
        let isMarkup = name.hasSuffix(".plist") || name.hasSuffix(".xml")
        let hasEnding = [".json", ".yaml", ".yml"].contains(where: name.hasSuffix)
        isMadeByFirebase = letters.contains("remoteconfigdefaults")
        let isMeant =
            hasEnding || (isMarkup && (letters.contains("remoteconfig") || letters.contains("default")))
        isPossible = isMeant && !name.hasScalarPrefix(".") && !Self.others.contains(name)
        weight = isPossible ? Self.words.first { letters.contains($0.word) }?.weight ?? 0 : 0
    }

    /// Returns whether the name of a file says that it contains the default values of an app.
    static func namesDefaults(_ path: String) -> Bool {
        PathText.name(of: path).lowercased().contains("defaults")
    }

    /// Checks that a project file can contain a path.
    static func check(_ path: String) throws(FileProblem) {
        guard path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return }
        throw FileProblem(
            path: path, message: "has control characters in its name",
            advice: "rename it to use it in a project file")
    }

    private static let words: [(word: String, weight: Int)] = [
        ("remoteconfig", 40), ("config", 30), ("flags", 25), ("features", 25), ("variants", 25),
        ("experiments", 25),
        ("template", 20), ("values", 25), ("defaults", 20), ("toggles", 20), ("settings", 10),
    ]

    /// Files of other programs, which are no values of an app.
    private static let others: Set<String> = [
        "experiments.yaml", "package.json", "package-lock.json", "composer.json", "tsconfig.json",
        "jsconfig.json",
        "firebase.json", "app.json", "angular.json", "lerna.json", "project.yml", "project.yaml",
        "mkdocs.yml",
        "pubspec.yaml", "pnpm-lock.yaml", "codecov.yml", "docker-compose.yml", "docker-compose.yaml",
        "compose.yaml",
        "compose.yml", "openapi.json", "openapi.yaml", "contents.json", "codemagic.yaml", "bitrise.yml",
    ]

    /// Returns whether a folder contains nothing of the app itself.
    static func isPassedOver(folder name: String) -> Bool {
        name.hasScalarPrefix(".") || otherFolders.contains(name.lowercased()) || name.hasSuffix(".xcodeproj")
            || name.hasSuffix(".xcassets") || name.hasSuffix(".xcworkspace") || name.hasSuffix(".docc")
    }

    private static let otherFolders: Set<String> = [
        "node_modules", "pods", "carthage", "build", "deriveddata", "vendor", "tests", "test", "fixtures",
        "venv",
        "target", "dist", "out",
    ]
}
