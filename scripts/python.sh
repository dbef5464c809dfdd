# Sourced by the scripts that need packages of Python.

# Makes a virtual environment with the packages of a file, unless it is there. Arguments: the file; the folder of the environment.
require_python() {
    cmp -s "$1" "$2/requirements.txt" && return
    python3 -m venv --clear "$2"
    "$2/bin/pip" install --quiet --disable-pip-version-check --requirement "$1"
    cp "$1" "$2/requirements.txt"
}
