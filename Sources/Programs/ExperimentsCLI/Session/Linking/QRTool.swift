import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport
import Foundation

/// `qrencode`, which makes QR codes: a program of its own, of which this one asks only where it is installed.
struct QRTool: Sendable {
    /// The reason why there is no code to show.
    struct Problem: Error, OperatorError {
        let message: String
        let advice: String?
    }

    private static let name = "qrencode"
    private let folders: [String]

    /// - Parameter folders: where the program is looked for.
    init(folders: [String] = (Environment["PATH"] ?? "").split(scalar: ":").map(String.init)) {
        self.folders = folders
    }

    /// Returns the QR code of a text. It takes some milliseconds, so call it in the background when drawing.
    ///
    /// The text is passed to the program as its input, because all users of a machine can see arguments, and a link
    /// contains a secret.
    func picture(of text: String) throws(Problem) -> QRPicture {
        let paths = folders.map { PathText.join($0, Self.name) }
        guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            throw Problem(
                message: "\(Self.name) is not installed, which makes QR codes",
                advice: "apt install \(Self.name), or brew install \(Self.name); the link works without it")
        }
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["-t", "ASCII", "-m", "1", "-l", "L", "-o", "-"]
        (process.standardInput, process.standardOutput) = (input, output)
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
            // Short enough for a pipe, so that writing it never waits.
            try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
            try input.fileHandleForWriting.close()
        } catch {
            throw Problem(message: "\(path) could not be asked for a QR code", advice: nil)
        }
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard let picture = QRPicture(printed: String(decoding: printed, as: UTF8.self)) else {
            throw Problem(
                message: "\(path) made no QR code: it ended with status \(process.terminationStatus)", advice: nil)
        }
        return picture
    }
}
