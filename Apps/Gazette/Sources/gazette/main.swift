import Foundation
import GazetteCommands

exit(await CommandLineTool.run(Array(CommandLine.arguments.dropFirst())))
