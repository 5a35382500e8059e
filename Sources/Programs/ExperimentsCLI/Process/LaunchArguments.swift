import ExperimentsSupport

extension [String] {
    /// The words that the program was started with, without its name.
    ///
    /// On Linux, Swift finds its arguments beside the environment, which a preloaded library moves when it sets a
    /// variable. Then there are none, and the program would do what it does without arguments. So they are taken from
    /// where the system keeps them.
    static var ofProcess: [String] {
        #if os(Linux)
        if let bytes = try? FileBytes.read("/proc/self/cmdline"), !bytes.isEmpty { return reading(bytes) }
        #endif
        return Array(CommandLine.arguments.dropFirst())
    }

    /// Reads arguments that each end with a zero byte, the program's name first.
    private static func reading(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: 0, omittingEmptySubsequences: false).dropFirst().dropLast().map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
