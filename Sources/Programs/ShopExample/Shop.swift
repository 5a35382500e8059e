import Experiments
import ExperimentsLink
import Foundation

/// A small shop. It prints its values, then each change to the source or the overrides as it happens, until it is
/// interrupted.
@main
enum ShopProgram {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.contains("--help") || arguments.contains("-h") {
            return Swift.print(ShopSettings.usage, terminator: "")
        }
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
        let service = RemoteConfigService(remoteConfigKeeper: settings.keeper, overrideStore: overrides)
        ShopLog.print("values from \(settings.sourceName), overrides from \(settings.overridesName)")
        if let problem = overrides.problem { ShopLog.print("overrides  \(problem)") }
        let link = overrides as? LinkedOverrideStore
        let observation = service.observe(with: ShopObserver(link: link))
        link?.report(Keys.shop, of: service)
        try await service.fetch()
        service.getValues(for: Keys.shop)
        await withTaskGroup(of: Void.self) { group in
            func follow<Value>(_ key: Key<Value>) {
                group.addTask { await print(key, in: service) }
            }
            follow(.paywall)
            follow(.onboarding)
            follow(.checkoutRedesign)
            follow(.giftCards)
            follow(.itemsPerRow)
            follow(.discount)
            follow(.banner)
            if let link {
                group.addTask { for await status in link.statuses { ShopLog.print("link       \(status)") } }
            }
        }
        observation.cancel()
    }

    /// Prints the current value of a key, and then each new value.
    private static func print<Value>(_ key: Key<Value>, in service: RemoteConfigService) async {
        var last: String?
        for await value in service.values(of: key) {
            let text = key.reading.text(of: value) ?? ""
            let name = key.title + String(repeating: " ", count: max(0, 14 - key.title.count))
            ShopLog.print("\(name)  \(last.map { $0 + "  ->  " } ?? "")\(text)")
            last = text
        }
    }
}
