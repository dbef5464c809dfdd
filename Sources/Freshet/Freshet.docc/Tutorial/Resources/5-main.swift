import Foundation
import Freshet

let isOffline = CommandLine.arguments.contains("--offline")
let folder = URL.temporaryDirectory.appending(path: "MovieBrowser")
let catalogue = storedCatalogue(in: folder, transport: isOffline ? noNetwork : movieServer)
let list = MovieList(catalogue)
while list.hasMore, list.state.error == nil {
    await list.loadMore()
}
print(screen(list.state))
