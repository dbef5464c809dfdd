import Freshet

let catalogue = Client(Catalogue(), transport: movieServer, cache: nil)
let page = try await catalogue.value(for: .popular())
for movie in page.movies { print(movie.title, movie.year) }
