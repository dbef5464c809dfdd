import Freshet

let catalogue = Client(Catalogue(), transport: movieServer, cache: nil)
let list = MovieList(catalogue)
await list.load()
print(screen(list.state))
