import Freshet

let catalogue = Client(Catalogue(), transport: movieServer, cache: nil)
let list = MovieList(catalogue)
while list.hasMore, list.state.error == nil {
    await list.loadMore()
}
print(screen(list.state))
