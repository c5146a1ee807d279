/** The merchant's websites that may show its payment pages inside their own pages. */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data } from './envelope.ts';
import { stepUpFields } from './step-up.ts';
import { text } from './text.ts';

export const EMBEDDERS_MAXIMUM = 20;

/** Where the script is served that opens a payment page inside another one. */
export const EMBED_SCRIPT_PATH = '/embed/v1.js';

/** What the payment page tells the page around it. `source` is `daftar`, so that it is told from others' messages. */
export type EmbedMessage = { source: 'daftar' } & (
  | { type: 'open' }
  /** In CSS pixels. */
  | { type: 'resize'; height: number }
  /** How a payment stands; a hint for the page, not a proof: ask the API or wait for the webhook. */
  | { type: 'result'; state: string; reference: string }
  /** The payer pressed Escape: keys that are pressed inside a frame do not reach the page around it. */
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
  /** The websites of the address's mode. */
  get: {
    method: 'GET',
    path: PATH,
    base: 'mode',
    access: 'api-keys-settings',
    reply: data(Embedders),
  },
  /** Replaces them; every owner is told. */
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
