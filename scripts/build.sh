# Sourced by the scripts that build: builds with a display of progress.

. "$root/scripts/progress.sh"

# All scripts that build without optimisation do so in one folder with the same options, so that each finds what the others have
# built.
scratch="$root/.build-all"
# The manifests limit what an expression may cost to type-check.
export FRESHET_STRICT=1

# Enables the traits whose libraries are there, so that they are built and tested, too.
find_traits() {
    FRESHET_TRAITS="NIO SQLite Telemetry"
    [ ! -e /usr/include/brotli/decode.h ] || FRESHET_TRAITS+=" Brotli"
    [ ! -e /usr/include/zstd.h ] || FRESHET_TRAITS+=" Zstd"
    export FRESHET_TRAITS
}
find_traits

# Neither an index for editors nor information for debuggers: nobody reads them in these builds.
lean=(--disable-index-store -debug-info-format none)

# Without optimisation, one process compiles a module and emits its interface: a fifth less of the processor's time than with a
# process for each of the two. A change compiles its whole module again.
whole_modules=(-Xswiftc -whole-module-optimization -Xswiftc -no-emit-module-separately-wmo -Xswiftc -num-threads -Xswiftc 2)

# Both and a precompiled header, for what is built in the folder above. Half of the time that each of BoringSSL's 283 files takes
# goes into a few headers of the standard library. The compiler does not compare the macros of the two. <iterator>, which few of
# the files include, brings streams: loading those takes each file longer than the rest. BoringSSL's own headers can't be precompiled:
# the pragmas that rename its symbols are lost.
unoptimised=("${lean[@]}" "${whole_modules[@]}")
precompile_headers() {
    local header="$scratch/standard-library.h" compiled="$scratch/standard-library.pch" compiler
    compiler="$(command -v clang++)" || return 0
    if [ ! "$compiled" -nt "$(readlink -f "$compiler")" ]; then
        mkdir -p "$scratch"
        printf '#include <%s>\n' algorithm array functional memory optional string_view utility variant >"$header"
        "$compiler" -x c++-header -std=c++17 -O0 -g0 -fPIC -fblocks -fno-omit-frame-pointer -D_GNU_SOURCE -w "$header" \
            -o "$compiled" 2>/dev/null || return 0
    fi
    unoptimised+=(-Xcxx -include-pch -Xcxx "$compiled" -Xcxx -Xclang -Xcxx -fno-validate-pch)
}
[ "$(uname)" != Linux ] || precompile_headers

# The linker of the toolchain takes half the time of the one that the compiler chooses by itself on Linux.
[ ! -x "$(dirname "$(readlink -f "$(command -v swift)")")/ld.lld" ] || unoptimised+=(-Xswiftc -use-ld=lld)

# The library, Gazette, the examples and all their tests as one graph.
# SwiftPM keeps the versions it has chosen in a folder of the workspace, and does not make it.
mkdir -p "$root/scripts/everything.xcworkspace/xcshareddata/swiftpm"
everything=(--multiroot-data-file "$root/scripts/everything.xcworkspace" --scratch-path "$scratch" "${unoptimised[@]}")

build_output="${TMPDIR:-/tmp}/freshet-build-$$.log"

# Sets the share and the state of a build.
describe_build() {
    local elapsed="$1" line steps total
    state="$build_title: packages and first modules, $(clock "$elapsed")"
    line="$(tail -c 4000 "$build_output" | tr '\r' '\n' | sed -n 's|^\[\([0-9]*\)/\([0-9]*\)\].*|\1 \2|p' | tail -n 1)"
    [ -n "$line" ] || return 0
    read -r steps total <<<"$line"
    [ "$total" -gt 0 ] || return 0
    share=$((steps * 1000 / total))
    state="$build_title: $steps of $total steps, $(clock "$elapsed")"
    if [ "$share" -ge 50 ]; then state="$state, about $(clock $((elapsed * (1000 - share) / share))) left"; fi
}

# Builds NIOCore first where it is missing: most other modules wait for it, and llbuild, which takes what is ready by the name,
# would compile all of BoringSSL before it on every core, and the modules after it one by one. Its steps are not shown as those
# of the whole.
build_in_order() {
    local first=()
    export SWIFT_DETERMINISTIC_HASHING=1
    if [[ " $* " == *" --scratch-path $scratch "* ]] && [ ! -e "$scratch/debug/Modules/NIOCore.swiftmodule" ]; then
        while IFS= read -r -d '' argument; do first+=("$argument"); done < <(
            printf '%s\0' "$@" | sed -z '/^--build-tests$/d; /^--product$/{N;d}')
        swift build "${first[@]}" --target NIOCore | sed -u 's/^\[[0-9/]*\] //' || return 1
    fi
    swift build "$@"
}

# Builds, and shows the errors of a build that fails. Arguments: what is built, as people read it; those of `swift build`.
#
# The files that the compiler warns of are touched: the next build compiles them again, and warns again. SwiftPM passes a package's
# traits as flags in the order of a hash table: in another order in each run, it would compile again what has not changed.
build() {
    local status=0 start="$SECONDS" file
    build_title="$1"
    shift
    run_with_progress "$build_output" describe_build build_in_order "$@" || status=$?
    if [ "$status" -ne 0 ]; then
        { grep -E -A 4 'error: ' "$build_output" || tail -n 60 "$build_output"; } | head -n 200 >&2
        printf '%s failed after %s. The full output is in %s\n' "$build_title" "$(clock $((SECONDS - start)))" "$build_output" >&2
        return 1
    fi
    while IFS= read -r file; do touch "$file"; done < <(build_warnings | cut -d : -f 1 | sort -u)
    if [ $((SECONDS - start)) -ge 3 ]; then
        printf '%s: %s\n' "$build_title" "$(clock $((SECONDS - start)))" >&2
    fi
}

# Builds the library, Gazette, the examples and all their tests, unless ./test has just done so. Argument: what people read meanwhile.
build_everything() {
    [ -n "${FRESHET_BUILT-}" ] || build "$1" "${everything[@]}" --build-tests
}

# Prints the compiler's warnings about the project's own files in the last build, each once.
build_warnings() {
    { grep -E "^$root/[^:]*\.swift:[0-9]+:[0-9]+: warning: " "$build_output" || true; } | grep -v '/checkouts/' | sort -u
}
