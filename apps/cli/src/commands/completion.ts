import { Argument, type Command } from 'commander';

const SHELLS = ['bash', 'zsh'] as const;

const HELP = `
Examples:
  $ echo 'source <(payments completion bash)' >> ~/.bashrc
  $ echo 'source <(payments completion zsh)' >> ~/.zshrc`;

/** `payments completion`: a script that completes commands and options, generated from the commands themselves. */
export function registerCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a shell completion script')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', HELP)
    .action((shell: (typeof SHELLS)[number]) => {
      process.stdout.write(`${completionScript(program, shell)}\n`);
    });
}

function completionScript(program: Command, shell: (typeof SHELLS)[number]): string {
  const cases = everyCommand(program, []).map(
    ({ path, words }) => `    '${path.join(' ')}') words='${words.join(' ')}' ;;`,
  );
  // zsh runs the same function under its own emulation of bash completion.
  const setUp = shell === 'zsh' ? 'autoload -U +X compinit bashcompinit && compinit && bashcompinit\n' : '';
  return `${setUp}_payments() {
  local path='' word words='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "$word" in -*) break ;; esac
    path="\${path:+$path }$word"
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _payments payments`;
}

interface Completed {
  readonly path: readonly string[];
  /** The candidates for the next word. */
  readonly words: readonly string[];
}

function everyCommand(command: Command, path: readonly string[]): Completed[] {
  const subcommands = command.commands.map((each) => each.name());
  const options = command.options.map(({ long }) => long).filter((long) => long != null);
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const own = { path, words: [...subcommands, ...choices, ...options, '--help'] };
  return [own, ...command.commands.flatMap((each) => everyCommand(each, [...path, each.name()]))];
}
