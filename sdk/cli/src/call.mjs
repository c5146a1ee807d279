/** One of the API's calls as a command: options in, the reply out. */
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { clientOf } from './config.mjs';
import { helpOfCall } from './help.mjs';
import { show } from './show.mjs';
import { UsageError } from './usage.mjs';

/** The options of a call beside its fields; another is refused, not ignored. */
export const ownOptionsOf = ({ gives, pages, sends, idempotent }) => ({
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  ...(pages ? { all: { type: 'boolean' } } : {}),
  ...(sends === 'body' ? { data: { type: 'string' } } : {}),
  ...(gives === 'file' ? { output: { type: 'string' } } : {}),
  ...(idempotent ? { 'idempotency-key': { type: 'string' } } : {}),
});

function jsonOf(text, name) {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--${name} is not JSON.`);
  }
}

/** A code by its number or by its name: `--status 1` or `--status paid`. */
const codeOf = ({ values }, text) =>
  values && Object.hasOwn(values, text.trim()) ? String(values[text.trim()]) : text;

function numberOf(text, name) {
  if (!/^-?\d+(\.\d+)?$/.test(text.trim())) throw new UsageError(`--${name} is a number.`);
  return Number(text);
}

const split = (texts) => texts.flatMap((text) => text.split(',')).map((text) => text.trim());

/** What the text of an option means. @throws UsageError when it is not of its kind. */
async function meant(option, given) {
  const { flag: name, kind } = option;
  const last = codeOf(option, given.at(-1));
  if (kind === 'number') return numberOf(last, name);
  if (kind === 'numbers') return split(given).map((text) => numberOf(codeOf(option, text), name));
  if (kind === 'texts') return given;
  if (kind === 'json') return jsonOf(last, name);
  if (kind === 'file') return new File([await readFile(last)], basename(last));
  if (kind !== 'boolean') return last;
  if (last !== 'true' && last !== 'false') throw new UsageError(`--${name} is true or false.`);
  return last === 'true';
}

/** `--data`: JSON, or `@file`. */
async function dataOf(text) {
  if (text === undefined) return {};
  const data = jsonOf(text.startsWith('@') ? await readFile(text.slice(1), 'utf8') : text, 'data');
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new UsageError('--data is a JSON object.');
  return data;
}

/** Runs a call. @param args what was typed behind its name */
export async function runCall(group, call, args) {
  const text = { type: 'string', multiple: true };
  // A field by its name in the API, too.
  const own = Object.fromEntries(
    call.options.flatMap(({ name, flag }) => [flag, name].map((each) => [each, text])),
  );
  const { values, positionals } = parseArgs({
    args,
    options: { ...own, ...ownOptionsOf(call) },
    allowPositionals: true,
  });
  if (values.help) return console.log(helpOfCall(group, call));
  if (positionals.length !== call.path.length)
    throw new UsageError(
      `daftar ${[group.command, call.command, ...call.path.map((name) => `<${name}>`)].join(' ')}`,
    );
  const parts = { body: await dataOf(values.data), form: {}, query: {} };
  for (const option of call.options) {
    const given = values[option.flag] ?? values[option.name];
    if (given) parts[option.place][option.name] = await meant(option, given);
  }
  const path = positionals.map((text, index) =>
    /^\d+$/.test(text) ? numberOf(text, call.path[index]) : text,
  );
  const options = values['idempotency-key'] ? { idempotencyKey: values['idempotency-key'] } : {};
  const sent = [...path];
  if (call.sends) sent.push(parts[call.sends]);
  if (call.asks) sent.push(parts.query);
  sent.push(options);
  const { daftar } = await clientOf();
  const noun = daftar[group.noun];
  if (values.all) {
    const rows = [];
    for await (const row of noun[`${call.call}All`](...sent)) rows.push(row);
    return show(rows, values.json, call);
  }
  const reply = await noun[call.call](...sent);
  if (call.gives === 'file') return keep(reply, values.output);
  if (call.gives === 'done') return values.json || console.log('Done.');
  return show(reply, values.json, call);
}

/** A file goes where `--output` says, or on. */
async function keep(bytes, output) {
  if (output) return writeFile(output, bytes);
  process.stdout.write(bytes);
}
