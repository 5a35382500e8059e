import ExperimentsCore
import ExperimentsProject
import ExperimentsTransport
import FirebaseConfig
import FirebaseExperiments
import Foundation
import OpenFeatureRemote

/// The sources from which a project file can be drafted, and the place of the file.
struct ProjectStart: Sendable {
    /// The project file to write.
    let path: String

    /// Returns the sources in the project's folder and below, and on this machine.
    func findings() -> SourceFindings {
        var findings = SourceFinder().findings(in: PathText.folder(of: path))
        if let emulator = Self.emulator() { findings.add(emulator) }
        if let flags = Self.flagServer() { findings.add(flags) }
        findings.warehouses = warehouses()
        return findings
    }

    /// Returns the warehouses whose client programs are on this machine, with a service that someone has set up.
    func warehouses() -> [FoundWarehouse] {
        let folder = PathText.folder(of: path)
        let names =
            (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        let files = names.filter { $0.hasSuffix(".duckdb") || $0.hasSuffix(".ddb") }.sorted()
        let finder = WarehouseFinder(
            home: Environment.homeFolder, variables: { Environment[$0] },
            hasProgram: { Environment.program($0) != nil },
            content: { Self.start(of: $0.hasScalarPrefix("/") ? $0 : PathText.join(folder, $0)) })
        return finder.warehouses(files: files)
    }

    /// Returns the first bytes of a file, because databases are large; nil if it cannot be read.
    private static func start(of path: String) -> [UInt8]? {
        guard let status = FileStatus(of: path), !status.isStream else { return nil }
        return FileHandle(forReadingAtPath: path).flatMap { try? $0.read(upToCount: 64 << 10) }.map {
            Array($0)
        }
    }

    /// Returns the draft for a file given by the user.
    ///
    /// - Throws: `FileProblem` if it is not a source.
    func draft(from named: String) throws(FileProblem) -> ProjectDraft {
        let writtenPath = Self.path(named, writtenFromFolderOf: path)
        let candidate = try SourceFinder().candidate(at: named, writtenAs: writtenPath)
        // The default values of an app, with its settings or its template, make one project.
        let others = SourceFinder().findings(in: PathText.folder(of: path)).candidates
        return ProjectDraft(
            candidate, besides: others.filter { candidate.isDefaults ? $0.isServices : $0.isDefaults })
    }

    /// Returns a path for use in a file elsewhere: relative if that is simpler.
    ///
    /// - Parameters:
    ///   - path: the path, relative to the working directory.
    ///   - file: the file that will contain it, relative to the working directory.
    private static func path(_ path: String, writtenFromFolderOf file: String) -> String {
        func parts(_ path: String) -> [String] {
            URL(fileURLWithPath: path).standardizedFileURL.path.split(scalar: "/").map(String.init)
        }
        let steps = parts(path)
        let folder = parts(file).dropLast()
        let common = zip(steps, folder).prefix { $0 == $1 }.count
        let relative = Array(repeating: "..", count: folder.count - common) + steps[common...]
        return path.hasScalarPrefix("/") && common == 0 ? path : relative.joined(separator: "/")
    }

    /// Writes the project file.
    ///
    /// - Parameter force: whether to replace an existing file.
    func write(_ text: String, force: Bool) throws {
        let bytes = Array(text.utf8)
        if force { return try AtomicFile.write(bytes, to: path) }
        guard try AtomicFile.replace(nil, with: bytes, at: path) else {
            throw CommandProblem.projectExists(path)
        }
    }
}

extension CommandProblem {
    /// Returns the error for a project file that already exists.
    static func projectExists(_ path: String) -> CommandProblem {
        CommandProblem("\(path) already exists; nothing was changed", advice: "Use --force to replace it.")
    }

    /// Returns the error for a candidate whose values cannot be read, so that a project without them would be useless.
    static func unusable(_ refused: RefusedCandidate) -> CommandProblem {
        CommandProblem(
            "\(refused.path) looks like a file of values, but cannot be used",
            excerpt: refused.problem.description,
            advice: """
                Correct it, use --from to choose another file, or use --empty to start without one. Nothing was written.
                """)
    }
}

/// Finds servers on this machine.
extension ProjectStart {
    /// The time limit for an answer. A running server answers within milliseconds.
    private static let patience = DispatchTimeInterval.seconds(2)
    /// The default ports of flagd and GO Feature Flag. Other flag servers share their default port with all kinds of
    /// servers, so no request is sent there.
    private static let usualFlagPorts = [8016, 1031]

    /// Returns the emulator in the environment, otherwise the one at the default port; nil if none runs there.
    private static func emulator() -> SourceCandidate? {
        let named = Environment["FIREBASE_REMOTE_CONFIG_URL_BASE"]
        guard let url = URL(string: named ?? "http://127.0.0.1:\(EmulatorDefaults.port)"), url.host != nil,
            url.answersHere == true,
            let client = try? RemoteConfig.client(
                EmulatorSourceSettings(url: url), named: "emulator", over: SystemTransport())
        else { return nil }
        return snapshot(of: FirebaseRemoteConfigKeeper(remoteConfig: client, listens: false)).map {
            snapshot in
            SourceCandidate(.emulator(url: url.absoluteString), snapshot)
        }
    }

    /// Returns a server of OpenFeature's protocol: the one in the environment variable of OpenFeature's own libraries,
    /// otherwise the first that answers at a default port.
    private static func flagServer() -> SourceCandidate? {
        let named = Environment["OFREP_ENDPOINT"]
        let urls = (named.map { [$0] } ?? usualFlagPorts.map { "http://127.0.0.1:\($0)" }).compactMap {
            URL(string: $0)
        }
        for url in urls where url.answersHere == true {
            let server = OpenFeatureServer(url: url, timeout: .seconds(2))
            let keeper = OpenFeatureRemoteConfigKeeper(server, context: SourcePersona(), listens: false)
            if let snapshot = snapshot(of: keeper) {
                return SourceCandidate(.flags(url: url.absoluteString), snapshot)
            }
        }
        return nil
    }

    private static func snapshot(of keeper: any RemoteConfigKeeper) -> Snapshot? {
        let promise = Promise { try await keeper.fetch(.manual) }
        guard case .success? = promise.result(by: .now() + patience) else { return nil }
        return keeper.snapshot
    }
}
