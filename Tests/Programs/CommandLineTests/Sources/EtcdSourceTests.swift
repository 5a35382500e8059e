import EtcdNodes
import ExperimentsCore
import Foundation
import TestSupport
import Testing

/// A workplace whose source is the etcd at an address.
private func workplace(_ endpoint: String, _ fields: String = "", environment: String = "test") throws
    -> Workplace
{
    let workplace = try Workplace()
    try workplace.folder.write(
        """
        source: {kind: etcd, endpoints: "\(endpoint)", prefix: shop/\(environment)\(fields)}
        refresh: off
        keys:
          - {name: color, type: string, cases: [red, green, blue]}
          - {name: rate, type: double}

        """, to: "experiments.yaml")
    return workplace
}

@Suite(
    "A source that is an etcd cluster", .fewAtATime,
    .enabled(if: EtcdNode.program != nil, Comment(rawValue: EtcdNode.absence)),
    .timeLimit(.minutes(60)))
struct EtcdSourceTests {
    /// A node that answers, and a workplace on it.
    private func stage(_ fields: String = "", environment: String = "test") async throws -> (
        EtcdNode, Workplace
    ) {
        let node = try EtcdNode()
        try await node.ready()
        return (node, try workplace("http://\(node.endpoint)", fields, environment: environment))
    }

    @Test("values are published, listed, removed and restored, and history shows who did what")
    func publishing() async throws {
        let (node, workplace) = try await stage()
        let first = try await workplace.run("values", "set", "color", "red", "--yes", "--note", "as agreed")
        #expect(
            first.status == 0 && first.output.contains("published 1 value to etcd: revision "), "\(first)")
        let revision = try #require(first.output.split(separator: " ").last.map(String.init)?.dropLast())
        #expect(try await workplace.run("get", "color").output == "red\n")
        #expect(try await workplace.run("values", "set", "color", "blue", "--yes").status == 0)
        #expect(try await workplace.run("values", "unset", "color", "--yes").status == 0)
        #expect(try await workplace.run("list").output.contains("missing"))
        let history = try await workplace.run("values", "history")
        #expect(history.output.contains("tester") && history.output.contains("as agreed"), "\(history)")
        #expect(history.output.contains(#"color: "red" → "blue""#), "\(history)")
        let document = try await workplace.run("values", "history", "color", "--json").json()
        #expect(document.object?["publications"]?.array?.count == 3)
        let then = try await workplace.run("values", "history", "--revision", String(revision))
        #expect(then.output.contains("red"), "\(then)")
        #expect(
            try await workplace.run("values", "publish", "--revision", String(revision), "--yes").status == 0)
        #expect(try await workplace.run("get", "color").output == "red\n")
        #expect(
            try await workplace.run("values", "set", "color", "red", "--yes").output == "nothing to publish\n"
        )
        node.kill()
    }

    @Test("the history of an unknown key is an error; that of a removed key is not")
    func unknownKey() async throws {
        let (node, workplace) = try await stage()
        #expect(try await workplace.run("values", "set", "old", "1", "--raw", "--yes").status == 0)
        #expect(try await workplace.run("values", "unset", "old", "--yes").status == 0)
        let removed = try await workplace.run("values", "history", "old")
        #expect(removed.status == 0 && removed.lines.count == 3, "\(removed)")
        let unknown = try await workplace.run("values", "history", "colour")
        #expect(unknown.status == 1 && unknown.output.isEmpty, "\(unknown)")
        #expect(unknown.errors.hasPrefix("error: no key \"colour\"\nDid you mean color?\n"), "\(unknown)")
        #expect(unknown.errors.contains("has no changes since revision 1"), "\(unknown)")
        #expect(try await workplace.run("values", "history", "rate").status == 0)
        node.kill()
    }

    @Test("a file is published whole: what it lacks is removed; a trial only shows it")
    func files() async throws {
        let (node, workplace) = try await stage()
        #expect(try await workplace.run("values", "set", "color", "red", "--yes").status == 0)
        try workplace.folder.write(#"{"rate": 2.5}"#, to: "values.json")
        let trial = try await workplace.run("values", "publish", "values.json", "--dry-run")
        #expect(
            trial.status == 0 && trial.output.contains("2 values would change; nothing was published"),
            "\(trial)")
        #expect(try await workplace.run("get", "color").output == "red\n")
        let json = try await workplace.run("values", "publish", "values.json", "--yes", "--json").json()
        #expect(json.object?["published"] == true)
        #expect(json.object?["changes"]?.array?.count == 2)
        #expect(try await workplace.run("get", "rate").output == "2.5\n")
        node.kill()
    }

    @Test("a document holds all values, and single ones are changed in it")
    func documents() async throws {
        let (node, workplace) = try await stage(", document: true")
        try workplace.folder.write(#"{"rate": 2.5, "color": "red"}"#, to: "values.json")
        #expect(try await workplace.run("values", "publish", "values.json", "--yes").status == 0)
        #expect(try await workplace.run("values", "set", "rate", "3", "--yes").status == 0)
        #expect(try await workplace.run("list", "--json").output.contains(#""value": "3""#))
        node.kill()
    }

    @Test("watch gets a publication immediately")
    func live() async throws {
        let (node, workplace) = try await stage()
        #expect(try await workplace.run("values", "set", "color", "red", "--yes").status == 0)
        let watch = try workplace.start("watch", "--json")
        try await watch.waitForOutput(#""status":"live""#)
        #expect(try await workplace.run("values", "set", "color", "blue", "--yes").status == 0)
        try await watch.waitForOutput(#""blue""#)
        node.kill()
    }

    @Test("nothing is published without confirmation, nor an invalid value, nor an undeclared key")
    func refused() async throws {
        let (node, workplace) = try await stage(environment: "production")
        let unasked = try await workplace.run("values", "set", "color", "red")
        #expect(unasked.status == 1 && unasked.errors.contains("Use --yes"), "\(unasked)")
        let value = try await workplace.run("values", "set", "color", "purple", "--yes")
        #expect(
            value.status == 1 && value.errors.contains("invalid value for color: not one of its cases"),
            "\(value)")
        let name = try await workplace.run("values", "set", "colour", "red", "--yes")
        #expect(name.status == 1 && name.errors.contains("Did you mean color?"), "\(name)")
        let unknown = try await workplace.run("values", "unset", "color", "--yes")
        #expect(unknown.status == 1, "\(unknown)")
        #expect(try await workplace.run("values", "history").output.contains("no changes since revision"))
        #expect(try await workplace.run("values", "set", "colour", "x", "--yes", "--raw").status == 0)
        node.kill()
    }
}

@Suite("A source that is an etcd cluster which cannot be asked", .fewAtATime)
struct AbsentEtcdTests {
    @Test("a cluster that nothing answers for is named, and no password is shown")
    func unreachable() async throws {
        let workplace = try workplace("http://127.0.0.1:1", ", user: ann, password: s3cret")
        let list = try await workplace.run("list")
        #expect(list.status == 1)
        #expect(list.errors.contains("127.0.0.1:1"), "\(list)")
        let set = try await workplace.run("values", "set", "color", "red", "--yes")
        #expect(set.status == 1 && set.errors.contains("127.0.0.1:1"), "\(set)")
        #expect(!(list.errors + set.errors + list.output).contains("s3cret"))
    }

    @Test("a password that the environment lacks is asked for by its name")
    func password() async throws {
        let workplace = try workplace("http://127.0.0.1:1", ", user: ann, password: \"${NO_SUCH_PASSWORD}\"")
        let list = try await workplace.run("list")
        #expect(list.status == 1)
        #expect(
            list.errors.contains("source etcd: the environment variable NO_SUCH_PASSWORD is not set"),
            "\(list)")
    }

    @Test("a source of another kind is refused, with what to do")
    func otherKind() async throws {
        let workplace = try Workplace()
        try workplace.folder.write("source: {kind: file, path: v.json}\nkeys: []\n", to: "experiments.yaml")
        let set = try await workplace.run("values", "set", "color", "red", "--yes")
        #expect(set.status == 1)
        #expect(set.errors.contains("cannot publish to source v.json of kind file"), "\(set)")
        let both = try await workplace.run("values", "publish", "v.json", "--revision", "3")
        #expect(both.status != 0 && both.errors.contains("expected either a file or --revision"), "\(both)")
    }
}
