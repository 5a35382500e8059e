import ArgumentParser

struct CompletionCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion", abstract: "Print a completion script for your shell",
        discussion: """
            The script completes commands and options, and the keys, values, sources, personas and profiles of the \
            project.

            bash: add `source <(experiments completion bash)` to ~/.bashrc.
            zsh: write the script to a file called _experiments in a folder of $fpath.
            fish: write the script to ~/.config/fish/completions/experiments.fish.
            """)
    static let examples: KeyValuePairs = [
        "experiments completion bash > experiments.bash": "Write the script for bash to a file",
        "experiments completion fish > ~/.config/fish/completions/experiments.fish":
            "Install the script for fish",
    ]

    @Argument(help: "Shell to print the script for") var shell: CompletionShell

    func run() throws {
        let script = HelpPage.inWordsOfOptions(Experiments.completionScript(for: shell))
        try StandardOutput.exact(CompletionScript.corrected(script) + "\n")
    }
}

extension CompletionShell: @retroactive ExpressibleByArgument {
    public static var allValueStrings: [String] { ["bash", "zsh", "fish"] }
}
