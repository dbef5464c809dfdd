"""A connection to a server that a test cuts, and that holds requests back for as long as a test wants."""

import socket
import threading


class Wire:
    """Passes bytes on to a server."""

    def __init__(self, address):
        host, port = address.removeprefix("http://").split(":")
        self.target = (host, int(port))
        self.port = 0
        self.sockets = []
        # What was received of requests, the changes among them, and whether a request with some bytes is passed on.
        self.received = []
        self.writes = []
        self.passes = lambda data: True
        self.changed = threading.Condition()
        self.restore()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    # MARK: - Cutting it

    def restore(self):
        self.listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, args=(self.listener,), daemon=True).start()

    def cut(self):
        """Refuses connections from now on, and ends those there are."""
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for it in self.sockets:
            try:
                it.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.sockets = []

    # MARK: - Holding requests back

    def hold(self, text=""):
        """Holds back the requests with a text from now on: by default, all."""
        self.let(lambda data: text.encode() not in data)

    def release(self, text=""):
        """Passes on the requests with a text, and holds back all others: by default, none."""
        self.let(lambda data: text.encode() in data)

    def let(self, passes):
        with self.changed:
            self.passes = passes
            self.changed.notify_all()

    # MARK: - Waiting for requests

    def wait_for_request(self, text):
        """Waits until a request with a text has come."""
        with self.changed:
            came = self.changed.wait_for(lambda: any(text.encode() in it for it in self.received), timeout=30)
            assert came, f"No request with “{text}” has come, but {self.received}."

    def wait_for_write(self):
        """Waits until a change has gone through."""
        with self.changed:
            assert self.changed.wait_for(lambda: self.writes, timeout=30), "No change has gone through."

    # MARK: - Passing bytes on

    def accept(self, listener):
        while True:
            try:
                near, _ = listener.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(self.target)
            except OSError:
                near.close()
                continue
            self.sockets += [near, far]
            threading.Thread(target=self.copy, args=(near, far, True), daemon=True).start()
            threading.Thread(target=self.copy, args=(far, near, False), daemon=True).start()

    def copy(self, source, target, is_request):
        try:
            while data := source.recv(1 << 16):
                if is_request:
                    self.note(data)
                target.sendall(data)
        except OSError:
            pass
        for it in (source, target):
            try:
                it.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def note(self, data):
        """Notes a request, and returns once it may pass."""
        with self.changed:
            self.received.append(data)
            for line in data.split(b"\r\n"):
                if line.startswith((b"POST ", b"DELETE ")) and b"/authentication/" not in line:
                    self.writes.append(line.split(b"?")[0].decode().rsplit("/", 1)[1])
            self.changed.notify_all()
            self.changed.wait_for(lambda: self.passes(data))
