import Experiments

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

func fetchAndPrint(_ service: RemoteConfigService) -> AnyCancellable {
    service.fetchPublisher().sink {
        print($0)
    } receiveValue: {
        print($0)
    }
}
