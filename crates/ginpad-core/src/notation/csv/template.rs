//! Tables to begin with, which read back as they are.

/// A table to fill in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Template {
    /// One row a game.
    Games,
    /// One row a hand.
    Hands,
}

impl Template {
    /// The text of the table: remarks, headings and examples.
    pub const fn text(self) -> &'static str {
        match self {
            Template::Games => GAMES,
            Template::Hands => HANDS,
        }
    }
}

const GAMES: &str = "\
# One row a game. Lines that begin with # and a word are not read. Leave out any column but the sides and the totals.
# Partners are joined by &. The higher total wins unless the winner is named. The status is empty or one of:
# finished; unfinished; forfeit and the side that gave up.
date,side 1,side 2,total 1,total 2,winner,status,title,event,rules,dealer,stake
2011-05-31,Ann,Bob,330,48,,,,Cruise 2011,standard,Ann,0.01 USD
2011-06-01,Ann,Bob,300,325,Ann,,The close one,Cruise 2011,standard,,
2011-06-02,Ann & Cid,Bob & Dee,85,40,,forfeit Bob & Dee,,,partners,,
2011-06-03,Ann,Bob,60,35,,unfinished,,,,,
";

const HANDS: &str = "\
# One row a hand. Lines that begin with # and a word are not read. An empty cell about the game means as above.
# How a hand ended is one of knock; gin; big-gin; undercut; points; dead. Only for points is the column points needed.
# In place of the columns from who to points there may be one column entry, with entries like: ann knock 4 27
game,date,side 1,side 2,rules,dealer,hand,who,how,deadwood,opponent deadwood,points,upcard,note
1,2011-05-31,Ann,Bob,standard,Ann,1,Ann,knock,4,27,23,,
1,,,,,,2,Bob,gin,,31,56,,took the four
1,,,,,,3,,dead,,,,,
1,,,,,,4,Ann,points,,,60,,
2,2011-06-01,Ann,Bob,oklahoma,,1,Bob,knock,5,20,15,7H,
";
