import Experiments
import ExperimentsLink
import ExperimentsProject
import Foundation

/// The sources of the shop's values and overrides: those of the project file in this or a parent folder, otherwise
/// samples and the usual overrides file. With a link, the overrides are those of its server.
struct ShopSettings {
    let keeper: any RemoteConfigKeeper
    let sourceName: String
    let overrides: any OverrideStore
    let overridesName: String

    static let usage = """
        usage: ShopExample [--overrides FILE] [--values FILE] [--link URL [--link-folder FOLDER]]

          --overrides FILE       the overrides to follow, instead of those of experiments.yaml
          --values FILE          the values to start from, JSON or YAML, instead of those of experiments.yaml
          --link URL             follow the overrides of this link's server, and report to it;
                                 EXPERIMENTS_LINK in the environment does the same, and keeps it out of `ps`
          --link-folder FOLDER   folder of the stored link (default: .experiments/link)

        """

    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - environment: the variables of the environment.
    ///   - folder: the folder to search for a project file, including its parents.
    init(arguments: [String], environment: [String: String], folder: String) throws {
        let options = try Self.options(in: arguments)
        let project = try ProjectFile.find(from: folder).map { try Project(readingFileAt: $0) }
        if let link = options["--link"] ?? environment["EXPERIMENTS_LINK"] {
            let store = LinkedOverrideStore(
                app: "shop", folder: options["--link-folder"] ?? ".experiments/link")
            guard let url = URL(string: link), try store.open(url) else {
                throw ShopProblem(
                    "--link needs a link such as shop://experiments?server=http://HOST:PORT&token=TOKEN")
            }
            (overrides, overridesName) = (store, store.invitation.map { "\($0)" } ?? "nowhere")
        } else {
            let path =
                options["--overrides"] ?? project?.overridesPath ?? Project.usualOverridesPath(in: folder)
            (overrides, overridesName) = (JSONOverrideStore(path: path), path)
        }
        if let path = options["--values"] ?? project?.filePath {
            keeper = FileRemoteConfigKeeper(path: path)
            sourceName = path
        } else {
            keeper = InMemoryRemoteConfigKeeper(Self.samples)
            sourceName = "built-in samples"
        }
    }

    /// Two of the shop's seven keys have typical problems: one is missing, one incorrect.
    private static let samples = Snapshot(
        texts: [
            "paywall_type": "a_baseline", "onboarding_flow": "long", "checkout_redesign": "yes",
            "gift_cards_enabled": "maybe", "items_per_row": "4", "discount": "0.1",
        ], version: "samples", fetchedAt: nil)

    private static func options(in arguments: [String]) throws -> [String: String] {
        var options: [String: String] = [:]
        var rest = arguments[...]
        while let name = rest.popFirst() {
            let known = ["--overrides", "--values", "--link", "--link-folder"]
            guard known.contains(name) else { throw ShopProblem("unknown argument \(name)") }
            guard let value = rest.popFirst() else {
                throw ShopProblem("\(name) needs \(name == "--link" ? "a URL" : "a path")")
            }
            options[name] = value
        }
        return options
    }
}

/// The reason why the shop cannot start.
struct ShopProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension Project {
    /// The file of values, if the first source is one.
    fileprivate var filePath: String? {
        (sources.first?.settings as? FileSourceSettings)?.path
    }
}
