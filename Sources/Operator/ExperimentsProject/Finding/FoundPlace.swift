/// The place of values that a project can use: a file, an app of Firebase, or a server on this machine.
package enum FoundPlace: Sendable, Hashable {
    /// A file of key and value.
    case file(path: String)
    /// A template of Firebase Remote Config, in a file.
    case template(path: String)
    /// A file of flags and variants.
    case variants(path: String)
    /// Firebase itself, by a file of its console. If there are several apps in it, the one with this package name.
    case services(path: String, package: String?)
    /// An emulator on this machine.
    case emulator(url: String)
    /// A flag server for OpenFeature's protocol on this machine.
    case flags(url: String)

    /// The path or URL, as a title.
    package var title: String {
        switch self {
        case .file(let path), .template(let path), .variants(let path), .services(let path, _): path
        case .emulator(let url), .flags(let url): url
        }
    }
}
