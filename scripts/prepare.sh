# Sourced by ./gazette and ./test: what must be there before anything can be built.

say() { printf '%s\n' "$*" >&2; }

can_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }

# Whether one of some commands is there.
has_any() { command -v "$@" >/dev/null; }

# The package of the browser for the tests, if one has to be installed. Debian has one of Chromium without windows, which takes half
# of the processor's time.
missing_browser() {
    ! has_any chromium-headless-shell || return 0
    if can_install && grep -qx ID=debian /etc/os-release; then
        echo chromium-headless-shell
    elif ! has_any chromium chromium-browser google-chrome; then
        echo chromium
    fi
}

# Names the Debian packages that are missing, and installs them where that is allowed. With --browser, also what the tests
# in a browser and those with a database want; with --site, what the documentation's site wants; with --codings or --browser, what the traits for content codings want; with --release, what building a
# release needs; with --small-system, what checking it needs.
require_packages() {
    [ "$(uname)" = Linux ] || return 0
    local missing=() browser
    command -v git >/dev/null || missing+=(git)
    [ -e /usr/include/zlib.h ] || missing+=(zlib1g-dev)
    [ -e /usr/include/sqlite3.h ] || missing+=(libsqlite3-dev)
    [ -e /usr/include/png.h ] || missing+=(libpng-dev)
    [ -e /usr/include/libxml2/libxml/parser.h ] || missing+=(libxml2-dev)
    [ -e /usr/include/turbojpeg.h ] || missing+=(libturbojpeg0-dev)
    if [ "${1-}" = --browser ] || [ "${1-}" = --site ]; then
        python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3 python3-venv)
    fi
    if [ "${1-}" = --browser ]; then
        browser="$(missing_browser)"
        [ -z "$browser" ] || missing+=("$browser" fonts-dejavu-core)
        [ -n "$(find /usr/lib/postgresql -path '*/bin/initdb' 2>/dev/null)" ] || has_any initdb || missing+=(postgresql)
        [ -n "$(PATH="$PATH:/usr/sbin" command -v nginx)" ] || missing+=(nginx-light)
        { ldconfig -p || /sbin/ldconfig -p; } 2>/dev/null | grep -q 'libargon2\.so\.1' || missing+=(libargon2-1)
    fi
    if [ "${1-}" = --codings ] || [ "${1-}" = --browser ]; then
        [ -e /usr/include/brotli/decode.h ] || missing+=(libbrotli-dev)
        [ -e /usr/include/zstd.h ] || missing+=(libzstd-dev)
    fi
    if [ "${1-}" = --release ]; then
        command -v strip >/dev/null || missing+=(binutils)
        command -v dpkg-shlibdeps >/dev/null || missing+=(dpkg-dev)
        command -v python3 >/dev/null || missing+=(python3)
    fi
    if [ "${1-}" = --small-system ]; then
        command -v curl >/dev/null || missing+=(curl)
        command -v debootstrap >/dev/null || missing+=(debootstrap)
    fi
    [ ${#missing[@]} -gt 0 ] || return 0
    if can_install; then
        say "Installing ${missing[*]}…"
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}"; } >&2 && {
            if declare -F find_traits >/dev/null; then find_traits; fi
            return 0
        }
    fi
    say "Missing: ${missing[*]}. On Debian or Ubuntu, install them with"
    say "  sudo apt-get install ${missing[*]}"
    exit 69
}

require_swift() {
    if ! command -v swift >/dev/null; then
        say "Swift 6.2 or newer is missing. Get it at https://www.swift.org/install and put it on the PATH."
        exit 69
    fi
}

require_swift
require_packages "$@"
