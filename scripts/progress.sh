# Sourced by the scripts: runs a command that takes long, and shows how far it is.
#
# On a terminal a bar is drawn each second; elsewhere a line appears every 15 seconds. Ctrl-C ends the command and the script.

# Prints seconds as minutes and seconds.
clock() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

# Draws a bar over the one drawn before. Arguments: the share that is done in thousandths, the text after it.
draw_bar() {
    local width=24 filled
    filled=$(($1 * width / 1000))
    printf '\r\033[K[%s%s] %s' "$(printf '%*s' "$filled" '' | tr ' ' '#')" \
        "$(printf '%*s' $((width - filled)) '' | tr ' ' '.')" "$2" >&2
}

erase_bar() { [ ! -t 2 ] || printf '\r\033[K' >&2; }

# Shows how far a command is until it has ended. Arguments: its process, and a function that gets the elapsed seconds and sets
# `share` (thousandths) and `state` (a text).
watch_progress() {
    local pid="$1" describe="$2" start="$SECONDS" last=0 pause=0.2 elapsed share state
    while kill -0 "$pid" 2>/dev/null; do
        sleep "$pause"
        elapsed=$((SECONDS - start))
        # What has nothing to do ends within two seconds, and shows nothing.
        [ "$elapsed" -ge 2 ] || continue
        pause=1
        if [ ! -t 2 ] && [ $((elapsed - last)) -lt 15 ]; then continue; fi
        last="$elapsed"
        share=0
        state=
        "$describe" "$elapsed"
        if [ -t 2 ]; then draw_bar "$share" "$state"; else printf '%s\n' "$state" >&2; fi
    done
    erase_bar
}

# Runs a command and shows its progress; returns its exit status. Arguments: the file for its output, the function for
# watch_progress, the command.
run_with_progress() {
    local output="$1" describe="$2" pid status=0
    shift 2
    # In a process group of its own: Ctrl-C reaches this script alone, which passes it on and waits for the end.
    set -m
    "$@" >"$output" 2>&1 &
    pid=$!
    set +m
    trap 'interrupt_command '"$pid" INT TERM
    watch_progress "$pid" "$describe"
    wait "$pid" || status=$?
    trap - INT TERM
    return "$status"
}

interrupt_command() {
    trap - INT TERM
    kill -INT -- "-$1" 2>/dev/null || true
    wait "$1" 2>/dev/null || true
    erase_bar
    printf 'Interrupted. What has been built is kept.\n' >&2
    exit 130
}
