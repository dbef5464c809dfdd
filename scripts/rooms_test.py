"""Tests of rooms.py: python3 scripts/rooms_test.py"""

import contextlib
import io
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
from rooms import SourceFile, Target, code_of, cycles_of, draw


def target(**rooms):
    """Makes a target of one file a room, named for it."""
    return Target([SourceFile(Path(f"{room}.swift"), room, text) for room, text in rooms.items()])


def edges(**rooms):
    return set(target(**rooms).uses)


class Reading(unittest.TestCase):
    def test_comments_and_texts_are_left_out(self):
        code = code_of('a // b\n/* c /* d */ e */ f "g \\" h" #"i \\(j)"# """\nk "l"\n""" m')
        self.assertEqual(code.split(), ["a", "f", "m"])

    def test_what_a_text_interpolates_stays(self):
        code = code_of('"a \\(b(c, "d \\(e)")) f" #"g \\#(h)"#')
        self.assertEqual([name for name in "abcdefgh" if name in code], ["b", "c", "e", "h"])

    def test_extensions_and_bodies_give_the_scope(self):
        file = SourceFile(Path("a.swift"), "a", "extension A.B { struct C { func d() { let e = 1 } } }\nlet f = 1")
        self.assertEqual([(each.scope, each.name) for each in file.types], [(("A", "B"), "C")])
        self.assertEqual([(each.scope, each.name) for each in file.members], [(("A", "B", "C"), "d")])
        self.assertEqual([each.name for each in file.globals], ["f"])

    def test_labels_of_calls_and_declarations(self):
        file = SourceFile(Path("a.swift"), "a", "func a<T>(_ b: T, c d: [Int], e: Int)  a(1, c: [2, f(g: 3)])")
        self.assertEqual(file.labels(2, True), ["_", "c", "e"])
        self.assertEqual(file.labels(file.tokens.index("a", 3) + 1), ["_", "c"])


class Uses(unittest.TestCase):
    def test_a_type_is_used_by_its_name(self):
        self.assertEqual(edges(A="struct S {}", B="let s: S? = nil"), {("B", "A")})

    def test_an_extension_uses_its_type(self):
        self.assertEqual(edges(A="struct S {}", B="extension S { func f() {} }"), {("B", "A")})

    def test_a_nested_type_is_found_where_it_is_declared(self):
        self.assertEqual(
            edges(A="struct S {}", B="extension S { struct T {} }", C="let t: S.T"), {("B", "A"), ("C", "A"), ("C", "B")})

    def test_a_nested_type_hides_another(self):
        self.assertEqual(edges(A="struct State {}", B="struct S { struct State {}\nvar s: State }"), set())

    def test_a_nested_type_of_another_is_not_meant(self):
        self.assertEqual(edges(A="struct S { struct Key {} }", B="let k: Key"), set())

    def test_a_private_type_is_seen_in_its_file_only(self):
        self.assertEqual(edges(A="private struct S {}", B="let s: S"), set())

    def test_a_generic_parameter_is_no_type(self):
        self.assertEqual(edges(A="struct Value {}", B="struct S<Value: P> { let v: Value }"), set())

    def test_a_function_at_the_top_level(self):
        self.assertEqual(edges(A="func fetch() {}", B="func g() { fetch() }", C="g(fetch: 1)"), {("B", "A"), ("C", "B")})

    def test_a_member_that_is_added_to_a_type_of_another_module(self):
        self.assertEqual(edges(A="extension String { var folded: Int { 1 } }", B="let a = text.folded"), {("B", "A")})
        self.assertEqual(edges(A="private extension String { var folded: Int { 1 } }", B="let a = text.folded"), set())

    def test_a_member_of_a_name_that_two_rooms_declare_is_not_certain(self):
        self.assertEqual(
            edges(A="extension String { var a: Int { 1 } }", B="struct S { var a: Int }", C="let b = c.a"), set())

    def test_a_call_with_other_labels_means_another(self):
        self.assertEqual(edges(A="extension V { func change(_ a: Int) {} }", B="let b = c.change(of: 1)"), set())

    def test_a_static_member_is_found_by_its_type(self):
        self.assertEqual(
            edges(A="struct S {}", B="extension S { static func make() {} }", C="struct D { func make() {} }", D="S.make()"),
            {("B", "A"), ("D", "A"), ("D", "B")})

    def test_a_bare_name_in_an_extended_type(self):
        rooms = {"A": "struct S { func f() { g() } }", "B": "extension S { func g() {} }"}
        self.assertEqual(edges(**rooms), {("A", "B"), ("B", "A")})

    def test_names_in_comments_and_texts_are_no_uses(self):
        self.assertEqual(edges(A="struct S {}", B='// S\nlet a = "S"'), set())
        self.assertEqual(edges(A="struct S {}", B='let a = "\\(S())"'), {("B", "A")})


class Cycles(unittest.TestCase):
    def test_rooms_that_reach_each_other_are_one_group(self):
        self.assertEqual(
            cycles_of(["a", "b", "c", "d"], {"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}), [["b", "c"], ["a"], ["d"]])

    def test_a_drawing_tells_of_a_cycle(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            self.assertFalse(draw("T", target(A="struct S {}", B="let s: S"), False))
            self.assertTrue(draw("T", target(A="struct S { let t: T }", B="struct T { let s: S }"), False))
        self.assertIn("  B  → A\n  A\n", out.getvalue())
        self.assertIn("These use each other: A, B", out.getvalue())


if __name__ == "__main__":
    unittest.main()
