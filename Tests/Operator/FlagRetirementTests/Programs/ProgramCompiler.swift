import Foundation
import TestSupport
import Testing

/// Compiles sources of apps against the libraries that were built with the tests, and runs them.
struct ProgramCompiler {
    /// The compiler, where there is one.
    static let path = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
        .map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    private static let targets = [
        "Experiments", "ExperimentsCore", "ExperimentsLocks", "ExperimentsSupport", "CExperimentsLocks",
    ]

    let folder: TemporaryFolder
    private let compiler: String

    /// Links the libraries into one, so that each program is linked quickly.
    init() async throws {
        folder = try TemporaryFolder()
        compiler = try #require(Self.path)
        var objects: [String] = []
        for target in Self.targets {
            let files = FileManager.default.enumerator(atPath: "\(BuiltProducts.folder)/\(target).build")
            while let file = files?.nextObject() as? String {
                if file.hasSuffix(".o") { objects.append("\(BuiltProducts.folder)/\(target).build/\(file)") }
            }
        }
        let list = try folder.write(objects.map { "\"\($0)\"" }.joined(separator: "\n"), to: "objects")
        let (status, output) = try await run(
            compiler,
            ["-emit-library", "-o", folder.path("libPrograms.so"), "-module-name", "Programs", "@\(list)"])
        try #require(status == 0, "\(output.suffix(2000))")
    }

    /// Runs a program to its end, and returns what it prints.
    func run(_ path: String, _ arguments: [String]) async throws -> (status: Int32, output: String) {
        let program = try ChildProgram(
            "/bin/sh", ["-c", "SWIFT_DETERMINISTIC_HASHING=1 exec \"$0\" \"$@\" 2>&1", path] + arguments)
        let status = try await program.end(within: .seconds(600))
        return (status, program.output)
    }

    /// Compiles a program.
    ///
    /// - Parameters:
    ///   - sources: the texts of the files, by path.
    ///   - name: the name of the program's folder.
    /// - Returns: the path of the program, and the messages of the compiler about mistakes, by the name of the file.
    func compile(_ sources: [String: String], as name: String) async throws -> (
        path: String, mistakes: [String: [String]]
    ) {
        var paths: [String] = []
        for (path, text) in sources { paths.append(try folder.write(text, to: "\(name)/\(path)")) }
        let list = try folder.write(
            paths.sorted().map { "\"\($0)\"" }.joined(separator: "\n"), to: "\(name).files")
        let program = folder.path("\(name)/program")
        let (status, output) = try await run(
            compiler,
            [
                "-wmo", "-Onone", "-swift-version", "5", "-parse-as-library", "-suppress-warnings",
                "-module-name",
                "App",
                "-module-cache-path", folder.path("modules"), "-o", program,
                folder.path("libPrograms.so"), "-Xlinker", "-rpath", "-Xlinker", folder.path(""), "@\(list)",
            ] + BuiltProducts.moduleArguments)
        var mistakes: [String: [String]] = [:]
        for line in output.split(separator: "\n") where line.contains(": error: ") && line.hasPrefix("/") {
            let file = line.prefix { $0 != ":" }.split(separator: "/").last.map(String.init) ?? ""
            mistakes[file, default: []].append(String(line.drop { $0 != ":" }.dropFirst()))
        }
        try #require(status == 0 || !mistakes.isEmpty, "\(output.suffix(4000))")
        return (program, mistakes)
    }
}
