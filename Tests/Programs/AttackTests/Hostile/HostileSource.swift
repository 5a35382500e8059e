import Foundation
import TestSupport

/// Projects whose source is a server, and the answers that a good one would give.
enum HostileSource {
    /// Kinds of sources that ask a server.
    enum Kind: String, CaseIterable {
        case emulator, firebase, template, activeConfig, ofrep
    }

    /// A workplace with such a project.
    static func workplace(_ kind: Kind, at url: String) throws -> Workplace {
        let source =
            switch kind {
            case .emulator: "kind: emulator, url: \"\(url)\""
            case .firebase:
                "kind: firebase, project: demo-project, app_id: \"1:123456789012:ios:0a1b2c3d\", api_key: key-of-the-test, "
                    + "base_url: \"\(url)\", installations_url: \"\(url)\""
            case .template:
                "kind: firebase-template, project: demo-project, access_token: \"${TOKEN}\", base_url: \"\(url)\""
            case .activeConfig: "kind: active-config, url: \"\(url)/active_config?userID={user}\", user: 3"
            case .ofrep: "kind: ofrep, url: \"\(url)\", token: token-of-the-test"
            }
        let workplace = try Workplace()
        try workplace.folder.write(
            "source: {\(source)}\nrefresh: 1s\nkeys: [{name: a, type: string}]\n", to: "experiments.yaml")
        return workplace
    }

    /// Answers a request of an emulator's client as it should be.
    @Sendable static func answer(_ line: String, _ connection: HostileConnection) {
        if line.contains("/installations") {
            connection.answer(
                #"{"name": "n", "fid": "cccccccccccccccccccccc", "refreshToken": "r", "authToken": {"token": "t", "expiresIn": "604800s"}}"#
            )
        } else {
            connection.answer(
                #"{"state": "UPDATE", "entries": {"a": "1"}, "templateVersion": "1"}"#, headers: "ETag: e\r\n"
            )
        }
    }
}

/// What a hostile server sends over a realtime stream.
enum HostileStream: CaseIterable {
    case endlessMessage, blanks, brackets, messages, versions, refusals, ends, resets, unavailable, tooMany,
        notFound,
        retryZero

    func send(_ connection: HostileConnection) {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
        if [.endlessMessage, .blanks, .brackets, .messages, .versions, .refusals, .ends, .retryZero].contains(
            self)
        {
            connection.socket.send(head)
        }
        switch self {
        case .endlessMessage:
            connection.socket.send("[{\"a\":\"")
            connection.repeatForever("x")
        case .blanks: connection.repeatForever(" ,\r\n")
        case .brackets: connection.repeatForever("[[{{}\u{1b}]")
        case .messages: connection.repeatForever("[{\"latestTemplateVersionNumber\": \"1\"},")
        case .versions:
            // Newer each time, and never fetched as that version.
            for number in 2... {
                guard connection.socket.send("{\"latestTemplateVersionNumber\": \"\(number)\"},\r\n") else {
                    return
                }
            }
        case .refusals:
            connection.repeatForever(#"[{"error": {"code": 503, "message": "\u001b]2;x\u0007"}},"#)
        case .ends: break
        case .retryZero: connection.socket.send("[{\"retryIntervalSeconds\": 0}]")
        case .resets: connection.socket.resetsWhenClosed()
        case .unavailable: connection.answer("{}", status: "503 No", headers: "Retry-After: 0\r\n")
        case .tooMany: connection.answer("{}", status: "429 No", headers: "Retry-After: 0\r\n")
        case .notFound: connection.answer("\u{1b}[2J", status: "404 No", headers: "Retry-After: -1\r\n")
        }
    }
}
