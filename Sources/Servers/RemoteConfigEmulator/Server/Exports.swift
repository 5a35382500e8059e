// Where a server listens, and for whom, is a part of what an emulator is made with.
@_exported import HTTPServing
