#if os(macOS) || !canImport(Darwin)
import Dispatch
import Foundation

/// A program that reads a text from its standard input, and whose exit status says whether it kept the text.
struct ClipboardCommand: Hashable {
    /// Where the program is.
    let path: String
    let arguments: [String]

    /// How long it may take: one that waits for a display which does not answer is given up.
    private static var patience: DispatchTimeInterval { .seconds(3) }

    /// Hands a text over, and waits for what comes of it. To be called in the background.
    func run(with text: String, environment: [String: String]) -> Bool {
        guard let input = Self.file(with: text) else { return false }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let end = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in end.signal() }
        guard (try? process.run()) != nil else { return false }
        guard end.wait(timeout: .now() + Self.patience) == .success else {
            process.terminate()
            return false
        }
        return process.terminationReason == .exit && process.terminationStatus == 0
    }

    /// A file without a name that only its owner can read: a pipe would end this program where the other one does not
    /// read.
    private static func file(with text: String) -> FileHandle? {
        let folder = FileManager.default.temporaryDirectory
        let path = folder.appendingPathComponent("experiments-\(UInt64.random(in: 0 ... .max))").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        unlink(path)
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard (try? handle.write(contentsOf: Data(text.utf8))) != nil, (try? handle.seek(toOffset: 0)) != nil else {
            return nil
        }
        return handle
    }
}
#endif
