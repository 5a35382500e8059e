import Experiments
import ExperimentsLink
import Foundation

/// A small shop. It prints its values, then each change of the source or of the overrides as it happens, until it is
/// interrupted.
@main
enum ShopProgram {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.contains("--help") || arguments.contains("-h") { return print(ShopSettings.usage, terminator: "") }
        do {
            try await open(
                ShopSettings(
                    arguments: arguments, environment: ProcessInfo.processInfo.environment,
                    folder: FileManager.default.currentDirectoryPath))
        } catch {
            FileHandle.standardError.write(Data("ShopExample: \(error)\n\n\(ShopSettings.usage)".utf8))
            exit(1)
        }
    }

    private static func open(_ settings: ShopSettings) async throws {
        let overrides = settings.overrides
        let service = ShopService(remoteConfigKeeper: settings.keeper, overrideStore: overrides)
        ShopLog.print("values from \(settings.sourceName), overrides from \(settings.overridesName)")
        if let problem = overrides.problem { ShopLog.print("overrides  \(problem)") }
        service.link?.report(ShopKey.allCases, of: service)
        try await service.fetch()
        service.getValues(for: ShopKey.allCases)
        await withTaskGroup(of: Void.self) { group in
            for key in ShopKey.allCases { group.addTask { await follow(key, in: service) } }
            if let link = service.link {
                group.addTask { for await status in link.statuses { ShopLog.print("link       \(status)") } }
            }
        }
    }

    /// Prints the key's value, and then each other one.
    private static func follow(_ key: ShopKey, in service: ShopService) async {
        await follow(key, as: key.valueType, in: service)
    }

    private static func follow<Value: RemoteValue>(
        _ key: ShopKey, as type: Value.Type, in service: ShopService
    ) async {
        var last: String?
        for await value in service.remoteValues(for: key, as: type) {
            let name = key.title + String(repeating: " ", count: max(0, 14 - key.title.count))
            ShopLog.print("\(name)  \(last.map { $0 + "  ->  " } ?? "")\(value.remoteText)")
            last = value.remoteText
        }
    }
}
