/// The names of the months in the languages that feeds commonly use.
enum MonthNames {
    /// Returns the number of a month, from 1 to 12, or `nil` for another word. Case and a trailing
    /// full stop are ignored.
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

    /// English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish, Russian, Polish, Turkish, Greek,
    /// Hungarian.
    private static let table = [
        "jan january januar jänner jän janvier janv enero ene gennaio gen janeiro januari янв января"
            + " sty stycznia ocak oca ιαν ιανουαρίου január",
        "feb february februar feber février fevrier févr fevr fév fev febrero febbraio fevereiro februari фев февраля"
            + " lut lutego şubat şub φεβ φεβρουαρίου február",
        "mar march märz mär maerz mrz mars marzo março marco maart mrt marts мар марта"
            + " marca mart μαρ μάρ μαρτίου március márc",
        "apr april avril avr abril abr aprile апр апреля"
            + " kwi kwietnia nisan nis απρ απριλίου április ápr",
        "may mai mayo maggio mag maio mei maj май мая"
            + " maja mayıs μαι μάι μαΐου május máj",
        "jun june juni juin junio giugno giu junho июн июня"
            + " cze czerwca haziran haz ιουν ιούν ιουνίου június jún",
        "jul july juli juillet juil julio luglio lug julho июл июля"
            + " lip lipca temmuz tem ιουλ ιούλ ιουλίου július júl",
        "aug august août aout aoû agosto ago augustus augusti авг августа"
            + " sie sierpnia ağustos ağu αυγ αύγ αυγούστου augusztus",
        "sep sept september septembre septiembre settembre set setembro сен сентября"
            + " wrz września eylül eyl σεπ σεπτεμβρίου szeptember szept",
        "oct october oktober okt octobre octubre ottobre ott outubro out окт октября"
            + " paź października ekim eki οκτ οκτωβρίου október",
        "nov november novembre noviembre novembro ноя ноября"
            + " lis listopada kasım kas νοε νοέ νοεμβρίου",
        "dec december dezember dez décembre déc decembre diciembre dic dicembre dezembro дек декабря"
            + " gru grudnia aralık ara δεκ δεκεμβρίου",
    ]
}
