import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { IdParams, paragraphs, text } from './text.ts';

/** Placeholders of a canned reply, such as `{merchant}`: the merchant's name and the ticket's number. */
export const REPLY_PLACEHOLDERS = ['merchant', 'ticket'] as const;
export type ReplyPlaceholder = (typeof REPLY_PLACEHOLDERS)[number];

/** Maximum number of replies, and of those in one list: more than anybody could find again. */
export const REPLIES_MAXIMUM = 500;
/** Shorter than a message, so that the inserted names fit. */
const REPLY_TEXT_MAXIMUM = 3000;
const PLACEHOLDER = /\{([^{}]*)\}/g;

const isKnown = (name: string): name is ReplyPlaceholder =>
  REPLY_PLACEHOLDERS.some((placeholder) => placeholder === name);

/** Replaces the placeholders of a canned reply; braces around other words stay. */
export const fillReply = (template: string, values: Readonly<Record<ReplyPlaceholder, string>>): string =>
  template.replace(PLACEHOLDER, (whole, name: string) => (isKnown(name) ? values[name] : whole));

const Template = paragraphs(REPLY_TEXT_MAXIMUM).check(
  z.refine((value: string) => [...value.matchAll(PLACEHOLDER)].every(([, name = '']) => isKnown(name)), {
    error: 'PlaceholderUnknown',
  }),
);

export const CannedReply = z.object({
  id: z.number(),
  name: z.string(),
  text_en: z.string(),
  text_ar: z.string(),
  is_archived: z.boolean(),
  /** The last editor, by e-mail address. */
  changed_by: z.string(),
  changed_at: z.string(),
});
export type CannedReply = z.output<typeof CannedReply>;

export const CannedReplyForm = z.object({ name: text(80), text_en: Template, text_ar: Template });
export type CannedReplyForm = z.output<typeof CannedReplyForm>;

/** Prepared answers to tickets, in both languages, which operators edit before sending. */
export const opsReplies = defineEndpoints({
  /** Lists all of them by name, archived ones last. */
  list: {
    method: 'GET',
    path: '/ops/canned-replies',
    base: 'fixed',
    access: 'ops:tickets',
    reply: data(z.array(CannedReply)),
  },
  create: {
    method: 'POST',
    path: '/ops/canned-replies',
    base: 'fixed',
    access: 'ops:canned-replies',
    body: CannedReplyForm,
    reply: data(z.object({ id: z.number() })),
  },
  update: {
    method: 'PUT',
    path: '/ops/canned-replies/:id',
    base: 'fixed',
    access: 'ops:canned-replies',
    params: IdParams,
    body: CannedReplyForm,
    reply: done,
  },
  /** Archives a reply: it is no longer offered when answering. */
  archive: {
    method: 'POST',
    path: '/ops/canned-replies/:id/archive',
    base: 'fixed',
    access: 'ops:canned-replies',
    params: IdParams,
    reply: done,
  },
  restore: {
    method: 'POST',
    path: '/ops/canned-replies/:id/restore',
    base: 'fixed',
    access: 'ops:canned-replies',
    params: IdParams,
    reply: done,
  },
});
