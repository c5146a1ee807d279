/** A Postman collection and an `.http` file with every call that keys may make, and values to begin with. */

/** Values of parameters and form fields where their schema says nothing better. */
const VALUES = {
  code: 'USD',
  order_number: 'ORD-9B5X2MQ4',
  filePath: 'Q2h1cm4.png',
  title: 'A question',
  content: 'How do I change my logo?',
};
const FORM = 'daftar-form';
const GUID = '{{$guid}}';

const plain = (text) => (text ?? '').replace(/\s*\n\s*/g, ' ');
const json = (value) => JSON.stringify(value, null, 2);

function resolved(schema, schemas) {
  if (schema.$ref) return resolved(schemas[schema.$ref.split('/').at(-1)], schemas);
  const choice = (schema.anyOf ?? schema.oneOf)?.[0];
  return choice ? resolved(choice, schemas) : schema;
}

/** A value that a schema accepts, as text: what stands in an address or a form. */
function sampleOf(name, schema, schemas) {
  const it = resolved(schema, schemas);
  const { type, format, minimum } = it;
  const given = it.const ?? it.default ?? it.enum?.[0] ?? it.examples?.[0] ?? VALUES[name];
  if (given !== undefined) return String(given);
  const [kind] = [type].flat();
  if (kind === 'integer' || kind === 'number') return String(/_?id$/i.test(name) ? 17 : (minimum ?? 1));
  if (kind === 'boolean') return 'false';
  if (format === 'date') return '2027-06-15';
  return format === 'date-time' ? '2027-06-15T09:00:00Z' : 'text';
}

/** Parts of a form: `file` is a file, the others are text. */
function formOf(call, schemas) {
  if (!call.form) return [];
  const { properties, required = [] } = resolved(call.form, schemas);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    description: plain(schema.description),
    isFile: schema.contentMediaType !== undefined,
    isNeeded: required.includes(name),
    value: sampleOf(name, schema, schemas),
  }));
}

/** An object in an address has a parameter for each of its keys. */
const nameOf = ({ name, schema }) => (schema.type === 'object' ? `${name}[key]` : name);

/** Test calls lie under `/sandbox`; those that exist only there say so themselves. */
const baseOf = ({ path }) => `{{baseUrl}}/api${path.startsWith('/sandbox/') ? '' : '{{mode}}'}`;

function postmanItem(call, schemas) {
  const path = call.path.replace(/\{(\w+)\}/g, ':$1');
  const query = call.query.map((each) => ({
    key: nameOf(each),
    value: sampleOf(each.name, each.schema, schemas),
    description: plain(each.description),
    disabled: !each.required,
  }));
  const asked = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  const header = [{ key: 'Accept-Language', value: '{{language}}' }];
  if (call.isIdempotent) header.push({ key: 'Idempotency-Key', value: '{{idempotencyKey}}' });
  if (call.body) header.push({ key: 'Content-Type', value: 'application/json' });
  const formdata = formOf(call, schemas).map(({ name, description, isFile, isNeeded, value }) => ({
    key: name,
    ...(isFile ? { type: 'file', src: [] } : { type: 'text', value }),
    description,
    disabled: !isNeeded,
  }));
  const raw = { mode: 'raw', raw: json(call.example), options: { raw: { language: 'json' } } };
  return {
    name: call.summary,
    request: {
      method: call.method,
      header,
      url: {
        raw: `${baseOf(call)}${path}${asked.length > 0 ? `?${asked.join('&')}` : ''}`,
        host: [baseOf(call)],
        path: path.slice(1).split('/'),
        query,
        variable: call.pathParams.map(({ name, schema, description }) => ({
          key: name,
          value: sampleOf(name, schema, schemas),
          description: plain(description),
        })),
      },
      ...(call.body ? { body: raw } : {}),
      ...(call.form ? { body: { mode: 'formdata', formdata } } : {}),
      description: [call.summary, call.description].filter(Boolean).join('. '),
    },
    response: [],
  };
}

/** A new key for each request, unless the collection has one of yours. */
const NEW_KEY = [
  "if (!pm.collectionVariables.get('idempotencyKey'))",
  `  pm.variables.set('idempotencyKey', pm.variables.replaceIn('${GUID}'));`,
];

function postman(nouns, schemas, baseUrl) {
  return json({
    info: {
      name: 'Daftar',
      description: 'Every call that API keys can make. Generated from /openapi.json; do not edit.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{secretKey}}', type: 'string' }] },
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: NEW_KEY } }],
    variable: [
      { key: 'baseUrl', value: baseUrl, description: 'Where your Daftar is.' },
      { key: 'mode', value: '/sandbox', description: '/sandbox for a test key; empty for a live one.' },
      { key: 'secretKey', value: '', description: 'sk_test_… or sk_live_…, from Account settings.' },
      { key: 'language', value: 'en', description: 'Of messages: en or ar.' },
      { key: 'idempotencyKey', value: '', description: 'Empty: a new one for each request.' },
    ],
    item: nouns.map(({ noun, description, calls }) => ({
      name: noun,
      description,
      item: calls.map((call) => postmanItem(call, schemas)),
    })),
  });
}

function formText(call, schemas) {
  const parts = formOf(call, schemas)
    .filter(({ isNeeded }) => isNeeded)
    .map(({ name, isFile, value }) => {
      const disposition = `--${FORM}\nContent-Disposition: form-data; name="${name}"`;
      return isFile
        ? `${disposition}; filename="${name}.csv"\nContent-Type: application/octet-stream\n\n< ./${name}.csv`
        : `${disposition}\n\n${value}`;
    });
  return [...parts, `--${FORM}--`].join('\n');
}

function httpRequest(noun, call, schemas) {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name) => {
    const { schema } = call.pathParams.find((each) => each.name === name);
    return encodeURIComponent(sampleOf(name, schema, schemas));
  });
  const needed = call.query.filter(({ required }) => required);
  const asked = needed.map(
    ({ name, schema }) => `${name}=${encodeURIComponent(sampleOf(name, schema, schemas))}`,
  );
  const others = call.query.filter(({ required }) => !required).map(nameOf);
  const lines = [`### ${noun}: ${plain(call.summary)}`];
  if (call.description) lines.push(`# ${plain(call.description)}`);
  if (others.length > 0) lines.push(`# Also: ${others.join(', ')}`);
  lines.push(`${call.method} ${baseOf(call)}${path}${asked.length > 0 ? `?${asked.join('&')}` : ''}`);
  lines.push('Authorization: Bearer {{secretKey}}', 'Accept-Language: {{language}}');
  if (call.isIdempotent) lines.push('Idempotency-Key: {{idempotencyKey}}');
  if (call.body) lines.push('Content-Type: application/json', '', json(call.example));
  if (call.form)
    lines.push(`Content-Type: multipart/form-data; boundary=${FORM}`, '', formText(call, schemas));
  return `${lines.join('\n')}\n`;
}

function http(nouns, schemas, baseUrl) {
  const head = [
    '# Every call that API keys can make, for the REST Client of VS Code. Generated from /openapi.json; do not edit.',
    '# /sandbox for a test key; nothing after = for a live one.',
    `@baseUrl = ${baseUrl}`,
    '@mode = /sandbox',
    '@secretKey = sk_test_...',
    '@language = en',
    '# A new one for each request. JetBrains: {{$uuid}}',
    `@idempotencyKey = ${GUID}`,
  ];
  const requests = nouns.flatMap(({ noun, calls }) => calls.map((call) => httpRequest(noun, call, schemas)));
  return `${head.join('\n')}\n\n${requests.join('\n')}`;
}

/** The two files; their address is that of the document. */
export function requests(document, nouns) {
  const { schemas } = document.components;
  const baseUrl = document.servers.at(-1).url.replace(/\/api$/, '');
  return {
    'daftar.postman_collection.json': `${postman(nouns, schemas, baseUrl)}\n`,
    'daftar.http': http(nouns, schemas, baseUrl),
  };
}
