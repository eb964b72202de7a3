#!/bin/sh
# Makes the pictures of the guide and the README: runs ginpad, and takes pictures of its pages with Chromium.
#
#   sh docs/pictures/make.sh
#
# Needs `chromium`, and no network. The same program and the same fonts make the same pictures.
set -eu

cd "$(dirname "$0")/../.."
pictures=$PWD/docs/pictures
cargo build
ginpad=$PWD/target/debug/ginpad
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export GINPAD_BOOK="$folder/book.db" XDG_STATE_HOME="$folder" TZ=UTC
cd "$folder"

# picture FILE WIDTH HEIGHT PAGE [SCHEME]: SCHEME is 0 for dark and 1 for light.
picture() {
    chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --hide-scrollbars --user-data-dir="$folder/profile" \
        --allow-file-access-from-files --blink-settings=preferredColorScheme="${5:-1}" --window-size="$2,$3" \
        --screenshot="$pictures/$1" "file://$folder/$4" > /dev/null 2>&1
    echo "docs/pictures/$1"
}

# Thirteen years of Ann and Bob, and now and then of Cid. The numbers are the same on every machine.
rivals() {
    awk 'function roll(limit) { seed = (seed * 16807) % 2147483647; return int(seed / 2147483647 * limit) }
    BEGIN {
        seed = 44; day = 3; month = 5; year = 2011
        for (game = 1; game <= 200; game++) {
            day += 7 + 7 * roll(5)
            while (day > 28) { day -= 28; month++ }
            while (month > 12) { month -= 12; year++ }
            other = roll(5) == 0 ? "Cid" : "Bob"
            if (game > 1) print "---"
            printf "date: %d-%02d-%02d 19:30\nsides: Ann, %s\ndealer: Ann\n\n", year, month, day, other
            ann = 0; them = 0
            while (ann < 100 && them < 100) {
                winner = roll(100) < 50 ? "Ann" : other
                kind = roll(100); won = 0
                if (kind < 62) { own = 1 + roll(9); won = 1 + roll(28); printf "%s knock %d %d\n", winner, own, own + won }
                else if (kind < 86) { won = 3 + roll(42); printf "%s gin %d\n", winner, won; won += 25 }
                else if (kind < 95) { own = 2 + roll(8); less = roll(own - 1); printf "%s undercut %d %d\n", winner, 1 + less, own + 1; won = own - less + 25 }
                else print "dead"
                if (winner == "Ann") ann += won; else them += won
            }
        }
    }'
}

"$ginpad" score --file "$pictures/friday.gin" --html friday.html > /dev/null
rivals > rivals.gin
"$ginpad" import rivals.gin > /dev/null
"$ginpad" versus ann bob --html rivals.html > /dev/null
"$ginpad" standings --html standings.html > /dev/null
cat > telephones.html << 'END'
<body style="margin: 0; display: flex; gap: 12px; background: #7d848a">
<iframe src="friday.html" style="border: 0; width: 380px; height: 760px"></iframe>
<iframe src="rivals.html" style="border: 0; width: 380px; height: 760px"></iframe>
END

picture hollywood.png 1100 940 friday.html
picture rivals.png 1000 800 rivals.html
picture telephones.png 772 760 telephones.html 0
