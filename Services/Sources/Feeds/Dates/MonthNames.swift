/// The names of the months in the languages of feeds.
enum MonthNames {
    /// Returns the number of a month, from 1 to 12; `nil` for another word. Case and a full stop don't count.
    static func month(_ word: Substring) -> Int? {
        var name = word.lowercased()
        while name.hasSuffix(".") { name.removeLast() }
        return numbers[name]
    }

    private static let numbers: [String: Int] = {
        var numbers: [String: Int] = [:]
        for (index, names) in table.enumerated() {
            for name in names.split(separator: " ") { numbers[String(name)] = index + 1 }
        }
        return numbers
    }()

    /// English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish, Russian.
    private static let table = [
        "jan january januar jänner jän janvier janv enero ene gennaio gen janeiro januari янв января",
        "feb february februar feber février fevrier févr fevr fév fev febrero febbraio fevereiro februari фев февраля",
        "mar march märz mär maerz mrz mars marzo março marco maart mrt marts мар марта",
        "apr april avril avr abril abr aprile апр апреля",
        "may mai mayo maggio mag maio mei maj май мая",
        "jun june juni juin junio giugno giu junho июн июня",
        "jul july juli juillet juil julio luglio lug julho июл июля",
        "aug august août aout aoû agosto ago augustus augusti авг августа",
        "sep sept september septembre septiembre settembre set setembro сен сентября",
        "oct october oktober okt octobre octubre ottobre ott outubro out окт октября",
        "nov november novembre noviembre novembro ноя ноября",
        "dec december dezember dez décembre déc decembre diciembre dic dicembre dezembro дек декабря",
    ]
}
