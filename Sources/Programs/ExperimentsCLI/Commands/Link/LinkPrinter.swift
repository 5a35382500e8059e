import ExperimentsCore
import ExperimentsOperator
import ExperimentsServer
import Foundation

extension LinkCommand {
    private var settings: Settings { options.settings }

    /// Prints a new link, and its code where one can be made.
    func printLink(_ url: String, _ grant: LinkGrant, to server: URL) throws {
        if settings.json {
            return try StandardOutput.document([
                "link": Self.document(grant) + ["server": server.absoluteString, "url": url]
            ])
        }
        let style = PlainText(settings)
        try StandardOutput.line(style.shown(url))
        let picture: QRPicture
        do throws(QRTool.Problem) {
            picture = try QRTool().picture(of: url)
        } catch {
            return StandardError.line(StyledText("note: \(error.message)\(error.advice.map { "; " + $0 } ?? "")"))
        }
        try StandardOutput.line("")
        try StandardOutput.lines(picture.lines(isASCII: settings.ascii).map { StyledText($0) })
    }

    /// Prints which links there are.
    func printAll(_ grants: [LinkGrant], _ path: String) throws {
        if settings.json {
            return try StandardOutput.document(["path": path, "links": grants.map(Self.document)])
        }
        let style = PlainText(settings)
        guard !grants.isEmpty else { return try StandardOutput.line("no links in \(style.shown(path))") }
        var table = Table(["ID": 8, "APP": 40, "ISSUED": 20, "BY": 20])
        for grant in grants {
            table.append([
                .init(grant.id), .init(grant.app), .init(RFC3339.text(of: grant.issuedAt)), .init(grant.author ?? ""),
            ])
        }
        try table.print(style)
    }

    /// Says which links were revoked.
    func printRevoked(_ grants: [LinkGrant]) throws {
        if settings.json {
            return try StandardOutput.document(["revoked": grants.map(Self.document)])
        }
        let style = PlainText(settings)
        for grant in grants { try StandardOutput.line("revoked \(grant.id) of \(style.shown(grant.app))") }
    }

    private static func document(_ grant: LinkGrant) -> Document {
        ["id": grant.id, "app": grant.app, "issuedAt": grant.issuedAt, "author": grant.author]
    }
}
