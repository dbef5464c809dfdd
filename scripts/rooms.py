"""Finds which folders of a Swift target use which, from the sources alone.

A room is a folder directly in the target's folder, with all that is below it; files that stand beside the folders are a room
of their own, ".". A room uses another when it names

- a type of it, nested types included, as Swift looks names up: from the enclosing types outwards;
- a function or variable that it declares at the top level;
- a member that it adds to a type of another room, or of another module. Which type a member is called on is not known
  here, so this counts when no other room declares a member of that name, and the labels of a call fit.

Comments and texts are left out, except for what a text interpolates. What is private to a file is seen in that file only.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

TYPE_KEYWORDS = {"struct", "class", "enum", "protocol", "actor", "extension"}
MODIFIERS = {
    "public", "private", "fileprivate", "internal", "package", "open", "final", "indirect", "static", "class", "nonisolated",
    "mutating", "nonmutating", "override", "required", "convenience", "lazy", "weak", "unowned", "dynamic", "isolated",
    "distributed", "consuming", "borrowing", "sending",
}
# Members of the standard library that are used without a call, so that no label tells them from members of ours.
STANDARD_MEMBERS = {"count", "description", "first", "id", "indices", "isEmpty", "keys", "last", "name", "utf8", "values"}
TOKEN = re.compile(r"`?[A-Za-z_]\w*`?|\d[\w.]*|->|[^\sA-Za-z_\d]")


# --- Reading -------------------------------------------------------------------------------------------------------------


def code_of(text):
    """Returns the source without comments and texts; what texts interpolate stays."""
    out, position, end = [], 0, len(text)
    # Each open text: its closing delimiter, the mark of its interpolations, and the open parentheses of one that is being read.
    texts = []
    while position < end:
        if texts and texts[-1][2] is None:
            closing, mark, _ = texts[-1]
            if text.startswith(closing, position):
                texts.pop()
                position += len(closing)
                out.append(" ")
            elif text.startswith(mark + "(", position):
                texts[-1][2] = 0
                position += len(mark) + 1
                out.append(" ")
            elif text.startswith(mark, position):
                position += len(mark) + 1
            else:
                if text[position] == "\n":
                    out.append("\n")
                position += 1
            continue
        if text.startswith("//", position):
            line_end = text.find("\n", position)
            position = end if line_end < 0 else line_end
            continue
        if text.startswith("/*", position):
            depth = 0
            while position < end:
                if text.startswith("/*", position):
                    depth, position = depth + 1, position + 2
                elif text.startswith("*/", position):
                    depth, position = depth - 1, position + 2
                    if depth == 0:
                        break
                else:
                    position += 1
            out.append(" ")
            continue
        opening = re.compile(r'(#*)("""|")').match(text, position)
        if opening:
            hashes, quote = opening.groups()
            texts.append([quote + hashes, "\\" + hashes, None])
            position = opening.end()
            out.append(" ")
            continue
        character = text[position]
        if texts:
            if character == "(":
                texts[-1][2] += 1
            elif character == ")":
                if texts[-1][2] == 0:
                    texts[-1][2] = None
                    position += 1
                    out.append(" ")
                    continue
                texts[-1][2] -= 1
        out.append(character)
        position += 1
    return "".join(out)


def tokens_of(text):
    return [token.strip("`") for token in TOKEN.findall(code_of(text))]


class Declaration:
    """A name that a file declares."""

    def __init__(self, name, file, scope, is_private, is_extension=False, labels=None):
        self.name = name
        self.file = file
        # The types around it, from the outermost to the innermost.
        self.scope = scope
        self.is_private = is_private
        # Whether it stands in an extension.
        self.is_extension = is_extension
        # The labels of a function's parameters, "_" where there is none; `None` for a variable.
        self.labels = labels

    def fits(self, labels):
        """Whether a use with these labels can mean it; parameters with defaults and trailing closures have none there."""
        if labels is None:
            return True
        if self.labels is None:
            return False
        declared = iter(self.labels)
        return all(label in declared for label in labels)


class SourceFile:
    """One file: what it declares, and its tokens with the types around each."""

    def __init__(self, path, room, text):
        self.path = path
        self.room = room
        self.tokens = tokens_of(text)
        self.types = []
        self.members = []
        self.globals = []
        self.parameters = set()
        # The types around each token.
        self.scopes = []
        # The positions of names that are declared, not used.
        self.declared = set()
        # What may be the name of a parameter or of a local variable.
        self.locals = {
            token
            for index, token in enumerate(self.tokens)
            if self.tokens[index + 1 : index + 2] in ([":"], ["in"]) or index and self.tokens[index - 1] in ("let", "var")
        }
        self._read()

    def _read(self):
        tokens = self.tokens
        # Each open brace: the names it adds to the scope, whether a type's body, whether private, whether an extension's.
        braces = []
        # The type whose body begins with the next brace that is not within parentheses.
        pending = None
        depth = 0
        index = 0
        while index < len(tokens):
            token = tokens[index]
            self.scopes.append(tuple(name for brace in braces for name in brace[0]))
            previous = tokens[index - 1] if index > 0 else ""
            following = tokens[index + 1] if index + 1 < len(tokens) else ""
            is_body = not braces or braces[-1][1]
            if token in ("(", "["):
                depth += 1
            elif token in (")", "]"):
                depth -= 1
            elif token == "{":
                if pending is not None and depth == pending[3]:
                    braces.append((pending[0], True, pending[1], pending[2], depth))
                    pending = None
                else:
                    braces.append(((), False, True, False, depth))
                depth = 0
            elif token == "}" and braces:
                depth = braces.pop()[4]
            elif previous == ".":
                pass
            elif token in TYPE_KEYWORDS and following[:1].isalpha() and following not in MODIFIERS | {"func", "var", "let", "init"}:
                scope = self.scopes[-1]
                is_private = self._is_private(index) or any(brace[2] for brace in braces)
                if token == "extension":
                    names = self._dotted(index + 1)
                    pending = (tuple(names), is_private, True, depth)
                else:
                    self.declared.add(index + 1)
                    self._parameters(index + 2)
                    self.types.append(Declaration(following, self, scope, is_private or not is_body, self._in_extension(braces)))
                    pending = ((following,), is_private, False, depth)
            elif token in ("typealias", "associatedtype") and following:
                self.declared.add(index + 1)
                if token == "associatedtype":
                    self.parameters.add(following)
                else:
                    self._parameters(index + 2)
                    is_private = self._is_private(index) or any(brace[2] for brace in braces) or not is_body
                    self.types.append(Declaration(following, self, self.scopes[-1], is_private, self._in_extension(braces)))
            elif token in ("func", "init", "subscript", "macro"):
                self._parameters(index + (2 if token == "func" else 1))
                if token == "func" and following[:1].isalpha() and is_body:
                    self.declared.add(index + 1)
                    self._declare(following, index, braces)
            elif token in ("var", "let") and is_body and depth == 0 and following[:1].isalpha():
                self.declared.add(index + 1)
                self._declare(following, index, braces)
            elif token == "case" and braces and braces[-1][1] and depth == 0:
                self._cases(index + 1, braces)
            index += 1

    def _in_extension(self, braces):
        return any(brace[3] for brace in braces)

    def _is_private(self, index):
        index -= 1
        while index >= 0:
            token = self.tokens[index]
            if token in ("private", "fileprivate"):
                # `private(set)` says nothing of the reading.
                if self.tokens[index + 1] != "(":
                    return True
            elif token not in MODIFIERS and token not in ("(", ")", "set", "unsafe"):
                return False
            index -= 1
        return False

    def _dotted(self, index):
        names = [self.tokens[index]]
        while self.tokens[index + 1 : index + 2] == ["."]:
            index += 2
            names.append(self.tokens[index])
        return names

    def _parameters(self, index):
        """Notes the generic parameters that stand after a name."""
        if self.tokens[index : index + 1] != ["<"]:
            return
        depth, expected = 0, False
        while index < len(self.tokens):
            token = self.tokens[index]
            if token == "<":
                depth += 1
                expected = depth == 1
            elif token == ">":
                depth -= 1
                if depth == 0:
                    return
            elif token == "," and depth == 1:
                expected = True
            elif expected and token not in ("each", "let"):
                self.parameters.add(token)
                self.declared.add(index)
                expected = False
            index += 1

    def _declare(self, name, index, braces):
        is_private = self._is_private(index) or any(brace[2] for brace in braces)
        scope = self.scopes[-1]
        if scope:
            labels = self.labels(index + 2, True) if self.tokens[index] == "func" else None
            self.members.append(Declaration(name, self, scope, is_private, self._in_extension(braces), labels))
        else:
            self.globals.append(Declaration(name, self, scope, is_private))

    def labels(self, index, is_declaration=False):
        """Returns the labels between the parentheses that begin at or, after generic parameters, behind a position."""
        tokens = self.tokens
        if is_declaration and tokens[index : index + 1] == ["<"]:
            depth = 0
            while index < len(tokens):
                depth += {"<": 1, ">": -1}.get(tokens[index], 0)
                index += 1
                if depth == 0:
                    break
        if tokens[index : index + 1] != ["("]:
            return None
        labels, depth, begins = [], 0, True
        while index < len(tokens):
            token = tokens[index]
            if depth == 1 and begins and token not in ("(", ")"):
                following = tokens[index + 1] if index + 1 < len(tokens) else ""
                is_label = following == ":" or is_declaration and (following[:1].isalpha() or following[:1] == "_")
                labels.append(token if is_label else "_")
                begins = False
            elif depth == 1 and begins and token == "(":
                labels.append("_")
                begins = False
            if token in ("(", "[", "{"):
                depth += 1
            elif token in (")", "]", "}"):
                depth -= 1
                if depth == 0:
                    break
            elif token == "," and depth == 1:
                begins = True
            index += 1
        return labels

    def _cases(self, index, braces):
        depth, expected = 0, True
        while index < len(self.tokens):
            token = self.tokens[index]
            if token in ("(", "["):
                depth += 1
            elif token in (")", "]"):
                depth -= 1
            elif depth == 0:
                if expected and token[:1].isalpha():
                    self.declared.add(index)
                    self._declare(token, index - 1, braces)
                    expected = False
                elif token == ",":
                    expected = True
                elif token != "=" and not (self.tokens[index - 1] == "="):
                    return
            index += 1


# --- Finding the uses ----------------------------------------------------------------------------------------------------


class Target:
    """The files of one target, and which of its rooms use which."""

    def __init__(self, files):
        self.files = files
        self.types = defaultdict(list)
        self.members = defaultdict(list)
        self.globals = defaultdict(list)
        for file in files:
            for declaration in file.types:
                self.types[declaration.scope + (declaration.name,)].append(declaration)
            for declaration in file.members:
                self.members[declaration.name].append(declaration)
            for declaration in file.globals:
                self.globals[declaration.name].append(declaration)
        # The room that uses, the room that is used, the file that uses it: the names.
        self.uses = defaultdict(lambda: defaultdict(set))
        for file in files:
            self._follow(file)

    @staticmethod
    def read(folder):
        files = []
        for path in sorted(folder.rglob("*.swift")):
            inside = path.relative_to(folder)
            # The code that a tutorial shows.
            if inside.parts[0].endswith(".docc"):
                continue
            room = inside.parts[0] if len(inside.parts) > 1 else "."
            files.append(SourceFile(path, room, path.read_text()))
        return Target(files)

    def rooms(self):
        return sorted({file.room for file in self.files})

    def _visible(self, declarations, file):
        """The declarations of a name that a file means: its own before those of others."""
        own = [declaration for declaration in declarations if declaration.file is file]
        return own or [declaration for declaration in declarations if not declaration.is_private]

    def _look_up(self, scope, name, file):
        for length in range(len(scope), -1, -1):
            # A nested type is known in extensions of its outer one by that name alone.
            for start in range(length):
                found = self._visible(self.types.get(scope[start:length] + (name,), ()), file)
                if found:
                    return scope[start:length] + (name,), found
        return (name,), self._visible(self.types.get((name,), ()), file)

    def _note(self, file, declarations, name):
        rooms = {declaration.file.room for declaration in declarations}
        if rooms and file.room not in rooms:
            for room in rooms:
                self.uses[(file.room, room)][file].add(name)

    def _follow(self, file):
        tokens = file.tokens
        for index, token in enumerate(tokens):
            if not (token[:1].isalpha() or token[:1] == "_") or index in file.declared:
                continue
            scope = file.scopes[index]
            if index > 0 and tokens[index - 1] == ".":
                self._follow_member(file, index)
                continue
            if token in file.parameters and not self._is_own_type(file, scope, token):
                continue
            path, found = self._look_up(scope, token, file)
            if found:
                self._note(file, found, token)
                self._follow_path(file, index, path)
            elif token in self.globals and tokens[index + 1 : index + 2] != [":"]:
                self._note(file, self._visible(self.globals[token], file), token)
            else:
                self._follow_own_member(file, scope, token)

    def _is_own_type(self, file, scope, token):
        _, found = self._look_up(scope, token, file)
        return any(declaration.file is file for declaration in found)

    def _follow_path(self, file, index, path):
        """Follows `A.B.c` from a type that was found."""
        tokens = file.tokens
        while tokens[index + 1 : index + 2] == ["."] and index + 2 < len(tokens):
            index += 2
            longer = path + (tokens[index],)
            found = self._visible(self.types.get(longer, ()), file)
            if found:
                self._note(file, found, ".".join(longer))
                path = longer
                continue
            members = [
                declaration
                for declaration in self._visible(self.members.get(tokens[index], ()), file)
                if declaration.scope == path and declaration.is_extension
            ]
            self._note(file, members, ".".join(longer))
            return

    def _follow_member(self, file, index):
        """Follows `.name`, which may be a member of anything: only a name that one room alone declares is certain."""
        name = file.tokens[index]
        if name in STANDARD_MEMBERS:
            return
        labels = file.labels(index + 1)
        found = [declaration for declaration in self._visible(self.members.get(name, ()), file) if declaration.fits(labels)]
        rooms = {declaration.file.room for declaration in found}
        if len(rooms) == 1 and all(self._is_foreign(declaration) for declaration in found):
            self._note(file, found, "." + name)

    def _follow_own_member(self, file, scope, name):
        """Follows a bare name within a type, which may be a member that another room has added to it."""
        if name in file.locals:
            return
        found = [
            declaration
            for declaration in self._visible(self.members.get(name, ()), file)
            if declaration.is_extension and declaration.scope and declaration.scope == scope[-len(declaration.scope) :]
        ]
        self._note(file, [declaration for declaration in found if self._is_foreign(declaration)], "self." + name)

    def _is_foreign(self, declaration):
        """Whether a member was added to a type of another room, or of another module."""
        if not declaration.is_extension:
            return False
        homes = {
            home.file.room for home in self.types.get(declaration.scope, ()) if not home.is_private or home.file is declaration.file
        }
        return declaration.file.room not in homes


# --- Drawing -------------------------------------------------------------------------------------------------------------


def cycles_of(rooms, edges):
    """Groups the rooms that reach each other, by Tarjan's algorithm; the groups come before those that use them."""
    order, lowest, stack, groups = {}, {}, [], []

    def visit(room):
        order[room] = lowest[room] = len(order)
        stack.append(room)
        for other in sorted(edges[room]):
            if other not in order:
                visit(other)
                lowest[room] = min(lowest[room], lowest[other])
            elif other in stack:
                lowest[room] = min(lowest[room], order[other])
        if lowest[room] == order[room]:
            group = []
            while not group or group[-1] != room:
                group.append(stack.pop())
            groups.append(sorted(group))

    for room in rooms:
        if room not in order:
            visit(room)
    return groups


def draw(name, target, shows_uses):
    """Prints the rooms of a target, those that use others first; returns whether some use each other in a cycle."""
    rooms = target.rooms()
    edges = {room: {other for user, other in target.uses if user == room} for room in rooms}
    groups = cycles_of(rooms, edges)
    print(f"{name}")
    width = max(len(room) for room in rooms)
    for group in reversed(groups):
        for room in group:
            print(f"  {room:<{width}}  {'→ ' + ', '.join(sorted(edges[room])) if edges[room] else ''}".rstrip())
    if shows_uses:
        for user, used in sorted(target.uses):
            explain(target, user, used)
    is_cyclic = False
    for group in groups:
        if len(group) < 2:
            continue
        is_cyclic = True
        print(f"  These use each other: {', '.join(group)}")
        if not shows_uses:
            for user, used in sorted(target.uses):
                if user in group and used in group:
                    explain(target, user, used)
    return is_cyclic


def explain(target, user, used):
    print(f"    {user} → {used}")
    for file, names in sorted(target.uses[(user, used)].items(), key=lambda item: item[0].path.name):
        print(f"      {file.path.name}: {', '.join(sorted(names))}")


def main(arguments):
    shows_uses = arguments[:1] == ["--uses"]
    folders = [Path(argument) for argument in arguments[1 if shows_uses else 0 :]]
    failed = False
    for folder in folders:
        target = Target.read(folder)
        if not target.files:
            print(f"{folder} holds no Swift.", file=sys.stderr)
            return 66
        failed = draw(str(folder), target, shows_uses) or failed
    if failed:
        print("Folders use each other in a cycle: move a file or a declaration, so that one of them comes first.", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
