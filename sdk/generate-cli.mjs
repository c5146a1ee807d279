/** `invoice_name`, `PageNumber` and `nationalId` as options: `invoice-name`, `page-number`, `national-id`. */
const kebab = (text) =>
  text
    .replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`)
    .replaceAll('_', '-')
    .toLowerCase();
const plain = (text) => (text ?? '').replace(/\s*\n\s*/g, ' ');

function resolved(schema, schemas) {
  if (schema.$ref) {
    const { description, ...named } = schemas[schema.$ref.split('/').at(-1)];
    return { ...resolved(named, schemas), about: description };
  }
  const choice = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null');
  return choice ? resolved(choice, schemas) : schema;
}

/** How an option's text becomes a value: `text`, `number`, `boolean`, `file`, `json`, or several numbers or texts. */
function kindOf(schema, schemas) {
  const it = resolved(schema, schemas);
  if (it.contentMediaType) return 'file';
  const types = [it.type ?? typeof (it.const ?? it.enum?.[0])].flat().filter((type) => type !== 'null');
  if (types.includes('array')) {
    const kind = kindOf(it.items, schemas);
    return ['number', 'text'].includes(kind) ? `${kind}s` : 'json';
  }
  if (types.includes('object')) return 'json';
  if (types.includes('string')) return 'text';
  if (types.includes('integer') || types.includes('number')) return 'number';
  return types.includes('boolean') ? 'boolean' : 'json';
}

function optionOf(place, name, schema, isNeeded, description, schemas) {
  const { enum: values, 'x-enum-varnames': names, about } = resolved(schema, schemas);
  const choices = values?.map((value, index) => (names ? `${value} ${names[index]}` : String(value)));
  return {
    name,
    flag: kebab(name),
    place,
    kind: kindOf(schema, schemas),
    ...(isNeeded ? { needed: true } : {}),
    ...(choices ? { choices } : {}),
    ...(names ? { values: Object.fromEntries(names.map((each, index) => [each, values[index]])) } : {}),
    about: plain(description ?? schema.description ?? about),
  };
}

function optionsOf({ query, body, form }, schemas) {
  const asked = query.map(({ name, schema, required, description }) =>
    optionOf('query', name, schema, required, description, schemas),
  );
  const sent = Object.entries({ body, form }).flatMap(([place, schema]) => {
    const { properties = {}, required = [] } = schema ? resolved(schema, schemas) : {};
    return Object.entries(properties).map(([name, each]) =>
      optionOf(place, name, each, required.includes(name), undefined, schemas),
    );
  });
  return [...sent, ...asked];
}

/** The fields that a table shows, in this order; the first of each line that a row has. */
const SHOWN = [
  ['id'],
  ['reference', 'code', 'order_number', 'ticket_number', 'message_id', 'transaction_reference'],
  ['invoice_name', 'name', 'product_name', 'customer_name', 'type', 'kind', 'path'],
  ['total_amount', 'amount', 'price', 'subtotal'],
  ['currency'],
  ['payment_method', 'method', 'account'],
  ['status', 'state'],
  ['created_at', 'date'],
];

/**
 * The columns of a table of rows: for each the field, and the names of its codes.
 * @returns null where rows have none of the fields
 */
function columnsOf({ reply }, schemas) {
  if (!reply.schema) return null;
  const { type, items, properties } = resolved(reply.schema, schemas);
  const fields = type === 'array' ? resolved(items, schemas).properties : properties;
  if (!fields) return null;
  const found = SHOWN.map((names) => names.find((name) => name in fields)).filter(Boolean);
  return found.length > 1 ? found : null;
}

/** The names of a reply's codes by field: `{ status: { 1: 'active' } }`. */
function codesOf({ reply }, schemas) {
  if (!reply.schema) return {};
  const { type, items, properties } = resolved(reply.schema, schemas);
  const fields = (type === 'array' ? resolved(items, schemas).properties : properties) ?? {};
  const named = Object.entries(fields).flatMap(([name, schema]) => {
    const { enum: values, 'x-enum-varnames': names } = resolved(schema, schemas);
    if (!names || !values.every(Number.isInteger)) return [];
    return [[name, Object.fromEntries(values.map((value, index) => [value, names[index]]))]];
  });
  return Object.fromEntries(named);
}

/** What the command-line tool knows of each call: its command, its options, and which of the SDK's calls it is. */
export function cli(document, nouns) {
  const { schemas } = document.components;
  const commands = nouns.map(({ noun, description, calls }) => ({
    command: kebab(noun),
    noun,
    about: plain(description),
    calls: calls.map((call) => ({
      command: kebab(call.name),
      call: call.name,
      about: [call.summary, plain(call.description)].filter(Boolean).join('. '),
      path: call.pathParams.map(({ name }) => name),
      sends: call.body ? 'body' : call.form ? 'form' : null,
      asks: call.query.length > 0,
      gives: call.reply.kind,
      ...(call.reply.kind === 'page' && call.page ? { pages: true } : {}),
      ...(call.isIdempotent ? { idempotent: true } : {}),
      columns: columnsOf(call, schemas),
      codes: codesOf(call, schemas),
      options: optionsOf(call, schemas),
    })),
  }));
  return {
    'cli/src/commands.mjs': `// Generated by \`npm run sdk\` from the API’s OpenAPI document. Do not edit.\n\nexport const COMMANDS = ${JSON.stringify(commands, null, 1)};\n`,
  };
}
