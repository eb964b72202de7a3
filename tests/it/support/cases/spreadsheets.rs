//! What can be wrong with spreadsheets of old games, and with old games that have no hands.

use super::{Case, case, usage};

/// One game of which only the totals are known.
const TOTALS: &str = "date,Ann,Bob\n2011-05-31,330,48\n";

pub(super) fn spreadsheets() -> Vec<Case> {
    let old = |title, shows, text| case(title, shows, &[], "import old.csv").with("old.csv", text);
    vec![
        old(
            "Wrong cells of a spreadsheet",
            "The message shows every wrong cell. Nothing is imported.",
            "Date;Side 1;Side 2;Total 1;Total 2;Winner;Status;Rules;Stake\n\
             31.5.2011;Ann;Bob;330;48;;;;\n\
             31.6.2011;Ann;Bob;330;x;;;;\n\
             1.6.2011;Ann;Ann;1;2;;;;\n\
             2.6.2011;Ann;;1;2;;;;3 XYZ\n\
             3.6.2011;Ann;Bob;;;;;holywood;\n\
             4.6.2011;Ann;Bob;300;325;Cid;;;\n\
             5.6.2011;Ann;Bob;300;325;tie;;;\n\
             6.6.2011;Ann;Bob;12.5;48;Bob;unfinished;;\n\
             7.6.2011;Ann;Bob;;48;;gave up;;\n",
        ),
        old(
            "Wrong hands of a spreadsheet",
            "A row that is a hand must agree with the rules and with itself.",
            "game,side 1,side 2,hand,who,how,deadwood,opponent deadwood,points\n\
             1,Ann,Bob,1,Ann,knock,12,27,\n\
             1,,,2,Cid,knock,4,27,\n\
             1,,,3,Ann,nock,4,27,\n\
             1,,,4,Ann,knock,4,,\n\
             1,,,5,Ann,knock,4,27,25\n\
             1,,Dee,6,,,,,\n\
             1,,,5,Bob,gin,,31,\n",
        ),
        old(
            "Dates that read both ways",
            "No date of the file shows whether the day or the month comes first.",
            "Date,Ann,Bob\n1/5/2011,330,48\n2/5/2011,120,210\n",
        ),
        old(
            "Dates that contradict each other",
            "One date has the day first, another the month.",
            "Date,Ann,Bob\n31/5/2011,330,48\n5/31/2011,120,210\n",
        ),
        old(
            "A spreadsheet without totals",
            "A row needs the sides and their totals.",
            "Date,Title\n2011-05-31,Friday\n",
        ),
        old(
            "A mistyped heading",
            "A column that nobody knows is left out, but this one was meant.",
            "Ann,Bob,Satus\n330,48,unfinished\n",
        ),
        old(
            "An open quote in a spreadsheet",
            "The rest of the file would be one cell.",
            "Ann,Bob,Title\n330,48,\"Friday\n120,210,\n",
        ),
        old("An empty spreadsheet", "There must be a row of headings and a row below.", "Ann,Bob\n"),
        case(
            "A spreadsheet in UTF-16",
            "Some programs save text in an encoding with two bytes a letter.",
            &[],
            "import old.csv",
        )
        .with_made("old.csv", "`Ann,Bob` in UTF-16", |table| {
            let text = "\u{feff}Ann,Bob\n330,48\n".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
            table.put("old.csv", text);
        }),
        case(
            "A name mapped to nobody",
            "A mapping names the spelling and the player.",
            &[],
            "import old.csv --map Mum",
        )
        .with("old.csv", TOTALS),
        usage(
            "A name mapped without a spreadsheet",
            "Only spreadsheets have names to map.",
            &[],
            "import old.gin --map Mum=Ann",
        )
        .with("old.gin", "sides: Mum, Bob\n"),
        case("A hand of a game of totals", "Nobody wrote down its hands.", &[], "explain 1 --file old.gin")
            .with("old.gin", "sides: Ann, Bob\ntotals: 330, 48\n"),
    ]
}
