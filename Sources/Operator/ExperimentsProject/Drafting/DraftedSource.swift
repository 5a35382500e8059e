import ExperimentsCore
import ExperimentsSupport

/// A source in a drafted project file.
package struct DraftedSource: Sendable, Hashable {
    /// The path or URL, as a title.
    package var title: String { place.title }

    /// The place of its values. Paths are written as in the project file.
    package var place: FoundPlace
    /// The name, which is needed if there are several sources.
    package var name: String?
    /// The environment of its values.
    package var environment: String?

    package init(_ place: FoundPlace, name: String? = nil, environment: String? = nil) {
        (self.place, self.name, self.environment) = (place, name, environment)
    }

    private var fields: [(name: String, value: String)] {
        var fields = name.map { [("name", YAMLText.scalar($0))] } ?? []
        switch place {
        case .file(let path): fields += [("kind", "file"), ("path", Self.written(path))]
        case .template(let path): fields += [("kind", "firebase-template"), ("path", Self.written(path))]
        case .variants(let path): fields += [("kind", "variants"), ("path", Self.written(path))]
        case .services(let path, let package):
            fields += [("kind", "firebase"), ("google_services", Self.written(path))]
            if let package { fields.append(("package", YAMLText.scalar(package))) }
        case .emulator(let url): fields += [("kind", "emulator"), ("url", YAMLText.quoted(url))]
        case .flags(let url): fields += [("kind", "ofrep"), ("url", YAMLText.quoted(url))]
        }
        if let environment { fields.append(("environment", YAMLText.scalar(environment))) }
        return fields
    }

    /// A path as a project file writes it: one that begins with `~` would have another meaning elsewhere.
    private static func written(_ path: String) -> String {
        YAMLText.scalar(path.hasScalarPrefix("~") ? "./" + path : path)
    }

    /// Returns the field `source:` for one source, or `sources:` for several, as lines with line feeds.
    static func section(of sources: [DraftedSource]) -> String {
        guard sources.count > 1 else {
            let lines = sources.first?.fields.map { "  \($0.name): \($0.value)\n" } ?? []
            let hasEnvironment = sources.first?.environment != nil
            return "source:\n" + lines.joined() + (hasEnvironment ? "" : environmentHint) + colorHint
        }
        let entries = sources.map { source in
            "  - " + source.fields.map { "\($0.name): \($0.value)\n" }.joined(separator: "    ")
        }
        return "sources:\n" + entries.joined()
    }

    private static let environmentHint = "  # environment: staging     # shown in the header\n"
    private static let colorHint = "  # color: yellow            # and in which colour\n"
}
