/** Prints the calls of a merchant's software as they come: one line for each. */
import { clientOf } from './config.mjs';
import { follow } from './follow.mjs';
import { safe } from './show.mjs';
import { UsageError } from './usage.mjs';

const OUTCOMES = ['answered', 'refused', 'failed'];

function lineOf({ created_at, method, path, query, status, milliseconds, key_name, key_shown, request_id }) {
  const address = query ? `${path}?${query}` : path;
  const key = [key_name, `${key_shown}****`].filter(Boolean).join(' ');
  return safe(`${created_at} ${status} ${method} ${address} ${milliseconds} ms ${key} ${request_id}`);
}

/** `daftar logs tail`: asks every `interval` seconds until it is stopped; the filters are those of the API. */
export async function logs(word, { interval, outcome, method, path, 'key-id': keyId, json }) {
  if (word !== 'tail') throw new UsageError('daftar logs tail');
  if (outcome !== undefined && !OUTCOMES.includes(outcome))
    throw new UsageError(`--outcome is ${OUTCOMES.join(', ')}.`);
  if (keyId !== undefined && !/^\d+$/.test(keyId)) throw new UsageError('--key-id is a number.');
  const filters = {
    ...(outcome ? { outcome } : {}),
    ...(method ? { method: method.toUpperCase() } : {}),
    ...(path ? { path } : {}),
    ...(keyId ? { key_id: Number(keyId) } : {}),
  };
  const { daftar, isTest, url } = await clientOf();
  // To the side: what is printed with --json is JSON alone.
  const begun = () =>
    console.error(`Calls to ${url} (${isTest ? 'test' : 'live'}), as they come. Stop with Ctrl+C.`);
  await follow(
    (query) => daftar.requestLog.list({ ...query, ...filters }),
    { interval, begun },
    (row) => console.log(json ? JSON.stringify(row) : lineOf(row)),
  );
}
