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

    /// The arguments with which the compiler finds the modules of this package, also those in C.
    public static var moduleArguments: [String] {
        let names = ["CExperimentsLocks", "COpenCombineHelpers"]
        let maps = names.map { "\(folder)/\($0).build/module.modulemap" }.filter(
            FileManager.default.fileExists)
        return ["-I", "\(folder)/Modules"] + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }
}
