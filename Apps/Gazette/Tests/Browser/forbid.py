"""Forbids a process to connect to other hosts, and to servers of its own."""

import ctypes
import platform
import sys

# The numbers of the system call connect.
NUMBERS = {"x86_64": 42, "aarch64": 203}
AVAILABLE = sys.platform == "linux" and platform.machine() in NUMBERS


class Instruction(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint16), ("jt", ctypes.c_uint8), ("jf", ctypes.c_uint8), ("k", ctypes.c_uint32)]


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_uint16), ("instructions", ctypes.POINTER(Instruction))]


def connections():
    """To be called in a new process before its program begins (`preexec_fn`): from then on, connect(2) to an IP address ends the process with
    SIGSYS. Where the C library looks up names itself, it connects to their server, too."""
    number = NUMBERS[platform.machine()]
    kill, allow = 0x80000000, 0x7FFF0000
    # Addresses of IP have 16 or 28 bytes. Those of sockets in the file system, by which the C library looks up users, are longer (seccomp(2)).
    instructions = (Instruction * 7)(
        (0x20, 0, 0, 0),  # load the number of the system call
        (0x15, 0, 3, number),  # another one: allow
        (0x20, 0, 0, 32),  # load its third argument, the length
        (0x15, 2, 0, 16),  # kill
        (0x15, 1, 0, 28),  # kill
        (0x06, 0, 0, allow), (0x06, 0, 0, kill))
    libc = ctypes.CDLL(None, use_errno=True)
    program = Program(len(instructions), instructions)
    # PR_SET_NO_NEW_PRIVS, without which only root may set a filter, and PR_SET_SECCOMP.
    if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.byref(program), 0, 0):
        raise OSError(ctypes.get_errno(), "Connections can't be forbidden.")
