//! What a book answers, compared with the fold of all its facts.

use ginpad::book::{Book, BookError, Pad, StoredGame};
use ginpad_core::game::Game;
use uuid::Uuid;

/// Checks that the book gives the same games and people as the fold of all its facts.
pub(crate) fn answers_as_the_fold(book: &mut Book) {
    let pad = book.read().unwrap();
    let fold = pad.fold().unwrap();
    let ids: Vec<Uuid> = fold.games.iter().map(|game| game.record.id).collect();
    assert_eq!(pad.games().unwrap(), ids);
    for game in &fold.games {
        let stored = pad.game(game.record.id).unwrap();
        assert_eq!((&stored.scored.game, &stored.record), (&game.game, &game.record));
        assert_eq!((stored.conflicts, stored.waiting), (game.conflicts.clone(), game.waiting.clone()));
    }
    answers_together_as_alone(&pad, &ids);
    let people: Vec<_> = pad.people().unwrap().into_iter().map(|person| (person.id, person.name)).collect();
    assert_eq!(people, fold.people.iter().map(|person| (person.id, person.name.clone())).collect::<Vec<_>>());
    assert_eq!(pad.payments().unwrap(), fold.payments);
}

/// Checks that games read together, in any order, are what each of them is when it is read alone.
pub(crate) fn answers_together_as_alone(pad: &Pad<'_>, ids: &[Uuid]) {
    let alone: Vec<StoredGame> = ids.iter().map(|id| pad.game(*id).unwrap()).collect();
    let head = |game: &StoredGame| Game { hands: Vec::new(), ..game.scored.game.clone() };
    let mut heads = Vec::new();
    let every_other = |game: &Game| {
        heads.push(game.clone());
        heads.len() % 2 == 1
    };
    let wanted: Vec<Uuid> = ids.iter().copied().step_by(2).collect();
    assert_eq!(pad.games_where(every_other).unwrap(), wanted);
    assert_eq!(heads, alone.iter().map(head).collect::<Vec<_>>());
    // Few games are read in another way than many.
    let many = 10.min(10 * ids.len());
    let order: Vec<usize> = (0..many).map(|at| at * 7 % ids.len().max(1)).chain((0..ids.len()).rev()).collect();
    for at in [&order[..], &order[..order.len().min(3)]] {
        let mut expected = at.iter().map(|at| &alone[*at]);
        let same = |game: StoredGame| {
            let alone = expected.next().unwrap();
            assert_eq!((game.id, game.number, &game.scored), (alone.id, alone.number, &alone.scored));
            assert_eq!((game.record, game.conflicts), (alone.record.clone(), alone.conflicts.clone()));
            Ok::<(), BookError>(())
        };
        let order: Vec<Uuid> = at.iter().map(|at| ids[*at]).collect();
        pad.each_game(&order, same).unwrap();
        assert_eq!(expected.next().map(|game| game.id), None);
    }
}
