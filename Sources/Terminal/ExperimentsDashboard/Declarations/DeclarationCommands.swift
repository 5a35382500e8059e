import ExperimentsCore

extension Feature {
    static let declaring = Feature(commands: [.declareKeys, .dropKeys])
}

extension Command {
    static let declareKeys: Command = Command(
        "declare", title: "Declare the undeclared key in the project file", in: .declaring, keys: ["a"],
        twin: .command("experiments declare KEY"), whyNot: { $0.reasonNotEditing(declares: true) },
        run: { $0.declareKeys() })
    static let dropKeys: Command = Command(
        "drop", title: "Drop the declared key from the project file", in: .declaring, keys: ["x"],
        twin: .command("experiments drop KEY"), whyNot: { $0.reasonNotEditing(declares: false) },
        run: { $0.dropKeys() })
}
