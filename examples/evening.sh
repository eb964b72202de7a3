#!/bin/sh
# An evening at the table: starts a game in a temporary book, logs its hands and prints the sheet.
#
#   sh examples/evening.sh
#
# Shows each command as it would be typed, then ginpad's answer. Nothing is left behind.
set -eu

if [ -z "${GINPAD:-}" ]; then
    cd "$(dirname "$0")/.."
    cargo build
    GINPAD="cargo run --quiet --"
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export GINPAD_BOOK="$folder/book.db" XDG_STATE_HOME="$folder"

ginpad() {
    echo "\$ ginpad${*:+ $*}"
    command $GINPAD "$@" 2>&1
}

ginpad new Ann Bob --dealer Ann --at 2026-11-20T19:30
ginpad log ann knock 4 27
ginpad log bob gin 31
ginpad log a9 4
ginpad log dead
ginpad log ann big-gin 40
ginpad undo
ginpad fix 2 bob gin 13
ginpad log bg27
ginpad
