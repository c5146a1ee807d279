/**
 * Generates the typed parts of the three SDKs from the API's OpenAPI document: types, and one class per noun; and files with
 * every request, for Postman and editors. What the SDKs stand on (HTTP, retries, errors, webhooks) is written by hand beside them. `npm run sdk` writes the files; a test compares them.
 */
import { cli } from './generate-cli.mjs';
import { php } from './generate-php.mjs';
import { python } from './generate-python.mjs';
import { requests } from './generate-requests.mjs';
import { typescript } from './generate-typescript.mjs';

const camel = (text) => text.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const refName = (schema) => schema?.$ref?.split('/').at(-1);

/** The codes of each error response of an operation, by status. */
function errorCodesOf(operation, shared) {
  return Object.entries(operation.responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, response]) => ({
      status,
      codes: (response.$ref ? shared[refName(response)] : response)['x-error-codes'],
    }));
}

/** What comments say of a call: its description, and the codes that it has beside those of most calls. */
function toldOf(operation, shared) {
  const own = errorCodesOf(operation, shared).flatMap(({ status, codes }) =>
    codes.filter((code) => !shared[`Error${status}`]['x-error-codes'].includes(code)),
  );
  const described = [operation.summary, operation.description].filter(Boolean).join('. ');
  if (own.length === 0) return described;
  return `${described} Own error codes: ${own.map((code) => `\`${code}\``).join(', ')}.`;
}

/** What keys may call, as the languages need it. @returns [{ noun, description, calls }] */
export function callsOf(document) {
  const { schemas, responses } = document.components;
  const nouns = new Map();
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (!operation.security.some((way) => 'secretKey' in way || 'publicKey' in way)) continue;
      const [tag] = operation.tags;
      const noun = camel(tag);
      const parameters = operation.parameters.filter((each) => !each.$ref);
      const [[type, content] = []] = Object.entries(operation.requestBody?.content ?? {});
      const name = operation.operationId.slice(noun.length);
      const call = {
        name: name[0].toLowerCase() + name.slice(1),
        summary: operation.summary,
        description: operation.description,
        told: toldOf(operation, responses),
        errorCodes: errorCodesOf(operation, responses).flatMap(({ codes }) => codes),
        method: method.toUpperCase(),
        path,
        pathParams: parameters.filter((each) => each.in === 'path'),
        query: parameters.filter((each) => each.in === 'query'),
        body: type === 'application/json' ? content.schema : null,
        example: content?.example,
        form: type === 'multipart/form-data' ? content.schema : null,
        isIdempotent: operation.parameters.some((each) => each.$ref?.endsWith('/IdempotencyKey')),
        reply: replyOf(operation, schemas),
      };
      if (call.reply.kind === 'page') Object.assign(call, pagingOf(call.query));
      if (!nouns.has(noun)) {
        const description = document.tags.find(({ name: each }) => each === tag)?.description ?? tag;
        nouns.set(noun, { noun, description, calls: [] });
      }
      nouns.get(noun).calls.push(call);
    }
  }
  return [...nouns.values()];
}

const PAGE = /^page(_?number)?$/i;
/** The orders in which a list can be read by cursor. */
const CURSOR_SORTS = new Set(['id', 'updated_at']);

/**
 * How every row of a list is read. @returns `page`: the parameter that takes the page's number; `most`: the rows of a request
 * where the list is read by cursor; `allQuery`: the parameters of a call that reads every row
 */
function pagingOf(query) {
  const page = query.find(({ name }) => PAGE.test(name))?.name;
  const limit = query.find(({ name }) => name === 'limit');
  if (!query.some(({ name }) => name === 'cursor')) return { page, allQuery: query };
  const allQuery = query
    .filter(({ name }) => !PAGE.test(name) && !/^(?:page_?size|cursor)$/i.test(name))
    .map((each) => {
      if (!/^sort_?(?:by|key)$/i.test(each.name)) return each;
      return { ...each, schema: { enum: each.schema.enum.filter((sort) => CURSOR_SORTS.has(sort)) } };
    });
  return { page, most: limit.schema.maximum, allQuery };
}

/** What a caller reads of a reply: a page of rows, `data`, the fields beside it, a file's bytes, or nothing. */
function replyOf(operation, schemas) {
  const success = operation.responses['200'] ?? operation.responses['201'];
  const schema = success.content?.['application/json']?.schema;
  if (!schema) return { kind: 'file' };
  const reply = schemas[refName(schema)] ?? schema;
  const { data, meta } = reply.properties ?? {};
  if (!data) return { kind: 'top', schema };
  if (meta && data.type === 'array') return { kind: 'page', schema: data.items };
  return data.type === 'null' ? { kind: 'done' } : { kind: 'data', schema: data };
}

/** The schemas that the calls and events name, and what those name. */
export function schemasOf(document, nouns) {
  const wanted = new Set();
  const visit = (value) => {
    if (typeof value !== 'object' || value === null) return;
    const name = refName(value);
    if (name !== undefined && value.$ref.startsWith('#/components/schemas/') && !wanted.has(name)) {
      wanted.add(name);
      visit(document.components.schemas[name]);
    }
    for (const each of Object.values(value)) visit(each);
  };
  for (const { calls } of nouns)
    for (const { pathParams, query, body, form, reply } of calls)
      visit([pathParams, query, body, form, reply.schema]);
  const events = Object.entries(document.webhooks).map(([type, { post }]) => ({
    type,
    schema: refName(post.requestBody.content['application/json'].schema),
  }));
  for (const { schema } of events) visit({ $ref: `#/components/schemas/${schema}` });
  visit({ $ref: '#/components/schemas/Meta' });
  const names = [...wanted].sort();
  return { events, schemas: names.map((name) => ({ name, schema: document.components.schemas[name] })) };
}

/** Every generated file. @returns a path below `sdk/` → its content */
export function sdkFiles(document) {
  const nouns = callsOf(document);
  const calls = nouns.flatMap((each) => each.calls);
  const errorCodes = [...new Set(calls.flatMap((call) => call.errorCodes))].sort();
  const model = { nouns, errorCodes, ...schemasOf(document, nouns) };
  return {
    ...typescript(model),
    ...python(model),
    ...php(model),
    ...requests(document, nouns),
    ...cli(document, nouns),
  };
}
