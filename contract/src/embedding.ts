/** The merchant's websites that may embed its payment pages. */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data } from './envelope.ts';
import { stepUpFields } from './step-up.ts';
import { text } from './text.ts';

export const EMBEDDERS_MAXIMUM = 20;

/** Path of the script that opens a payment page inside another page. */
export const EMBED_SCRIPT_PATH = '/embed/v1.js';

/** Messages from the payment page to the embedding page. `source` is `daftar`, to tell them from messages of others. */
export type EmbedMessage = { source: 'daftar' } & (
  | { type: 'open' }
  /** In CSS pixels. */
  | { type: 'resize'; height: number }
  /** The state of a payment; a hint for the page, not a proof: ask the API or wait for the webhook. */
  | { type: 'result'; state: string; reference: string }
  /** The payer pressed Escape: key presses inside a frame do not reach the embedding page. */
  | { type: 'close' }
);

export const EmbeddersForm = z.object({
  /** https://shop.example; http only for localhost in test mode. */
  origins: z.array(text(300)).check(z.maxLength(EMBEDDERS_MAXIMUM)),
  ...stepUpFields,
});

export type EmbeddersFormValues = z.output<typeof EmbeddersForm>;

export const Embedders = z.object({ origins: z.array(z.string()) });
export type Embedders = z.output<typeof Embedders>;

const PATH = '/merchant/AccountSettings/Embedding';

export const embedding = defineEndpoints({
  /** The websites for the mode called. */
  get: {
    method: 'GET',
    path: PATH,
    base: 'mode',
    access: 'api-keys-settings',
    reply: data(Embedders),
  },
  /** Replaces them; every owner is notified. */
  save: {
    method: 'POST',
    path: PATH,
    base: 'mode',
    access: 'api-keys-settings',
    body: EmbeddersForm,
    stepUp: 'always',
    reply: data(Embedders),
  },
});
