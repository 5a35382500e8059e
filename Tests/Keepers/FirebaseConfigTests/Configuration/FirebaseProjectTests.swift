import FirebaseConfig
import Foundation
import TestSupport
import Testing

@Suite("Which project a client speaks for", .inTurn)
struct FirebaseProjectTests {
    func plist(_ members: String) -> Data {
        Data("<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>\(members)</dict></plist>".utf8)
    }

    let good = """
        <key>API_KEY</key><string>k</string><key>GOOGLE_APP_ID</key><string>1:42:ios:0a</string>
        <key>PROJECT_ID</key><string>demo-shop</string><key>BUNDLE_ID</key><string>com.example.shop</string>
        """

    func services(_ clients: String) -> Data {
        Data(
            #"{"project_info": {"project_number": "42", "project_id": "demo-shop"}, "client": [\#(clients)]}"#
                .utf8)
    }

    func app(_ package: String, _ id: String) -> String {
        """
        {"client_info": {"mobilesdk_app_id": "\(id)", "android_client_info": {"package_name": "\(package)"}},
         "api_key": [{"current_key": "k-\(package)"}]}
        """
    }

    @Test("a GoogleService-Info.plist")
    func propertyList() throws {
        let project = try FirebaseProject(propertyList: plist(good))
        #expect(project.projectID == "demo-shop")
        #expect(project.appID.text == "1:42:ios:0a")
        #expect(project.projectNumber == "42")
        #expect(project.packageName == "com.example.shop")
        #expect(project.apiKey == APIKey("k"))
    }

    @Test(
        "a plist with a field missing, empty or of the wrong kind names it",
        arguments: ["API_KEY", "GOOGLE_APP_ID"])
    func faultyPropertyList(field: String) throws {
        for replacement in [
            "", "<key>\(field)</key><string></string>", "<key>\(field)</key><integer>1</integer>",
        ] {
            let members = good.replacing(
                try Regex("<key>\(field)</key><string>[^<]*</string>"), with: replacement)
            let error = #expect(throws: FirebaseConfigurationError.self) {
                try FirebaseProject(propertyList: plist(members))
            }
            #expect(error?.field == field)
            #expect(error?.description.hasPrefix("GoogleService-Info.plist: \(field) ") == true)
        }
    }

    @Test("what is not a plist says so")
    func notPropertyList() {
        for text in ["", "nonsense", "<plist><array/></plist>"] {
            #expect(throws: FirebaseConfigurationError.self) {
                try FirebaseProject(propertyList: Data(text.utf8))
            }
        }
    }

    @Test("a google-services.json with one app")
    func googleServices() throws {
        let project = try FirebaseProject(googleServices: services(app("com.a", "1:42:android:0a")))
        #expect(project.packageName == "com.a")
        #expect(project.appID.platform == .android)
    }

    @Test("of several apps one is chosen by name or id; without a choice the error lists them")
    func severalApps() throws {
        let data = services(app("com.a", "1:42:android:0a") + "," + app("com.b", "1:42:android:0b"))
        #expect(
            try FirebaseProject(googleServices: data, selecting: .packageName("com.b")).apiKey
                == APIKey("k-com.b"))
        #expect(
            try FirebaseProject(googleServices: data, selecting: .appID("1:42:android:0a")).packageName
                == "com.a")
        let error = #expect(throws: FirebaseConfigurationError.self) {
            try FirebaseProject(googleServices: data)
        }
        #expect(error?.description.contains("com.a, com.b") == true)
        let missing = #expect(throws: FirebaseConfigurationError.self) {
            try FirebaseProject(googleServices: data, selecting: .packageName("com.c"))
        }
        #expect(
            missing?.description.contains("no app with the package name com.c; it lists com.a, com.b") == true
        )
    }

    @Test("a broken google-services.json is reported with its place")
    func brokenGoogleServices() {
        let error = #expect(throws: FirebaseConfigurationError.self) {
            try FirebaseProject(
                googleServices: Data("{\n  \"client\": [".utf8), origin: "app/google-services.json")
        }
        #expect(error?.description.hasPrefix("app/google-services.json: is not JSON") == true)
        #expect(error?.description.contains("line 2") == true)
        for text in ["{}", "[]", #"{"client": []}"#, #"{"client": [5]}"#, #"{"client": {}}"#] {
            #expect(throws: FirebaseConfigurationError.self) {
                try FirebaseProject(googleServices: Data(text.utf8))
            }
        }
    }

    @Test(
        "values that no project has are refused",
        arguments: [
            ("", "1:42:ios:0a", "k"), ("a/b", "1:42:ios:0a", "k"), ("a b", "1:42:ios:0a", "k"),
            ("demo", "", "k"), ("demo", "1:42:ios", "k"), ("demo", "1:x:ios:0a", "k"),
            ("demo", "1:42:mac:0a", "k"),
            ("demo", "1:42:ios:0A", "k"), ("demo", "1:42:ios:0a", ""), ("demo", "1:42:ios:0a", "a\r\nb: c"),
        ])
    func refused(projectID: String, appID: String, apiKey: String) {
        #expect(throws: FirebaseConfigurationError.self) {
            try FirebaseProject(projectID: projectID, appID: appID, apiKey: apiKey)
        }
    }

    @Test("a file of either kind is distinguished by its content; one that is not there says so")
    func files() throws {
        let folder = try TemporaryFolder()
        let plist = try folder.write(plist(good), to: "GoogleService-Info.plist")
        #expect(try FirebaseProject(contentsOfFile: plist).appID.platform == .ios)
        let json = try folder.write(services(app("com.a", "1:42:android:0a")), to: "google-services.json")
        #expect(try FirebaseProject(contentsOfFile: json).appID.platform == .android)
        let error = #expect(throws: FirebaseConfigurationError.self) {
            try FirebaseProject(contentsOfFile: folder.path("absent.plist"))
        }
        #expect(
            error?.description == "\(folder.path("absent.plist")): cannot open: no such file or directory")
    }

    @Test("an API key that is refused is not quoted")
    func keyNotQuoted() {
        let key = UUID().uuidString
        let error = #expect(throws: FirebaseConfigurationError.self) {
            try FirebaseProject(projectID: "demo", appID: "1:42:ios:0a", apiKey: key + "\n")
        }
        #expect(error?.description.contains(key) == false)
    }
}
