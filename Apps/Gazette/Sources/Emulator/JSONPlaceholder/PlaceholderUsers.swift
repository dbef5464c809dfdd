/// The ten users, with the names of the real service and addresses that do not exist.
enum PlaceholderUsers {
    private typealias Row = (
        name: String, username: String, street: String, suite: String, city: String, zip: String, lat: String,
        lng: String, phone: String, host: String, company: String, phrase: String, bs: String
    )

    static var all: [JSONText] {
        rows.enumerated().map { index, row in
            .object([
                ("id", .number(index + 1)), ("name", .string(row.name)), ("username", .string(row.username)),
                ("email", .string("\(row.username.lowercased())@\(row.host)")),
                (
                    "address",
                    .object([
                        ("street", .string(row.street)), ("suite", .string(row.suite)), ("city", .string(row.city)),
                        ("zipcode", .string(row.zip)),
                        ("geo", .object([("lat", .string(row.lat)), ("lng", .string(row.lng))])),
                    ])
                ),
                ("phone", .string(row.phone)), ("website", .string(row.host)),
                (
                    "company",
                    .object([
                        ("name", .string(row.company)), ("catchPhrase", .string(row.phrase)), ("bs", .string(row.bs)),
                    ])
                ),
            ])
        }
    }

    // swift-format-ignore
    private static let rows: [Row] = [
        ("Leanne Graham", "Bret", "Kulas Light", "Apt. 556", "Gwenborough", "92998-3874", "-37.3159", "81.1496", "1-555-736-8031 x56442", "hildegard.example", "Quarry & Lantern", "Patient multi-layered paperwork", "harness quiet mornings"),
        ("Ervin Howell", "Antonette", "Victory Ridge", "Suite 879", "Wisokyburgh", "90566-7771", "-43.9509", "-34.4618", "555-692-6593 x09125", "anastasia.example", "Tidemark Supply", "Proactive harbour logistics", "synergise outgoing tides"),
        ("Clementine Bauch", "Samantha", "Douglas Mews", "Suite 847", "McKenziehaven", "59590-4157", "-68.6102", "-47.0653", "1-555-123-4447", "ramiro.example", "Corvid Instruments", "Face to face measurements", "calibrate strategic doubts"),
        ("Patricia Lebsack", "Karianne", "Hoeger Mall", "Apt. 692", "South Elvis", "53919-4257", "29.4572", "-164.2990", "555-170-9623 x156", "kale.example", "Roble & Daughters", "Multi-tiered woodwork", "transition seasoned planks"),
        ("Chelsey Dietrich", "Kamren", "Skiles Walks", "Suite 351", "Roscoeview", "33263", "-31.8129", "62.5342", "(555)954-1289", "demarco.example", "Keel Cartography", "User-centric coastlines", "revolutionise old maps"),
        ("Mrs. Dennis Schulist", "Leopoldo_Corkery", "Norberto Crossing", "Apt. 950", "South Christy", "23505-1337", "-71.4197", "71.7478", "1-555-935-8478 x6430", "ola.example", "Considine Bakers", "Synchronised bottom-line bread", "leaven innovative dough"),
        ("Kurtis Weissnat", "Elwyn.Skiles", "Rex Trail", "Suite 280", "Howemouth", "58804-1099", "24.8918", "21.8984", "555.067.6132", "elvis.example", "Johns Ferry Line", "Configurable crossings", "generate scheduled waves"),
        ("Nicholas Runolfsdottir V", "Maxime_Nienow", "Ellsworth Summit", "Suite 729", "Aliyaview", "45169", "-14.3990", "-120.7677", "555.493.6943 x140", "jacynthe.example", "Abernathy Optics", "Implemented second glances", "target sharper ends"),
        ("Glenna Reichert", "Delphine", "Dayna Park", "Suite 449", "Bartholomebury", "76495-3109", "24.6463", "-168.8889", "(555)976-6794 x41206", "conrad.example", "Yost Greenhouses", "Switchable seasons", "aggregate real-time tomatoes"),
        ("Clementina DuBuque", "Moriah.Stanton", "Kattie Turnpike", "Suite 198", "Lebsackbury", "31428-2261", "-38.2386", "57.2232", "555-648-3804", "ambrose.example", "Hoppe Archive", "Centralised remembering", "index forgotten shelves"),
    ]
}
