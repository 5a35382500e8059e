import Foundation

/// The programs that were built together with the tests.
public enum BuiltProducts {
    /// The path of the program called `name`.
    public static func path(_ name: String) -> String {
        folder + "/" + name
    }

    /// The folder that holds the test bundle, and so the programs.
    public static var folder: String {
        let arguments = CommandLine.arguments
        // On Apple's systems a tool of the toolchain loads the bundle, whose path it is given.
        if let flag = arguments.firstIndex(of: "--test-bundle-path"), flag + 1 < arguments.count {
            let bundle = arguments[flag + 1]
            let parts = bundle.components(separatedBy: ".xctest")
            return ((parts.first ?? bundle) as NSString).deletingLastPathComponent
        }
        let executable = Bundle.main.executableURL?.path ?? arguments.first ?? ""
        return (executable as NSString).deletingLastPathComponent
    }
}
