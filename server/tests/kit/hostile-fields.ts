/** Calls with hostile values in their fields: each alone, or those of several fields at once. */
import { isForOperators } from '@daftar/contract/ops-roles';
import { stepUpFields } from '@daftar/contract/step-up';
import { oneLine, withoutInvisible } from '@daftar/contract/text';
import { expect } from 'vitest';
import { type Case, callCase, fieldsOf } from './cases.ts';
import { newRows, rowsOf } from './rows.ts';
import type { Actor, OperatorActor, TestServer } from './server.ts';

/** Whether a call makes rows of the calling merchant. */
export const isCreate = ({ endpoint }: Case) => endpoint.idempotent && !isForOperators(endpoint.access);

/** Sends a call with these values in its fields. @returns whether it succeeded */
export interface Send {
  (values: readonly [field: string, value: unknown][]): Promise<boolean>;
  /** A valid body. */
  sample: object;
}

/** Calls an endpoint with what it takes made anew once it was used up; no value may be answered with a 5xx. */
export async function callsWith(
  daftar: TestServer,
  each: Case,
  caller: Actor | OperatorActor,
  owner: Actor,
): Promise<Send> {
  const world = { daftar, actor: owner, mode: each.mode };
  const makeParams = async () => each.sample.params?.(world);
  const makeBody = async () => (await each.sample.body?.(world)) as object;
  const valid = await makeBody();
  let params = await makeParams();
  let sample: object | null = valid;
  // Once for each field, as some objects take many calls to make.
  let left = fieldsOf(each.endpoint.body).length;
  const send = async (values: readonly [string, unknown][]) => {
    sample ??= await makeBody();
    const body = { ...sample, ...Object.fromEntries(values) };
    const before = isCreate(each) ? await rowsOf(daftar, owner.merchantId) : {};
    const answer = await callCase(daftar, each, caller, owner, params ? { params, body } : { body });
    const sent = values
      .map(([field, value]) => `${field} = ${JSON.stringify(value)?.slice(0, 60)}`)
      .join(', ');
    const what = `${sent}: ${answer.raw.slice(0, 200)}`;
    expect(answer.status, what).toBeLessThan(500);
    const isDone = answer.status < 300;
    if (isDone && isCreate(each)) await expectKept(daftar, owner, values, before, what);
    // What was refused for its form has spent nothing, so the same serves again.
    if (answer.status === 400 || answer.status === 422) return false;
    if (!isDone && left > 0) {
      left -= 1;
      params = await makeParams();
    }
    sample = null;
    return isDone;
  };
  return Object.assign(send, { sample: valid });
}

/**
 * Checks that what was accepted is kept to the letter, but for what proves who one is. References lose their invisible characters,
 * and text on one line its line ends.
 */
async function expectKept(
  daftar: TestServer,
  owner: Actor,
  values: readonly [string, unknown][],
  before: Record<string, number>,
  what: string,
): Promise<void> {
  const texts = values.flatMap(([field, value]) =>
    typeof value === 'string' && value !== '' && !(field in stepUpFields) ? [value] : [],
  );
  if (texts.length === 0) return;
  const made = JSON.stringify(await newRows(daftar, owner.merchantId, before));
  for (const text of texts) {
    const kept = new Set([text, oneLine(text), withoutInvisible(oneLine(text)).trim()]);
    const places = [...kept].reduce(
      (sum, each) => sum + made.split(JSON.stringify(each).slice(1, -1)).length - 1,
      0,
    );
    expect(places, what).toBeGreaterThanOrEqual(texts.filter((each) => each === text).length);
  }
}

/** Sends values of several fields in one call; where that is refused, each field shows by itself what it leads to. */
export async function sendApart<T>(
  send: (values: readonly [string, T][]) => Promise<boolean>,
  values: readonly [string, T][],
): Promise<void> {
  if ((await send(values)) || values.length < 2) return;
  const half = Math.ceil(values.length / 2);
  await sendApart(send, values.slice(0, half));
  await sendApart(send, values.slice(half));
}
