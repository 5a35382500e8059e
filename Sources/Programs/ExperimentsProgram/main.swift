import ExperimentsCLI
import ExperimentsHTTPServing
import ExperimentsServerTLS

Program.main(certificates: ServerCertificate.init(certificate:key:))
