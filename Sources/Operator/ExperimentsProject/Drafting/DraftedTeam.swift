/// The shared store of a team in a drafted project file.
package struct DraftedTeam: Sendable, Hashable {
    /// The addresses of its members, for example `http://127.0.0.1:2379`; at least one.
    package var endpoints: [String]
    /// The name of the project in the store.
    package var project: String

    /// Creates a store.
    ///
    /// - Parameter folder: the name of the project's folder, from which the project's name is made.
    package init(endpoints: [String], folder: String) {
        self.endpoints = endpoints
        let name = folder.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") ? $0 : "-" }
        project = name.isEmpty ? "project" : String(name)
    }

    /// The field `overrides:`.
    var section: String {
        """
        # What the team shares lies under your own file; `experiments override set KEY VALUE --team` changes it.
        overrides:
          file: .experiments/overrides.json
          etcd:
            endpoints: [\(endpoints.joined(separator: ", "))]
            prefix: "\(project)/shared"
            # user: shop
            # password: ${ETCD_PASSWORD}
        """
    }
}
