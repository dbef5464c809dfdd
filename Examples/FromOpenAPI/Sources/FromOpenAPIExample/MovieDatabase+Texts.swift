// Written by hand, in a file of its own: "freshet service" only replaces the files that it has written.

extension MovieDatabase.Movie {
    /// The title with the year, such as “Metropolis (1927)”.
    var line: String {
        // The service sends an empty text for a movie without a date.
        guard let year = releaseDate?.prefix(4), !year.isEmpty else { return title ?? "Untitled" }
        return "\(title ?? "Untitled") (\(year))"
    }
}
