import ArgumentParser
import Foundation
import GoogleServiceAccount

/// Prints where a service account gets its tokens.
struct TokenURLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token-url", abstract: "Print the address at which a service account gets access tokens.")

    @OptionGroup var keyFile: KeyFile
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        try ValuePrinter(asJSON: global.json).print(keyFile.key().tokenURL.absoluteString, as: "tokenUrl")
    }
}
