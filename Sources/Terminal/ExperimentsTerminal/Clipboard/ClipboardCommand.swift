#if os(macOS) || !canImport(Darwin)
import Foundation
import ExperimentsNcurses

/// A program that copies the text on its standard input. It exits with 0 if it stored the text.
struct ClipboardCommand: Hashable {
    /// The path of the program.
    let path: String
    let arguments: [String]

    /// The time limit. It ends a program that waits for a display that does not answer.
    private static let patience = Duration.seconds(3)

    /// Passes a text to the program, and waits for its result. Call it in the background.
    func run(with text: String, environment: [String: String]) -> Bool {
        guard let input = Self.file(with: text) else { return false }
        // Most of these programs leave a process behind that holds the text.
        let status = CommandProcess.run(
            path, arguments, environment: environment, input: input.fileDescriptor, patience: Self.patience)
        return status == 0
    }

    /// A file without a name that only its owner can read. With a pipe, this program would end if the other one did not
    /// read.
    private static func file(with text: String) -> FileHandle? {
        let folder = FileManager.default.temporaryDirectory
        let path = folder.appendingPathComponent("experiments-\(UInt64.random(in: 0 ... .max))").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        unlink(path)
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard (try? handle.write(contentsOf: Data(text.utf8))) != nil, (try? handle.seek(toOffset: 0)) != nil
        else {
            return nil
        }
        return handle
    }
}
#endif
