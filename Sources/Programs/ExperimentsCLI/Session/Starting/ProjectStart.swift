import ExperimentsCore
import ExperimentsProject
import ExperimentsTransport
import FirebaseExperiments
import Foundation
import OpenFeatureRemote

/// The sources from which a project file can be drafted, and the place of the file.
struct ProjectStart: Sendable {
    /// The project file to write.
    let path: String

    /// Returns the sources beside the project file and below, and on this machine.
    func findings() -> SourceFindings {
        var findings = SourceFinder().findings(in: PathText.folder(of: path))
        if let emulator = EmulatorProbe()?.candidate() { findings.add(emulator) }
        if let flags = FlagServerProbe().candidate() { findings.add(flags) }
        return findings
    }

    /// Returns the draft for a file that the user named.
    ///
    /// - Throws: `FileProblem` if it is not a source.
    func draft(from named: String) throws(FileProblem) -> ProjectDraft {
        let writtenPath = Self.path(named, writtenFromFolderOf: path)
        let candidate = try SourceFinder().candidate(at: named, writtenAs: writtenPath)
        guard candidate.isDefaults || candidate.isServices else { return ProjectDraft(candidate) }
        // The default values of an app and its settings make one project.
        let others = SourceFinder().findings(in: PathText.folder(of: path)).candidates
        return ProjectDraft(candidate, besides: others.filter { $0.isDefaults != candidate.isDefaults })
    }

    /// Returns a path for use in a file elsewhere: relative if that is simpler.
    ///
    /// - Parameters:
    ///   - path: from the working directory.
    ///   - file: the file that contains it, from the working directory.
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
        guard try AtomicFile.replace(nil, with: bytes, at: path) else { throw CommandProblem.projectExists(path) }
    }
}

extension CommandProblem {
    /// The problem that a project file already exists.
    static func projectExists(_ path: String) -> CommandProblem {
        CommandProblem("\(path) exists already; nothing was changed", advice: "Use --force to replace it.")
    }

    /// Returns the error that the values of a candidate cannot be read, so that a project without them would be of no
    /// use.
    static func unusable(_ refused: RefusedCandidate) -> CommandProblem {
        CommandProblem(
            "\(refused.path) looks like a file of values, but cannot be used",
            excerpt: refused.problem.description,
            advice: """
                Correct it, use --from to choose another file, or use --empty to start without one. Nothing was written.
                """)
    }
}

/// Finds an emulator that runs on this machine.
struct EmulatorProbe {
    /// The time within which it must answer. One that runs answers within milliseconds.
    private static let patience = DispatchTimeInterval.seconds(2)

    private let url: URL

    /// The emulator that the environment names, else one at the usual port.
    init?() {
        let named = Environment["FIREBASE_REMOTE_CONFIG_URL_BASE"]
        guard let url = URL(string: named ?? "http://127.0.0.1:\(EmulatorDefaults.port)"), url.host != nil else {
            return nil
        }
        self.url = url
    }

    /// Returns the source that it offers; nil if nothing runs there, or something else.
    func candidate() -> SourceCandidate? {
        guard LocalAddress(url)?.answers == true, let snapshot = snapshot() else { return nil }
        return SourceCandidate(.emulator(url: url.absoluteString), snapshot)
    }

    private func snapshot() -> Snapshot? {
        let settings = EmulatorSourceSettings(url: url)
        guard let client = try? FirebaseSource.client(settings, named: "emulator", over: SystemTransport()) else {
            return nil
        }
        let keeper = FirebaseRemoteConfigKeeper(remoteConfig: client, listens: false)
        let promise = Promise { try await keeper.fetch(.manual) }
        guard case .success? = promise.result(by: .now() + Self.patience) else { return nil }
        return keeper.snapshot
    }
}

/// Finds a server of OpenFeature's protocol that runs on this machine: flagd, GO Feature Flag.
struct FlagServerProbe {
    /// The default ports of flagd and GO Feature Flag. The usual ports of others are shared by many kinds of servers,
    /// which should not be disturbed.
    private static let usualPorts = [8016, 1031]
    /// The time within which it must answer. One that runs answers within milliseconds.
    private static let patience = DispatchTimeInterval.seconds(2)

    private let urls: [URL]

    /// The server that the environment names, as it does for OpenFeature's own libraries; else those at the usual ports.
    init() {
        let named = Environment["OFREP_ENDPOINT"]
        urls = (named.map { [$0] } ?? Self.usualPorts.map { "http://127.0.0.1:\($0)" }).compactMap { URL(string: $0) }
    }

    /// Returns the source of the first one that answers; nil if none runs.
    func candidate() -> SourceCandidate? {
        for url in urls where LocalAddress(url)?.answers == true {
            if let snapshot = snapshot(of: url) { return SourceCandidate(.flags(url: url.absoluteString), snapshot) }
        }
        return nil
    }

    private func snapshot(of url: URL) -> Snapshot? {
        let keeper = OpenFeatureRemoteConfigKeeper(
            OpenFeatureServer(url: url, timeout: .seconds(2)), context: SourcePersona(), listens: false)
        let promise = Promise { try await keeper.fetch(.manual) }
        guard case .success? = promise.result(by: .now() + Self.patience) else { return nil }
        return keeper.snapshot
    }
}
