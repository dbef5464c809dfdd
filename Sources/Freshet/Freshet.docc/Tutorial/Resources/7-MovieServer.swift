import FreshetTesting

/// Stands in for the server, so that the program runs without a network.
let movieServer = StubTransport { request in
    switch request.query {
    case "page=1":
        .json(
            """
            {"number": 1, "count": 2, "movies": [
                {"id": 1, "title": "Cleo from 5 to 7", "year": 1962},
                {"id": 2, "title": "Happiness", "year": 1965}]}
            """)
    case "page=2":
        .json(
            """
            {"number": 2, "count": 2, "movies": [
                {"id": 3, "title": "Vagabond", "year": 1985}]}
            """)
    case "q=happiness":
        .json(
            """
            {"number": 1, "count": 1, "movies": [
                {"id": 2, "title": "Happiness", "year": 1965}]}
            """)
    default:
        .json(#"{"message": "There is no such page."}"#, status: 404)
    }
}
