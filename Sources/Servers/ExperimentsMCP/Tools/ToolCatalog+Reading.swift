/// The tools that change nothing.
extension ToolCatalog {
    private static let user = ToolArgument(
        "user", .texts,
        """
        Show values as another user gets them: the name of a persona, or attributes such as country=DE, one in each \
        element
        """)
    private static let filter = ToolArgument(
        "filter", "Only keys that match, for example: checkout is:missing type:bool group:Paywall")

    private static func shared(_ input: ToolInput) -> [String] {
        input.option("source", "source") + input.options("as", "user") + ["--json"]
    }

    static let reading: [Tool] = [
        Tool(
            name: "list_keys", title: "List keys",
            description: """
                Lists the keys of the project with type, status (ok, missing, incorrect, overridden) and value. Use it \
                first to find a key. Fetches the source.
                """,
            effect: .reads, arguments: [filter, source, user], list: "keys"
        ) { ToolCommand(["list"] + $0.option("filter", "filter") + shared($0)) },
        Tool(
            name: "explain_key", title: "Explain a key",
            description: """
                Explains one key: the value that the app gets, and why: the source's value, the condition or experiment \
                that decides, the override, the default, and what is wrong. Use it for the question "why does this user \
                get this value?", with `user` for another user.
                """,
            effect: .reads, arguments: [key, source, user]
        ) { ToolCommand(["get"] + shared($0) + ["--", $0.required("key")]) },
        Tool(
            name: "compare_sources", title: "Compare two sources",
            description:
                "Lists the keys whose values differ between two sources, such as staging and production.",
            effect: .reads,
            arguments: [
                ToolArgument("first", "Name of a source", isRequired: true),
                ToolArgument("second", "Name of another source", isRequired: true), user,
            ],
            list: "differences"
        ) {
            ToolCommand(
                ["compare", "--json"] + $0.options("as", "user") + [
                    "--", $0.required("first"), $0.required("second"),
                ])
        },
        Tool(
            name: "compare_users", title: "Compare users",
            description:
                "Lists the keys whose values differ between users: all personas of the project, or those given.",
            effect: .reads,
            arguments: [
                ToolArgument(
                    "users", .texts,
                    "Personas, or an attribute such as country=DE for each (default: all personas)"),
                filter, source,
            ],
            list: "keys"
        ) {
            let users = $0.options("as", "users")
            return ToolCommand(
                ["matrix", "--json"] + (users.isEmpty ? ["--all"] : users) + $0.option("filter", "filter")
                    + $0.option("source", "source"))
        },
        Tool(
            name: "check_values", title: "Check all values",
            description: """
                Finds the keys whose value is missing or incorrect in the source, and says why. Use it before a release. \
                `ok` is false if there is any.
                """,
            effect: .reads, arguments: [source, user], list: "findings"
        ) { ToolCommand(["check"] + shared($0)) },
        Tool(
            name: "list_sources", title: "List sources",
            description:
                "Lists the sources of the project and their environments; with `status`, fetches each.",
            effect: .reads,
            arguments: [ToolArgument("status", .flag, "Fetch each source, and show whether it answers")],
            list: "sources"
        ) { ToolCommand(["sources", "--json"] + ($0.flag("status") ? ["--status"] : [])) },
        Tool(
            name: "key_timeline", title: "Show when a key changed",
            description:
                "Shows when the value of a key changed in the source, and when it was overridden here.",
            effect: .readsFiles, arguments: [key, source]
        ) { ToolCommand(["timeline"] + shared($0) + ["--", $0.required("key")]) },
        Tool(
            name: "fetch_history", title: "Show what fetches changed",
            description: "Lists the stored fetches of this machine and which keys each changed.",
            effect: .readsFiles,
            arguments: [ToolArgument("keys", .texts, "Only fetches that changed one of these keys"), source],
            list: "fetches"
        ) { ToolCommand(["history"] + $0.options("key", "keys") + shared($0)) },
        Tool(
            name: "change_log", title: "Show the log",
            description: "Lists what happened lately: fetches, overrides and who set them, publications.",
            effect: .readsFiles, arguments: [source], list: "entries"
        ) { ToolCommand(["log", "--limit=200"] + shared($0)) },
        Tool(
            name: "list_apps", title: "List linked apps",
            description: """
                Lists the apps that are linked to the dashboard or server, with version, device, and how many of their \
                values are missing or incorrect.
                """,
            effect: .readsFiles, arguments: [], list: "apps"
        ) { _ in ToolCommand(["apps", "--json"]) },
        Tool(
            name: "app_values", title: "Show what an app has",
            description: "Shows how the values of a linked app differ from the values here, and why.",
            effect: .reads,
            arguments: [
                ToolArgument("app", "App, or its installation ID, from list_apps", isRequired: true), source,
            ],
            list: "differences"
        ) { ToolCommand(["apps", "get"] + shared($0) + ["--", $0.required("app")]) },
        Tool(
            name: "experiment_results", title: "Show results of experiments",
            description: """
                Shows the verdicts of experiments with their reasons, groups, metrics and intervals. Use the verdict as \
                it is: it accounts for repeated looks. Don't decide by a single p-value.
                """,
            effect: .readsFiles,
            arguments: [ToolArgument("experiment", "Name of the experiment (default: all)")],
            list: "experiments"
        ) { ToolCommand(["results", "show", "--json"] + ($0.text("experiment").map { ["--", $0] } ?? [])) },
        Tool(
            name: "rollout_status", title: "Show a rollout",
            description: """
                Shows the share of a rollout, what its next step waits for, and whether its guardrails are safe. \
                Without a name, lists the rollouts of the project.
                """,
            effect: .reads, arguments: [ToolArgument("rollout", "Name of the rollout (default: all)")],
            list: "rollouts"
        ) { input in
            let words = input.text("rollout").map { ["status", "--json", "--", $0] } ?? ["list", "--json"]
            return ToolCommand(["rollout"] + words)
        },
        Tool(
            name: "stale_keys", title: "List keys that can go",
            description: """
                Lists keys that can be removed from the code, with the value that all users have and the reason. Use \
                it before retirement_diff.
                """,
            effect: .readsFiles, arguments: [source], list: "keys"
        ) { ToolCommand(["stale"] + shared($0)) },
        Tool(
            name: "find_in_code", title: "Find a key in the code",
            description: "Lists the places in the app's Swift code that read or name a key.",
            effect: .readsFiles,
            arguments: [
                key,
                ToolArgument("path", .path, "File or folder to read (default: the folder of the project)"),
            ],
            list: "references"
        ) {
            ToolCommand(
                .code,
                [
                    "scan", "--references", "--json", "--key=\($0.required("key"))", "--",
                    $0.text("path") ?? ".",
                ])
        },
        Tool(
            name: "retirement_diff", title: "Show how to remove a key from the code",
            description: """
                Shows the change that removes a key from the Swift code, as a diff with its digest, and the places that \
                must be changed by hand. Changes nothing.
                """,
            effect: .readsFiles,
            arguments: [
                key,
                ToolArgument(
                    "value", "Value that all users have, for example from stale_keys", isRequired: true),
                ToolArgument("path", .path, "File or folder to read (default: the folder of the project)"),
            ]
        ) {
            ToolCommand(
                .code,
                [
                    "retire", "--json", "--value=\($0.required("value"))", "--", $0.required("key"),
                    $0.text("path") ?? ".",
                ])
        },
        Tool(
            name: "list_overrides", title: "List overrides",
            description:
                "Lists the overrides that are set here or by the team, with expiry, note and author.",
            effect: .readsFiles,
            arguments: [ToolArgument("team", .flag, "Those of the team's store instead of the own file")],
            list: "overrides"
        ) { ToolCommand(["override", "list", "--offline", "--json"] + ($0.flag("team") ? ["--team"] : [])) },
        Tool(
            name: "show_draft", title: "Show the draft",
            description:
                "Shows the edits of the draft of a Firebase template, and what publishing it would change.",
            effect: .reads, arguments: [source]
        ) { ToolCommand(["template", "draft", "show", "--json"] + $0.option("source", "source")) },
    ]
}
