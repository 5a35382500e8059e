import ExperimentsCore
import ExperimentsKeyGeneration
import ExperimentsProject
import ExperimentsSourceScanning
import ExperimentsSupport
import Foundation

/// The keys that the plugin `GenerateKeys` writes in each build, which are in no file of the sources.
enum PluginKeys {
    private static let plugin = "GenerateKeys"
    private static let file = "RemoteKeys.swift"

    /// Returns the file that the plugin writes, if a package around the project file uses the plugin.
    ///
    /// - Parameters:
    ///   - path: the path of the project file.
    ///   - key: a key that the file must declare.
    static func files(of project: Project, at path: String, declaring key: String) throws -> [SourceFile] {
        guard project.keys.contains(where: { $0.name == key }), let package = package(around: path) else {
            return []
        }
        let written = try built(in: package)
        // A file of the last build has the names that the app's code uses.
        let names = GeneratedNames(reading: written ?? "")
        let code = try KeyCode(
            project.keys, keeping: names, KeyCodeOptions(source: PathText.name(of: path)))
        return [SourceFile(path: PathText.join(package, file), text: code.text, origin: .build)]
    }

    /// The folder of the nearest package around a file, if it uses the plugin.
    private static func package(around path: String) -> String? {
        var folder = PathText.folder(of: PathText.absolute(path))
        while true {
            let manifest = PathText.join(folder, "Package.swift")
            if FileManager.default.fileExists(atPath: manifest) {
                let text = (try? FileBytes.readIfPresent(manifest)).map {
                    String(decoding: $0, as: UTF8.self)
                }
                return text?.contains("\"\(plugin)\"") == true ? folder : nil
            }
            guard folder.count > 1 else { return nil }
            folder = PathText.folder(of: folder)
        }
    }

    /// The content of the file that the last build wrote.
    private static func built(in package: String) throws -> String? {
        let outputs = PathText.join(package, ".build/plugins/outputs")
        let found = FileManager.default.enumerator(atPath: outputs) ?? FileManager.DirectoryEnumerator()
        for case let name as String in found where name.hasScalarSuffix("\(plugin)/\(file)") {
            return String(validUTF8: try FileBytes.read(PathText.join(outputs, name)))
        }
        return nil
    }
}
