/// The parts of a link that are used unless others are given.
enum LinkDefaults {
    static let server = "http://127.0.0.1:\(ServingDefaults.port)"

    /// The scheme of an app's debug build: the name without what a scheme cannot have, and `-debug`.
    static func scheme(of app: String) -> String {
        let name = app.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        let isScheme = name.first?.isLetter ?? false
        return (isScheme ? name : "app" + name) + "-debug"
    }
}
