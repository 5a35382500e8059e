import ExperimentsCore
import ExperimentsProject
import TestSupport
import Testing

@Suite("Finding the files that a Firebase project has", .inTurn)
struct FirebaseFilesTests {
    private func findings(_ files: [String: String?]) -> SourceFindings {
        SourceFinder(.holding(files)).findings(in: "here")
    }

    private static let settings = """
        <plist version="1.0"><dict><key>GOOGLE_APP_ID</key><string>1:2:ios:3</string><key>PROJECT_ID</key>
        <string>shop</string><key>API_KEY</key><string>x</string></dict></plist>
        """
    /// The settings of an Android app, as short as they can be.
    static let services = #"""
        {"project_info": {"project_id": "shop"}, "client": [{"client_info": {"mobilesdk_app_id": "1:2:android:3"},
         "api_key": [{"current_key": "x"}]}]}
        """#
    private static let defaults = """
        <plist version="1.0"><dict><key>trial_days</key><integer>7</integer><key>hours</key>
        <string>{"from":"09:00"}</string><key>annual</key><true/></dict></plist>
        """

    @Test(
        "the default values of an app are found in each format that the console exports",
        arguments: [
            ("App/RemoteConfigDefaults.plist", defaults),
            (
                "app/src/main/res/xml/remote_config_defaults.xml",
                "<defaultsMap><entry><key>a</key><value>1</value></entry></defaultsMap>"
            ), ("remote_config_defaults.json", #"{"a": "1"}"#),
        ])
    func formats(path: String, text: String) throws {
        let found = try #require(findings([path: text]).candidates.first)
        #expect(found.place == .file(path: path) && found.isDefaults)
        #expect(found.kindWords == "default values of an app")
    }

    @Test("default values give the keys in their order, and the settings of the app the source")
    func together() throws {
        let candidates = findings([
            "App/RemoteConfigDefaults.plist": Self.defaults, "App/GoogleService-Info.plist": Self.settings,
        ]).candidates
        #expect(
            candidates.map(\.title) == ["App/RemoteConfigDefaults.plist", "App/GoogleService-Info.plist"])
        for chosen in candidates {
            let others = candidates.filter { $0.title != chosen.title }
            let draft = ProjectDraft(chosen, besides: others)
            #expect(draft.keys.map(\.name) == ["trial_days", "hours", "annual"])
            #expect(draft.keys.map(\.schema.kind) == [.int, .json, .bool])
            #expect(
                draft.text.contains(
                    "source:\n  kind: firebase\n  google_services: App/GoogleService-Info.plist\n"))
            #expect(candidates.allSatisfy(draft.uses))
            #expect(try Project(parsing: draft.text, path: "experiments.yaml").keys == draft.keys)
        }
        // Alone, the defaults are the values.
        let alone = ProjectDraft(candidates[0])
        #expect(alone.text.contains("source:\n  kind: file\n  path: App/RemoteConfigDefaults.plist\n"))
    }

    private static let template = """
        {"parameters": {"trial_days": {"defaultValue": {"value": "30"}, "description": "Days for free",
        "conditionalValues": {"x": {"value": "1.5"}}}}, "parameterGroups": {"Prices": {"parameters": {
        "annual": {"defaultValue": {"value": "false"}}, "discount": {"defaultValue": {"value": "5"}}}}}}
        """

    @Test("the default values of an app and a template make one project, in either order")
    func templateAndDefaults() throws {
        for path in ["remote_config.json", "a/template.json"] {
            let candidates = findings(["App/RemoteConfigDefaults.plist": Self.defaults, path: Self.template])
                .candidates
            let draft = ProjectDraft(candidates[0], besides: Array(candidates.dropFirst()))
            #expect(draft.keys.map(\.name) == ["trial_days", "hours", "annual", "discount"])
            #expect(draft.keys.map(\.schema.kind) == [.double, .json, .bool, .int])
            #expect(draft.keys.map(\.schema.defaultText) == ["7", #"{"from":"09:00"}"#, "true", "5"])
            #expect(draft.text.contains("source:\n  kind: firebase-template\n  path: \(path)\n"))
            #expect(draft.origin == (["App/RemoteConfigDefaults.plist", path]).joined(separator: ", "))
            #expect(candidates.allSatisfy(draft.uses))
            #expect(try Project(parsing: draft.text, path: "experiments.yaml").keys == draft.keys)
        }
    }

    @Test("a template without a key of the app's default values is another project")
    func otherTemplate() {
        let candidates = findings([
            "App/RemoteConfigDefaults.plist": Self.defaults,
            "remote_config.json": #"{"parameters": {"other": {"defaultValue": {"value": "1"}}}}"#,
        ]).candidates
        let draft = ProjectDraft(candidates[0], besides: Array(candidates.dropFirst()))
        #expect(draft.keys.map(\.name) == ["other"])
        #expect(!draft.uses(candidates[1]))
    }

    @Test("a template gives keys its groups and descriptions, and no guessed groups")
    func groups() throws {
        let found = try #require(findings(["remote_config.json": Self.template]).candidates.first)
        let draft = ProjectDraft(found)
        #expect(draft.keys.map(\.group) == [nil, "Prices", "Prices"])
        #expect(draft.keys.map(\.summary) == ["Days for free", nil, nil])
    }

    @Test("the settings of an app in several environments become several sources")
    func environments() throws {
        let candidates = findings([
            "Prod/GoogleService-Info.plist": Self.settings, "GoogleService-Info-Dev.plist": Self.settings,
            "google-services.json": Self.services,
        ]).candidates
        let chosen = try #require(candidates.first { $0.title.hasSuffix(".plist") })
        let draft = ProjectDraft(chosen, besides: candidates.filter { $0.title != chosen.title })
        let project = try Project(parsing: draft.text, path: "experiments.yaml")
        #expect(Set(project.sources.map(\.name)) == ["production", "development"])
    }

    @Test(
        "incomplete settings of an Android app are refused with what is missing",
        arguments: [
            ("{}", "project_info.project_id"),
            (#"{"project_info": {"project_id": "shop"}}"#, "client"),
            (#"{"project_info": {"project_id": "shop"}, "client": []}"#, "client"),
            (
                #"{"project_info": {"project_id": "shop"}, "client": [{"client_info": {}}]}"#,
                "client.client_info.mobilesdk_app_id"
            ),
            (
                #"{"project_info": {"project_id": "a"}, "client": [{"client_info": {"mobilesdk_app_id": "1"}}]}"#,
                "client.api_key.current_key"
            ),
        ])
    func incompleteServices(text: String, missing: String) throws {
        let problem = try #require(throws: FileProblem.self) {
            try SourceFinder(.holding(["google-services.json": text]))
                .candidate(at: "here/google-services.json", writtenAs: "google-services.json")
        }
        #expect(problem.message == "has no \(missing)")
        #expect(problem.advice?.hasPrefix("download google-services.json again") == true)
    }

    @Test(
        "files of Google without values are named, and none of their values is a key",
        arguments: [
            (
                #"{"type": "service_account", "project_id": "p", "private_key": "s3cret", "client_email": "a@b"}"#,
                "the key of a service account"
            ),
            (#"{"type": "authorized_user", "refresh_token": "s3cret", "client_secret": "s"}"#, "credentials"),
            (
                #"{"apiKey": "s3cret", "appId": "1:2:web:3", "projectId": "shop"}"#,
                "the settings of a Firebase web app"
            ),
        ])
    func otherFilesOfGoogle(text: String, words: String) async throws {
        let problem = try #require(throws: FileProblem.self) {
            try SourceFinder(.holding(["config.json": text])).candidate(
                at: "here/config.json", writtenAs: "config.json")
        }
        #expect(problem.message == "contains \(words), not values")
        #expect(findings(["config.json": text]).candidates.isEmpty)
        #expect(!"\(problem)".contains("s3cret"))
    }

    @Test("the template that firebase.json names is found, with comments, and first")
    func deployed() throws {
        let template = """
            { // The shop
              "parameters": {"b": {"defaultValue": {"value": "1"}}, "a": {"defaultValue": {"value": "x"}}} }
            """
        let settings = #"{ /* tools */ "remoteconfig": {"template": "cloud/rc.json"}}"#
        let found = findings([
            "firebase.json": settings, "cloud/rc.json": template, "remote_config.json": #"{"c": 1}"#,
        ]).candidates
        #expect(found.map(\.title) == ["cloud/rc.json", "remote_config.json"])
        #expect(found.first?.place == .template(path: "cloud/rc.json"))
        #expect(ProjectDraft(found[0]).keys.map(\.name) == ["b", "a"])
        let named = try SourceFinder(.holding(["firebase.json": settings, "cloud/rc.json": template]))
            .candidate(at: "here/firebase.json", writtenAs: "firebase.json")
        #expect(named.place == .template(path: "cloud/rc.json"))
        let missing = findings(["firebase.json": settings])
        #expect(missing.refused.map(\.path) == ["cloud/rc.json"] && missing.refused.first?.isTelling == true)
        #expect(findings(["firebase.json": "{}"]).isEmpty)
    }

    @Test("features of GrowthBook are found, with what their rules give")
    func features() throws {
        let payload = """
            {"status": 200, "features": {"plan": {"defaultValue": "annual", "rules": [{"variations": ["monthly"]}]},
             "on": {"defaultValue": false, "rules": [{"force": true}]}}}
            """
        let found = try #require(findings(["growthbook_features.json": payload]).candidates.first)
        #expect(found.place == .payload(path: "growthbook_features.json"))
        let draft = ProjectDraft(found)
        #expect(draft.keys.map(\.name) == ["plan", "on"])
        #expect(draft.keys.first?.schema.cases == ["annual", "monthly"])
        let project = try Project(parsing: draft.text, path: "experiments.yaml")
        #expect(project.sources.first?.kind == .growthBook)
    }
}
