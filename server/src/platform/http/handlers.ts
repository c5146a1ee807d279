import type { Readable } from 'node:stream';
import type { Endpoint, Endpoints, OperatorAccess, ParsedInput, ReplyOf } from '@daftar/contract/endpoint';
import type { Meta } from '@daftar/contract/envelope';
import type { MessageRef } from '@daftar/contract/validate';
import type { ApiVersion } from '@daftar/contract/versions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Caller, Operator, Visitor } from '../context.ts';
import type { EventsResult } from './events.ts';
import type { UploadedFile } from './multipart.ts';

/** The arguments of a handler. Public endpoints have no caller, the console's have an operator instead. */
export interface Context<E extends Endpoint = Endpoint> extends ParsedInput<E> {
  app: App;
  caller: E['access'] extends 'public' | OperatorAccess ? null : Caller;
  operator: E['access'] extends OperatorAccess ? Operator : null;
  visitor: Visitor;
  /** The version of the API for this call. */
  version: ApiVersion;
  /** The complete file of a multipart call; null if none was sent. */
  file: UploadedFile | null;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A download: whole, or streamed so that memory does not grow with the rows. */
export type FileResult = ({ content: Buffer } | { stream: Readable }) & {
  contentType: string;
  /** The suggested file name; may be Arabic. */
  fileName: string;
  /** Displays harmless content such as a picture instead of saving it. */
  inline?: boolean;
};

/** A download that is generated while it is sent. */
export type StreamedFile = Extract<FileResult, { stream: Readable }>;

interface Message {
  /** The text of the portal's toast; "Done" if absent. */
  message?: MessageRef;
}

/** The result of a handler, by its endpoint's kind of reply. */
export type Result<E extends Endpoint> = {
  data: { data: ReplyOf<E> } & Message;
  list: { rows: ReplyOf<E>[]; meta: Meta } & Message;
  'nested-list': { rows: ReplyOf<E>[]; meta: Meta } & Message;
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler that has nothing to say returns nothing.
  done: Message | void;
  top: { fields: ReplyOf<E> } & Message;
  file: FileResult;
  events: EventsResult;
}[E['reply']['kind']];

/** One handler per endpoint of a noun; a missing one does not compile. */
export type Handlers<T extends Endpoints> = {
  [K in keyof T]: (context: Context<T[K]>) => Promise<Result<T[K]>>;
};
