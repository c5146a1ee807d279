import * as z from 'zod/mini';
import type { Schema } from './schema.ts';

export type ReplyKind = 'data' | 'list' | 'nested-list' | 'done' | 'top' | 'file' | 'events';

/**
 * The shape of a successful reply.
 * - `data`: `{statusCode, message, data}`
 * - `list`: `{statusCode, message, data: rows, meta}`
 * - `nested-list`: notifications alone: `{statusCode, message, data: {data: rows, …meta}}`
 * - `done`: `{statusCode, message, data: null}`
 * - `top`: the schema's own fields beside `statusCode` and `message` (the refund calls)
 * - `file`: a stream, no envelope
 * - `events`: server-sent events for as long as the caller listens, no envelope
 */
export interface Reply<S extends Schema | null = Schema | null, K extends ReplyKind = ReplyKind> {
  readonly kind: K;
  /** Schema of `data`, of one row, or of the top-level fields. */
  readonly schema: S;
}

/** A single object. */
export const data = <S extends Schema>(schema: S): Reply<S, 'data'> => ({ kind: 'data', schema });
/** A page of rows. */
export const list = <S extends Schema>(row: S): Reply<S, 'list'> => ({ kind: 'list', schema: row });
/** A page of notifications, the only list with this shape. */
export const nestedList = <S extends Schema>(row: S): Reply<S, 'nested-list'> => ({
  kind: 'nested-list',
  schema: row,
});
/** Fields beside the envelope. */
export const top = <S extends Schema>(schema: S): Reply<S, 'top'> => ({ kind: 'top', schema });
/** No data: the call succeeded. */
export const done: Reply<null, 'done'> = { kind: 'done', schema: null };
/** Content of a file. */
export const file: Reply<null, 'file'> = { kind: 'file', schema: null };
/** A stream of events. */
export const events: Reply<null, 'events'> = { kind: 'events', schema: null };

/** The id of the created object. */
export const Created = z.object({ id: z.number() });

/** Paging of a list. Matching rows beyond 10,000 are not counted: `more` is true and `total` is 10,000. */
export const Meta = z.object({
  current_page: z.number(),
  last_page: z.number(),
  per_page: z.number(),
  total: z.number(),
  more: z.optional(z.boolean()),
});
export type Meta = z.output<typeof Meta>;

/** Paging of a list that is read by cursor, whose rows are not counted. */
export interface CursorMeta {
  per_page: number;
  /** The cursor of the next rows; null when there are no more. */
  next_cursor: string | null;
}

/** Either kind of paging. */
export const AnyMeta = z.object({
  ...z.partial(Meta).shape,
  per_page: z.number(),
  /** Only for lists that are read by cursor: the cursor of the next rows; null when there are no more. */
  next_cursor: z.optional(z.nullable(z.string())),
});

/** Errors by the request's field names; values are sentences in the request's language. */
export type FieldErrors = Record<string, string[]>;

/** A cell of an imported file. */
export interface SheetPlace {
  /** The file's own row number; headings are usually row 1. */
  row: number;
  /** The field as which its column is imported. */
  field: string;
}

export interface ErrorBody {
  statusCode: number;
  /** A sentence, or for duplicates a list of fixed English ones. */
  message: string | string[];
  errors?: FieldErrors;
  errorMessages?: FieldErrors;
  /** The first sentence of `errors`; the payout form reads it. */
  error?: string;
  /** Error code for programs (`error-codes.ts`); for several fields, that of the first. */
  code: string;
  /** The field that `code` concerns. */
  param?: string;
  /** Codes by field, beside the sentences of `errors`. */
  error_codes?: Record<string, string[]>;
  /** For imports: the row and field of the file for each name in `errors`. */
  error_places?: Record<string, SheetPlace>;
  /** URL of the documentation page of `code`. */
  doc_url?: string;
  requestId: string;
}

type Json = Record<string, unknown>;

/**
 * Builds the JSON Schema of the complete success body, for the serializer.
 * @returns null for files and events.
 */
export function replyJsonSchema(reply: Reply): Json | null {
  return replyBody(reply, (schema) => {
    const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-7' }) as Json;
    return json;
  });
}

/**
 * Builds the JSON Schema of the complete success body from that of its content.
 * @returns null for files and events.
 */
export function replyBody(reply: Reply, jsonOf: (schema: Schema) => Json): Json | null {
  if (reply.kind === 'file' || reply.kind === 'events') return null;
  const schema: Json = reply.schema ? jsonOf(reply.schema) : { type: 'null' };
  const head = { statusCode: { type: 'integer' }, message: { type: 'string' } };
  const meta = jsonOf(AnyMeta);
  const rows = { type: 'array', items: schema };
  const body: Record<ReplyKind, Json> = {
    data: { data: schema },
    list: { data: rows, meta },
    'nested-list': {
      data: { type: 'object', properties: { data: rows, meta }, required: ['data', 'meta'] },
    },
    done: { data: { type: 'null' } },
    top: (schema.properties as Json) ?? {},
    file: {},
    events: {},
  };
  const properties = { ...head, ...body[reply.kind] };
  const required =
    reply.kind === 'top'
      ? ['statusCode', 'message', ...((schema.required as string[]) ?? [])]
      : Object.keys(properties);
  return { type: 'object', properties, required };
}
