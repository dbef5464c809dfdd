/// Numbers of things in words: "1 source", "2 sources".
public enum CountText {
    public static func articles(_ count: Int) -> String { text(count, "article", "articles") }
    public static func sources(_ count: Int) -> String { text(count, "source", "sources") }
    public static func people(_ count: Int) -> String { text(count, "person", "people") }
    public static func albums(_ count: Int) -> String { text(count, "album", "albums") }
    public static func comments(_ count: Int) -> String { text(count, "comment", "comments") }
    public static func points(_ count: Int) -> String { text(count, "point", "points") }
    /// What could not be loaded.
    public static func missingComments(_ count: Int) -> String { "\(comments(count)) could not be loaded." }
    public static func missingPictures(_ count: Int) -> String {
        "\(text(count, "picture", "pictures")) could not be loaded."
    }
    /// New stories that wait to be shown.
    public static func new(_ count: Int) -> String { "\(count) new" }

    private static func text(_ count: Int, _ one: String, _ many: String) -> String {
        "\(count) \(count == 1 ? one : many)"
    }
}
