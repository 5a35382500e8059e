import Foundation
import PackagePlugin

/// `swift package generate-keys`: writes keys as Swift code, as `experiments generate swift` does, in the folder of the
/// package.
@main
struct GenerateKeysCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let process = Process()
        process.executableURL = try context.tool(named: "experiments-keys").url
        process.arguments = arguments
        process.currentDirectoryURL = context.package.directoryURL
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 {
            Diagnostics.error("generate-keys ended with status \(process.terminationStatus)")
        }
    }
}
