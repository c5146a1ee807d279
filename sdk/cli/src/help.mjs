import { COMMANDS } from './commands.mjs';

const column = (rows) => {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`.trimEnd()).join('\n');
};

const OWN = [
  [
    'login',
    'Gets a key by your browser and keeps it (--url, --live, --no-browser; --key or --with-key: one of yours)',
  ],
  ['logout', 'Revokes that key and forgets everything'],
  [
    'listen',
    'Sends what happens from now on to your own machine, as signed webhooks (--forward-to, --events, --api-version)',
  ],
  ['logs', 'tail: prints the calls of your software as they come (--outcome, --method, --path, --key-id)'],
  ['trigger', 'Makes something happen in test mode: payment.succeeded, chargeback.opened …'],
  ['completion', 'Prints a script that completes commands: bash, zsh'],
];

export const OWN_COMMANDS = OWN.map(([name]) => name);

export function helpOfAll() {
  const nouns = COMMANDS.map(({ command, about }) => [command, about.split('. ')[0]]);
  return `daftar <command> … --help\n\n${column(OWN)}\n\nThe API, by what it is about:\n\n${column(nouns)}`;
}

export const helpOfGroup = ({ command, about, calls }) =>
  `${about}\n\n${column(calls.map((call) => [[`daftar ${command} ${call.command}`, ...call.path.map((name) => `<${name}>`)].join(' '), call.about.split('. ')[0]]))}`;

export function helpOfCall(group, call) {
  const path = call.path.map((name) => `<${name}>`);
  const options = call.options.map(({ flag, kind, needed, choices, about }) => [
    `--${flag} <${kind === 'texts' || kind === 'numbers' ? `${kind.slice(0, -1)}>…` : `${kind}>`}`,
    [needed ? '(needed)' : '', about, choices ? `[${choices.join(', ')}]` : ''].filter(Boolean).join(' '),
  ]);
  const own = [
    ['--json', 'Print the reply as JSON'],
    ...(call.pages ? [['--all', 'Read every page']] : []),
    ...(call.sends === 'body' ? [['--data <json|@file>', 'The whole body; options replace its fields']] : []),
    ...(call.gives === 'file' ? [['--output <path>', 'Where the file goes; otherwise it is printed']] : []),
    ...(call.idempotent
      ? [['--idempotency-key <text>', 'Repeated with the same key, nothing is done twice']]
      : []),
  ];
  const usage = ['daftar', group.command, call.command, ...path].join(' ');
  return `${usage}\n\n${call.about}\n\n${column([...options, ...own])}`;
}
