import Foundation
import Freshet
import FreshetSQLite
import FreshetTesting

/// Stands in for a machine without a network.
let noNetwork = StubTransport { _ throws(FetchError) in
    throw FetchError(.cannotConnect(.offline))
}

func storedCatalogue(in folder: URL, transport: any Transport) -> Client<Catalogue> {
    let store = SQLiteCacheStore(file: folder.appending(path: "movies.sqlite"))
    return Client(Catalogue(), transport: transport, cache: HTTPCache(store: store))
}
