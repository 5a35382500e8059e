import ExperimentsTransport
import TestSupport
import Testing

@testable import ExperimentsEtcdClient
@testable import ExperimentsTeam

@Suite("How a team's store is", .inTurn)
struct TeamStatusTests {
    private func member(_ id: UInt64, leader: UInt64?, alarms: [String] = []) -> TeamMember {
        let header = EtcdHeader(clusterID: 1, memberID: id, revision: 1)
        let status = EtcdStatus(
            header: header, version: "3.4.23", leader: leader, databaseBytes: 1, problems: alarms)
        return TeamMember(address: "n\(id):2379", status, named: "n\(id)")
    }

    private func away(_ id: UInt64) -> TeamMember {
        var member = TeamMember(address: "n\(id):2379")
        member.problem = "n\(id) refused the connection"
        return member
    }

    private let lost = EtcdWatchCondition.interrupted(.transport(.connectionLost(host: "n1")))

    @Test("with a leader and a watch it is connected; the leader is known by name")
    func connected() {
        let status = TeamStatus(
            .live(endpoint: 0), [member(1, leader: 2), member(2, leader: 2), away(3)], problem: nil)
        #expect(status.state == .connected && status.reason == nil)
        #expect(status.leader?.name == "n2" && status.memberWords == "2 of 3 members")
    }

    @Test("without a leader it is read only, without any member offline, without a watch behind")
    func troubles() {
        #expect(
            TeamStatus(lost, [member(1, leader: nil), away(2), away(3)], problem: nil).state == .readOnly)
        #expect(TeamStatus(lost, [away(1), away(2)], problem: nil).state == .alone)
        #expect(TeamStatus(lost, [member(1, leader: 1)], problem: nil).state == .behind)
        #expect(TeamStatus(.connecting, [], problem: nil).state == .connecting)
    }

    @Test("a full store is read only, and what to do is reported")
    func full() {
        let status = TeamStatus(
            .live(endpoint: 0), [member(1, leader: 1, alarms: ["memberID:1 alarm:NOSPACE "])], problem: nil)
        #expect(status.state == .readOnly && status.reason?.contains("compact") == true)
    }
}
