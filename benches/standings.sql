-- What standings come to without a program: prices each result by the rules of its game and sums the points by player.
-- It knows no undo, no correction, no column and no end of a game.
SELECT seat.player, count(*), sum(points)
FROM (
    SELECT
        hand.game,
        CASE
            WHEN r.kind = 'undercut' OR r.kind = 'knock' AND r.other > r.own THEN r.side
            WHEN r.kind = 'knock' THEN 1 - r.side
            ELSE r.side
        END AS side,
        r.place,
        CASE r.kind
            WHEN 'knock' THEN
                CASE
                    WHEN r.other > r.own THEN r.other - r.own + game.knock_bonus
                    ELSE r.own - r.other + game.undercut_bonus
                END
            WHEN 'undercut' THEN r.other - r.own + game.undercut_bonus
            WHEN 'gin' THEN r.other + game.gin_bonus
            WHEN 'big-gin' THEN r.other + game.big_gin_bonus
            WHEN 'points' THEN r.points
            ELSE 0
        END * CASE WHEN game.spades_double <> 'off' AND hand.upcard GLOB '?S' THEN 2 ELSE 1 END AS points
    FROM game JOIN hand ON hand.game = game.id JOIN result AS r ON r.hand = hand.id
) AS won
JOIN seat ON seat.game = won.game AND seat.side = won.side AND seat.place = won.place
GROUP BY seat.player;
