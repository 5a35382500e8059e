/// The tools that change something, each with the permission that it needs.
extension ToolCatalog {
    private static let app = ToolArgument("app", "Only for this linked app (default: for everyone here)")
    private static let installation = ToolArgument(
        "installation", "Only for this installation, from list_apps")

    private static func scope(_ input: ToolInput) -> [String] {
        input.option("app", "app") + input.option("installation", "installation") + ["--json"]
    }

    private static func draft(_ input: ToolInput) -> [String] {
        input.option("source", "source") + ["--json"]
    }

    static let writing: [Tool] = overrides + publishing + code

    private static let overrides: [Tool] = [
        Tool(
            name: "set_override", title: "Force a value",
            description: """
                Sets an override: the app uses this value instead of the source's. Only for apps that read this \
                project's overrides. Replaces an earlier override of the key. Give it an expiry.
                """,
            permission: .overrides, effect: .replaces,
            arguments: [
                key, ToolArgument("value", "The value, as in the source", isRequired: true),
                ToolArgument("expires", "When it ends: a duration such as 1h, or a time"),
                ToolArgument("note", "Why, for the others in the team"), app, installation,
            ]
        ) {
            ToolCommand(
                ["override", "set"] + $0.option("expires", "expires") + $0.option("note", "note") + scope($0)
                    + ["--", $0.required("key"), $0.required("value")])
        },
        Tool(
            name: "end_override", title: "Remove an override",
            description: "Removes the override of a key, so that the app uses the source's value again.",
            permission: .overrides, effect: .replaces, arguments: [key, app, installation]
        ) { ToolCommand(["override", "unset"] + scope($0) + ["--", $0.required("key")]) },
        Tool(
            name: "undo_override", title: "Undo the last change to overrides",
            description: "Undoes the last change to overrides of this project, whoever made it.",
            permission: .overrides, effect: .reverts, arguments: []
        ) { _ in ToolCommand(["override", "undo", "--json"]) },
    ]

    private static let publishing: [Tool] = [
        Tool(
            name: "edit_draft", title: "Edit the draft",
            description: """
                Sets a value in the draft of a Firebase template. Nothing is published. Use show_draft to see all edits.
                """,
            permission: .publish, effect: .adds,
            arguments: [
                key, ToolArgument("value", "The new value", isRequired: true),
                ToolArgument("condition", "Condition of the value (default: the default value)"), source,
            ]
        ) {
            ToolCommand(
                ["template", "set"] + $0.option("condition", "condition") + draft($0)
                    + ["--", $0.required("key"), $0.required("value")])
        },
        Tool(
            name: "publish_draft", title: "Publish the draft",
            description: """
                Publishes the draft of a Firebase template to all users. Without `digest`, only shows the review and \
                returns its digest. Show the review to a person, and publish with the digest only if they agree.
                """,
            permission: .publish, effect: .publishes,
            arguments: [
                ToolArgument("digest", "Digest of the review that a person agreed to"),
                ToolArgument("description", "Description of the new version"), source,
            ],
            review: { ToolCommand(["template", "draft", "show"] + draft($0)) }
        ) {
            ToolCommand(
                ["template", "publish", "--yes"] + $0.option("description", "description") + draft($0))
        },
    ]

    private static let code: [Tool] = [
        Tool(
            name: "declare_key", title: "Declare a key",
            description: "Adds a key of the source to the project file.",
            permission: .code, effect: .adds,
            arguments: [
                key, ToolArgument("type", "bool, int, double, string or json (default: detected)"),
                ToolArgument("default", "Default value"),
            ]
        ) {
            ToolCommand(
                ["declare", "--yes", "--json"] + $0.option("type", "type") + $0.option("default", "default")
                    + ["--", $0.required("key")])
        },
        Tool(
            name: "retire_key", title: "Remove a key from the code",
            description: """
                Writes the change that retirement_diff showed, and only that one: give its digest. Show the diff to a \
                person first.
                """,
            permission: .code, effect: .publishes,
            arguments: [
                key,
                ToolArgument("value", "Value that all users have, as for retirement_diff", isRequired: true),
                ToolArgument("digest", "Digest that retirement_diff returned", isRequired: true),
                ToolArgument("path", .path, "File or folder, as for retirement_diff"),
            ]
        ) {
            ToolCommand(
                .code,
                [
                    "retire", "--json", "--value=\($0.required("value"))", "--write",
                    "--expect=\($0.required("digest"))", "--", $0.required("key"), $0.text("path") ?? ".",
                ])
        },
    ]
}
