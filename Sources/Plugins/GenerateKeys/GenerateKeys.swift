import Foundation
import PackagePlugin

/// Generates typed keys whenever a target is built, from the `experiments.yaml` of the target or otherwise of its
/// package.
@main
struct GenerateKeys: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let name = "experiments.yaml"
        let places = [target.directoryURL, context.package.directoryURL].map { $0.appending(path: name) }
        guard let file = places.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
            Diagnostics.error(
                "there is no \(name) in \(target.directoryURL.path) or \(context.package.directoryURL.path)")
            return []
        }
        let output = context.pluginWorkDirectoryURL.appending(path: "RemoteKeys.swift")
        return [
            .buildCommand(
                displayName: "Generate keys of \(name)",
                executable: try context.tool(named: "experiments-keys").url,
                arguments: ["--from", file.path, "--output", output.path],
                inputFiles: [file], outputFiles: [output])
        ]
    }
}
