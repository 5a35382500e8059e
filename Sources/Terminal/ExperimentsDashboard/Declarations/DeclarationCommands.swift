import ExperimentsCore

extension Feature {
    static let declaring = Feature(commands: [.declareKeys, .dropKeys])
}

extension Command {
    static let declareKeys: Command = Command(
        "declare", "Declare the undeclared key in the project file", .declaring, keys: ["a"], hint: "declare",
        twin: .command("experiments declare KEY"), whyNot: { $0.reasonNotEditing(declares: true) },
        run: { $0.declareKeys() })
    static let dropKeys: Command = Command(
        "drop", "Drop the declared key from the project file", .declaring, keys: ["x"], hint: "drop",
        twin: .command("experiments drop KEY"), whyNot: { $0.reasonNotEditing(declares: false) },
        run: { $0.dropKeys() })
}
