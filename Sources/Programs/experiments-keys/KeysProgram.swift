import Foundation

#if GenerateKeys || Tools
import ExperimentsKeyGeneration
import ExperimentsSupport
#endif

/// `experiments-keys`: writes keys as Swift code while a package is built.
///
/// The plug-ins run it. SwiftPM compiles it, and all that it uses, for the app's first build and in addition to the
/// same modules for the app, so it uses as little as possible: no parser of Swift or of arguments, no network.
@main
enum KeysProgram {
    static func main() {
        #if GenerateKeys || Tools
        do {
            let isUpToDate = try KeysArguments.request(Array(CommandLine.arguments.dropFirst())).run(say: say)
            exit(isUpToDate ? 0 : 2)
        } catch let error as any OperatorError {
            say(ErrorReport(error).text(label: "error: "))
        } catch {
            say("error: \(error)")
        }
        #else
        say(
            """
            error: the plug-in needs the trait "GenerateKeys" to read YAML; in Package.swift, add traits: \
            ["GenerateKeys"] to your dependency on the package experiments
            """)
        #endif
        exit(1)
    }

    /// Prints one or more lines to standard error.
    private static func say(_ text: String) {
        #if GenerateKeys || Tools
        let text = VisibleText.of(text, keepingLines: true)
        #endif
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
