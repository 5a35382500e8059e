extension Feature {
    static let templates = Feature(commands: [.template, .previewDraft])
}

extension Command {
    static let template: Command = Command(
        "template", title: "Edit the source's template", in: .overriding, keys: ["T"],
        twin: .command("experiments template set KEY VALUE"), whyNot: \.reasonNoTemplate, run: { $0.openTemplate() })
    static let previewDraft: Command = Command(
        "preview-draft", title: "Show values as the draft makes them, or no longer", in: .overriding,
        twin: .command("experiments template draft show --template"), whyNot: \.reasonNoTemplate,
        run: { $0.togglePreview() })
}
