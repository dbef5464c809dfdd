import Foundation
import Synchronization

/// The program that shows long text a screen at a time: that of PAGER, or `less`.
enum Pager {
    /// Whether a pager is on the terminal, so that Ctrl-C is meant for the pager.
    static var isShowing: Bool { showing.load(ordering: .relaxed) }

    private static let showing = Atomic<Bool>(false)

    /// The default pager: it ends by itself if the text fits, shows colours, and leaves the text on the screen.
    private static let usual = "command -v less >/dev/null 2>&1 || exit 127; exec less -FRX"

    /// Returns the command of the pager; `nil` if the environment turns it off.
    static func command(_ environment: [String: String] = Console.current.environment) -> String? {
        guard let chosen = environment["PAGER"] else { return usual }
        let command = chosen.trimmingCharacters(in: .whitespaces)
        return command.isEmpty || command == "cat" ? nil : command
    }

    /// Shows a text, and returns when the user has quit the pager.
    ///
    /// - Returns: Whether it was shown; it is not if there is no such program.
    static func show(_ text: String, command: String) -> Bool {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return false }
        let process = spawn(command, input: ends[0], closing: ends[1])
        close(ends[0])
        guard let process else {
            close(ends[1])
            return false
        }
        showing.store(true, ordering: .relaxed)
        defer { showing.store(false, ordering: .relaxed) }
        // A reader who ends the pager early breaks the pipe, which is no error.
        _ = Output.write(text + "\n", to: ends[1])
        close(ends[1])
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // A shell ends with this status if it finds no such command.
        return (status >> 8) & 0xFF != 127
    }

    /// Starts a shell command in the process group of `gazette`, so that it may read from the terminal.
    ///
    /// It writes where the command does.
    private static func spawn(_ command: String, input: Int32, closing other: Int32) -> pid_t? {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        let console = Console.current
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, console.output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, console.error, STDERR_FILENO)
        posix_spawn_file_actions_addclose(&actions, other)
        // Signals that this process ignores get their default action in the pager.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var arguments = copies(of: ["sh", "-c", command])
        var environment = copies(of: console.environment.map { "\($0)=\($1)" })
        defer { (arguments + environment).forEach { free($0) } }
        var process: pid_t = 0
        let result = posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, &environment)
        return result == 0 ? process : nil
    }

    /// Returns texts as C wants them, with `nil` after the last one. The caller frees each.
    private static func copies(of texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }
}

extension Output {
    /// Prints lines for a person, in a pager if they are more than the terminal has.
    static func show(_ lines: [String], _ options: OutputOptions) {
        let text = lines.joined(separator: "\n")
        let terminal = options.terminal
        let isLong = lines.count >= terminal.height
        if isLong, terminal.hasControls, !options.noPager, !Console.current.isBroken, let command = Pager.command(),
            Pager.show(text, command: command)
        {
            return
        }
        print(text)
    }
}
