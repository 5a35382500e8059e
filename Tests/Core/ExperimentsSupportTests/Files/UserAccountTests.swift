import ExperimentsSupport
import Foundation
import TestSupport
import Testing

@Suite("The user of the process", .inTurn)
struct UserAccountTests {
    private func account(
        _ variables: [String: String], registered: (name: String?, home: String?) = ("anna", "/home/anna")
    ) -> UserAccount {
        UserAccount(variable: { variables[$0] }, registered: { registered })
    }

    @Test("the environment names user and home folder")
    func named() {
        let account = account(["USER": "ben", "HOME": "/srv/ben"])
        #expect(account.name == "ben" && account.home == "/srv/ben")
        #expect(self.account(["LOGNAME": "ben"]).name == "ben")
    }

    @Test(
        "without the environment, the system does",
        arguments: [[:], ["HOME": "", "USER": ""], ["HOME": "."]])
    func registered(variables: [String: String]) {
        let account = account(variables)
        #expect(account.name == "anna" && account.home == "/home/anna")
    }

    @Test("a user whom no one knows has no home folder, and no relative one", arguments: [nil, "", "home"])
    func unknown(home: String?) {
        let account = account([:], registered: (nil, home))
        #expect(account.name == nil && account.home == nil)
    }

    @Test("the system knows who runs the tests")
    func system() {
        let entry = getpwuid(getuid())
        #expect(UserAccount.registered().name == entry.map { String(cString: $0.pointee.pw_name) })
    }
}
