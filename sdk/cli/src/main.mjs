import { parseArgs } from 'node:util';
import { DaftarError } from '#sdk';
import { runCall } from './call.mjs';
import { COMMANDS } from './commands.mjs';
import { candidates, completion } from './completion.mjs';
import { helpOfAll, helpOfGroup } from './help.mjs';
import { listen } from './listen.mjs';
import { login, logout } from './login.mjs';
import { logs } from './logs.mjs';
import { trigger } from './trigger.mjs';
import { UsageError } from './usage.mjs';

const text = { type: 'string' };
const help = { type: 'boolean', short: 'h' };

/** The tool's own commands: their options, how many words they take, and what they do. */
const OWN = {
  login: {
    options: {
      url: text,
      key: text,
      'with-key': { type: 'boolean' },
      live: { type: 'boolean' },
      'no-browser': { type: 'boolean' },
    },
    words: 0,
    run: (values) => login(values),
  },
  logout: { options: {}, words: 0, run: logout },
  listen: {
    options: { 'forward-to': text, events: text, interval: text, 'api-version': text },
    words: 0,
    run: (values) => listen(values),
  },
  logs: {
    options: {
      interval: text,
      outcome: text,
      method: text,
      path: text,
      'key-id': text,
      json: { type: 'boolean' },
    },
    words: 1,
    run: (values, [word]) => logs(word, values),
  },
  trigger: {
    options: { link: text, transaction: text, json: { type: 'boolean' } },
    words: 1,
    run: (values, [event]) => trigger(event, values),
  },
  completion: { options: {}, words: 1, run: (_values, [shell]) => completion(shell) },
};

async function runOwn({ options, words, run }, args) {
  const { values, positionals } = parseArgs({ args, options: { ...options, help }, allowPositionals: true });
  if (values.help) return console.log(helpOfAll());
  if (positionals.length > words) throw new UsageError(`What is "${positionals[words]}"?`);
  return run(values, positionals);
}

async function run([first, second, ...rest]) {
  if (first === '__complete') return console.log(candidates([second, ...rest].filter(Boolean)).join('\n'));
  if (first === undefined || first === '--help' || first === '-h' || first === 'help')
    return console.log(helpOfAll());
  if (Object.hasOwn(OWN, first)) return runOwn(OWN[first], second === undefined ? [] : [second, ...rest]);
  const group = COMMANDS.find(({ command }) => command === first);
  if (!group) throw new UsageError(`There is no command "${first}". daftar --help lists them.`);
  if (second === undefined || second === '--help' || second === '-h') return console.log(helpOfGroup(group));
  const call = group.calls.find(({ command }) => command === second);
  if (!call) throw new UsageError(`There is no "${first} ${second}". daftar ${first} --help lists them.`);
  return runCall(group, call, rest);
}

const isUsage = (error) => error instanceof UsageError || String(error?.code).startsWith('ERR_PARSE_ARGS');

function explain(error) {
  if (!(error instanceof DaftarError)) return error.message;
  const fields = Object.entries(error.errors).map(([name, said]) => `  ${name}: ${said.join(' ')}`);
  const request = error.requestId ? [`Request ${error.requestId}`] : [];
  const about = [error.code, error.docUrl].filter(Boolean).join(' ');
  return [error.message, ...fields, ...(about ? [about] : []), ...request].join('\n');
}

/** @returns the exit code: 0 done, 1 refused or failed, 2 typed wrongly */
export async function main(args) {
  try {
    await run(args);
    return 0;
  } catch (error) {
    if (!isUsage(error) && !(error instanceof DaftarError) && typeof error?.code !== 'string') throw error;
    console.error(explain(error));
    return isUsage(error) ? 2 : 1;
  }
}
