import { ownOptionsOf } from './call.mjs';
import { COMMANDS } from './commands.mjs';
import { OWN_COMMANDS } from './help.mjs';
import { TRIGGERS } from './trigger.mjs';
import { UsageError } from './usage.mjs';

const BASH = `_daftar() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(daftar __complete "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _daftar daftar
`;
const SCRIPTS = { bash: BASH, zsh: `autoload -U +X bashcompinit && bashcompinit\n${BASH}` };

/** What may stand behind the words typed so far. */
export function candidates([first, second]) {
  if (first === undefined) return [...OWN_COMMANDS, ...COMMANDS.map(({ command }) => command)];
  if (first === 'trigger') return second === undefined ? TRIGGERS : ['--link', '--transaction', '--json'];
  if (first === 'listen') return ['--forward-to', '--events', '--interval', '--api-version'];
  if (first === 'logs')
    return second === undefined
      ? ['tail']
      : ['--outcome', '--method', '--path', '--key-id', '--interval', '--json'];
  if (first === 'login') return ['--url', '--live', '--no-browser', '--with-key', '--key'];
  if (first === 'completion') return Object.keys(SCRIPTS);
  const group = COMMANDS.find(({ command }) => command === first);
  if (second === undefined) return group?.calls.map(({ command }) => command) ?? [];
  const call = group?.calls.find(({ command }) => command === second);
  return call
    ? [...call.options.map(({ flag }) => flag), ...Object.keys(ownOptionsOf(call))].map((name) => `--${name}`)
    : [];
}

export function completion(shell) {
  const script = Object.hasOwn(SCRIPTS, shell ?? '') ? SCRIPTS[shell] : undefined;
  if (!script) throw new UsageError('daftar completion bash|zsh');
  process.stdout.write(script);
}
