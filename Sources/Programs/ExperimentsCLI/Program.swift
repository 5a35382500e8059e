import ArgumentParser
import ExperimentsHTTPServing
import ExperimentsLocks
import ExperimentsSupport
import Foundation

/// The program. It is not asynchronous, because the dashboard must own the initial thread and block it.
package enum Program {
    /// Runs the program with the arguments of the process.
    ///
    /// - Parameter certificates: reads the certificate of a server; nil in a program that does not serve over TLS.
    package static func main(certificates: ServedCertificate.Reading? = nil) {
        ServedCertificate.reading.withLock { $0 = certificates }
        occupyClosedStreams()
        // Writing to a closed pipe returns an error, and writing to a closed socket must not end the program.
        signal(SIGPIPE, SIG_IGN)
        // A file that reaches a limit of the shell (`ulimit -f`) is an error, like a full disk.
        signal(SIGXFSZ, SIG_IGN)
        FreedMemory.giveBackLargeBlocks()
        let arguments = Arguments(.ofProcess)
        do {
            try run(arguments)
        } catch {
            exit(Failure(error, arguments).report())
        }
    }

    /// Opens a file in the place of each closed standard stream. Otherwise, the next file to be opened would get that
    /// place, and output would be written into it.
    private static func occupyClosedStreams() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
            // Open it for the other direction, so that using the stream is still an error.
            _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Requires that the arguments and the path of the working folder are UTF-8. Swift would replace what is not, and the
    /// program would store other values, and look for the project in another folder.
    private static func requireUnicode(_ arguments: Arguments) throws(CommandProblem) {
        if let place = [String].invalidWordOfProcess, arguments.words.indices.contains(place) {
            throw CommandProblem(
                "argument \(place + 1) is not valid UTF-8: \(Quotation.of(arguments.words[place], limit: 60))",
                advice: "Use a terminal and files in UTF-8.")
        }
        if Environment.isWorkingFolderInvalid {
            throw CommandProblem(
                "the path of this folder is not valid UTF-8",
                advice: "Rename the folder, or work in another one.")
        }
    }

    private static func run(_ arguments: Arguments) throws {
        try requireUnicode(arguments)
        // The parser would read options of the other program as its own.
        if let name = arguments.words.first, CodeTool.commands.contains(name), arguments.namesMoreThanHelp {
            try CodeTool.become(arguments.words)
        }
        // The parser would print the help of the program.
        if arguments.words.first == "help",
            let unknown = UnknownCommand(arguments.words, below: Experiments.self)
        {
            throw unknown.problem
        }
        var command = try Experiments.parseAsRoot(arguments.forParser(Experiments.self))
        try command.run()
    }
}

/// The certificate of a server that this program runs.
package enum ServedCertificate {
    /// Reads a certificate and its key.
    package typealias Reading =
        @Sendable (_ certificate: String, _ key: String) throws(FileProblem) -> ServerCertificate

    fileprivate static let reading = Mutex<Reading?>(nil)

    /// Reads a certificate and its key.
    ///
    /// - Throws: `FileProblem` if they cannot be used, or this program does not serve over TLS.
    static func read(_ certificate: String, _ key: String) throws(FileProblem) -> ServerCertificate {
        guard let read = reading.withLock(\.self) else {
            throw FileProblem(
                path: certificate, message: "cannot be used, because this program was built without TLS",
                advice: "use `experiments`, which `swift build --product experiments` builds")
        }
        return try read(certificate, key)
    }
}
