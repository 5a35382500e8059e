import ExperimentsCore
import ExperimentsSupport

/// The information in the name of a file about its content.
struct NameHint {
    /// Whether it can be a source at all, by its ending.
    let isPossible: Bool
    /// How much it says for being one; zero for nothing.
    let weight: Int

    /// Whether it is the name of the settings that Firebase's console gives to an app.
    let isServices: Bool

    /// Whether it says that it is one.
    var isTelling: Bool { weight > 0 }

    init(_ path: String) {
        let name = PathText.name(of: path).lowercased()
        isServices =
            name == "google-services.json" || (name.hasPrefix("googleservice-info") && name.hasSuffix(".plist"))
        if isServices {
            // One for each environment, such as GoogleService-Info-Dev.plist, comes after the one without.
            (isPossible, weight) = (true, name.hasPrefix("googleservice-info-") ? 14 : 15)
            return
        }
        let hasEnding = [".json", ".yaml", ".yml"].contains(where: name.hasSuffix)
        isPossible = hasEnding && !name.hasScalarPrefix(".") && !Self.others.contains(name)
        let letters = name.filter { $0.isLetter || $0.isNumber }
        weight = isPossible ? Self.words.first { letters.contains($0.word) }?.weight ?? 0 : 0
    }

    /// Checks that a project file can contain a path.
    static func check(_ path: String) throws(FileProblem) {
        guard path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return }
        throw FileProblem(
            path: path, message: "has control characters in its name", advice: "rename it to have it in a project file")
    }

    private static let words: [(word: String, weight: Int)] = [
        ("remoteconfig", 40), ("config", 30), ("flags", 25), ("features", 25), ("variants", 25), ("experiments", 25),
        ("template", 20), ("values", 25), ("defaults", 20), ("toggles", 20), ("settings", 10),
    ]

    /// Files of other programs, which are no values of an app.
    private static let others: Set<String> = [
        "experiments.yaml", "package.json", "package-lock.json", "composer.json", "tsconfig.json", "jsconfig.json",
        "firebase.json", "app.json", "angular.json", "lerna.json", "project.yml", "project.yaml", "mkdocs.yml",
        "pubspec.yaml", "pnpm-lock.yaml", "codecov.yml", "docker-compose.yml", "docker-compose.yaml", "compose.yaml",
        "compose.yml", "openapi.json", "openapi.yaml", "contents.json", "codemagic.yaml", "bitrise.yml",
    ]

    /// Returns whether a folder contains nothing of the app itself.
    static func isPassedOver(folder name: String) -> Bool {
        name.hasScalarPrefix(".") || otherFolders.contains(name.lowercased()) || name.hasSuffix(".xcodeproj")
            || name.hasSuffix(".xcassets") || name.hasSuffix(".xcworkspace") || name.hasSuffix(".docc")
    }

    private static let otherFolders: Set<String> = [
        "node_modules", "pods", "carthage", "build", "deriveddata", "vendor", "tests", "test", "fixtures", "venv",
        "target", "dist", "out",
    ]
}
