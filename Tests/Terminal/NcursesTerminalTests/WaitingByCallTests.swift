import CExperimentsNcurses
import Foundation
import TestSupport
import Testing

@Suite("Waiting where poll cannot", .fewAtATime)
struct WaitingByCallTests {
    private func states(_ descriptors: [Int32], _ wait: (inout [pollfd]) -> Int32) -> (Int32, [Int32]) {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let ready = wait(&polled)
        return (ready, polled.map { Int32($0.revents) })
    }

    @Test("select reports what can be read, and whose other end is gone")
    func select() throws {
        let (quiet, loud, closed) = (Pipe(), Pipe(), Pipe())
        loud.fileHandleForWriting.write(Data("x".utf8))
        try closed.fileHandleForWriting.close()
        let descriptors = [quiet, loud, closed].map { $0.fileHandleForReading.fileDescriptor }
        let (ready, states) = states(descriptors + [-1]) { cn_select(&$0, $0.count, 5_000) }
        #expect(ready == 2)
        #expect(states == [0, POLLIN, POLLIN | POLLHUP, 0].map { Int32($0) })
        withExtendedLifetime((quiet, loud, closed)) {}
    }

    @Test("time runs out with select, too")
    func deadline() {
        let quiet = Pipe()
        let (ready, states) = states([quiet.fileHandleForReading.fileDescriptor]) {
            cn_select(&$0, $0.count, 1)
        }
        #expect(ready == 0 && states == [0])
        withExtendedLifetime(quiet) {}
    }

    @Test("a descriptor that is closed is reported as such")
    func closed() throws {
        var ends: [Int32] = [-1, -1]
        #expect(cn_pipe(&ends) == 0)
        close(ends[0])
        let (_, states) = states([ends[0]]) { cn_poll(&$0, $0.count, 0) }
        // Another thread may have been given the number meanwhile.
        #expect(states[0] == Int32(POLLNVAL) || fcntl(ends[0], F_GETFD) >= 0)
        close(ends[1])
    }
}
