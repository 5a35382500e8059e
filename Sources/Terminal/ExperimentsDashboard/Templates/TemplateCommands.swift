extension Feature {
    static let templates = Feature(commands: [.template, .previewDraft])
}

extension Command {
    static let template: Command = Command(
        "template", "Edit the source's template", .overriding, keys: ["T"], hint: "template",
        twin: .command("experiments template set KEY VALUE"), whyNot: \.reasonNoTemplate, run: { $0.openTemplate() })
    static let previewDraft: Command = Command(
        "preview-draft", "Show values as the draft makes them, or no longer", .overriding,
        twin: .command("experiments template draft show --template"), whyNot: \.reasonNoTemplate,
        run: { $0.togglePreview() })
}
