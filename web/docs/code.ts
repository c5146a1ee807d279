/** Writes a call as code in the languages that integrators use. Each program runs as it is, with the standard library. */

export const LANGUAGES = ['curl', 'TypeScript', 'Python', 'PHP'] as const;
export type CodeLanguage = (typeof LANGUAGES)[number];

/** What a language's programs have, so that the chosen one shows. */
export const CODE_CLASS: Readonly<Record<CodeLanguage, string>> = {
  curl: 'in-curl',
  TypeScript: 'in-typescript',
  Python: 'in-python',
  PHP: 'in-php',
};

/** A call with everything that its code needs. */
export interface CallCode {
  method: string;
  /** The whole address, with values in place of its parameters. */
  url: string;
  /** The environment variable with the key or token; null for calls without one. */
  secret: string | null;
  /** The JSON body; absent without one. */
  body?: unknown;
  /** Sends a file as a form. */
  hasFile: boolean;
  /** The `Idempotency-Key`; null for calls without one. */
  idempotencyKey: string | null;
  /** The reply is a file. */
  givesFile: boolean;
}

const indent = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);
const json = (body: unknown) => JSON.stringify(body, null, 2);

function curl({ method, url, secret, body, hasFile, idempotencyKey, givesFile }: CallCode): string {
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`}${givesFile ? ' -o file' : ''} '${url}'`,
    ...(secret ? [`-H "Authorization: Bearer $${secret}"`] : []),
    ...(idempotencyKey ? [`-H "Idempotency-Key: ${idempotencyKey}"`] : []),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"']),
    ...(hasFile ? ['-F file=@file.csv'] : []),
    ...(body === undefined ? [] : [`-d '${json(body).replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ');
}

function typescript({ method, url, secret, body, hasFile, idempotencyKey, givesFile }: CallCode): string {
  const headers = [
    ...(secret ? [`Authorization: \`Bearer \${process.env.${secret}}\`,`] : []),
    ...(idempotencyKey ? [`'Idempotency-Key': '${idempotencyKey}',`] : []),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json',"]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length > 0 ? [`headers: {\n    ${headers.join('\n    ')}\n  },`] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indent(json(body), '  ')}),`]),
    ...(hasFile ? ['body: form,'] : []),
  ];
  return [
    ...(hasFile
      ? [
          "import { openAsBlob } from 'node:fs';\n",
          'const form = new FormData();',
          "form.append('file', await openAsBlob('file.csv'), 'file.csv');",
        ]
      : []),
    `const reply = await fetch('${url}'${options.length > 0 ? `, {\n  ${options.join('\n  ')}\n}` : ''});`,
    givesFile ? 'const file = await reply.arrayBuffer();' : 'console.log(await reply.json());',
  ].join('\n');
}

/** JSON as Python writes it. */
const pythonOf = (value: unknown, by = ''): string => {
  const inner = `${by}    `;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map((each) => pythonOf(each, by)).join(', ')}]`;
  if (typeof value === 'object') {
    const lines = Object.entries(value).map(([key, each]) => `${inner}"${key}": ${pythonOf(each, inner)},`);
    return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${by}}`;
  }
  return JSON.stringify(value);
};

function python({ method, url, secret, body, hasFile, idempotencyKey, givesFile }: CallCode): string {
  const headers = [
    ...(secret ? [`"Authorization": f"Bearer {os.environ['${secret}']}",`] : []),
    ...(idempotencyKey ? [`"Idempotency-Key": "${idempotencyKey}",`] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json",']),
    ...(hasFile ? ['"Content-Type": f"multipart/form-data; boundary={boundary}",'] : []),
  ];
  const modules = ['json', ...(secret ? ['os'] : []), 'urllib.request', ...(hasFile ? ['uuid'] : [])];
  return [
    `import ${(givesFile ? modules.slice(1) : modules).join(', ')}\n`,
    ...(hasFile
      ? [
          'boundary = uuid.uuid4().hex',
          'with open("file.csv", "rb") as file:',
          '    part = f\'--{boundary}\\r\\nContent-Disposition: form-data; name="file"; filename="file.csv"\\r\\n\\r\\n\'',
          '    form = part.encode() + file.read() + f"\\r\\n--{boundary}--\\r\\n".encode()\n',
        ]
      : []),
    'request = urllib.request.Request(',
    `    "${url}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(headers.length > 0 ? [`    headers={\n        ${headers.join('\n        ')}\n    },`] : []),
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonOf(body, '    ')}).encode(),`]),
    ...(hasFile ? ['    data=form,'] : []),
    ')',
    'with urllib.request.urlopen(request) as reply:',
    givesFile ? '    file = reply.read()' : '    print(json.load(reply))',
  ].join('\n');
}

/** JSON as PHP writes it. */
const phpOf = (value: unknown, by = ''): string => {
  const inner = `${by}    `;
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return `[${value.map((each) => phpOf(each, by)).join(', ')}]`;
  if (typeof value === 'object') {
    const lines = Object.entries(value).map(([key, each]) => `${inner}'${key}' => ${phpOf(each, inner)},`);
    return lines.length === 0 ? 'new stdClass()' : `[\n${lines.join('\n')}\n${by}]`;
  }
  return `'${String(value).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
};

function php({ method, url, secret, body, hasFile, idempotencyKey, givesFile }: CallCode): string {
  const headers = [
    ...(secret ? [`'Authorization: Bearer ' . getenv('${secret}'),`] : []),
    ...(idempotencyKey ? [`'Idempotency-Key: ${idempotencyKey}',`] : []),
    ...(body === undefined ? [] : ["'Content-Type: application/json',"]),
  ];
  const options = [
    'CURLOPT_RETURNTRANSFER => true,',
    ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}',`]),
    ...(headers.length > 0 ? [`CURLOPT_HTTPHEADER => [\n        ${headers.join('\n        ')}\n    ],`] : []),
    ...(body === undefined ? [] : [`CURLOPT_POSTFIELDS => json_encode(${phpOf(body, '    ')}),`]),
    ...(hasFile ? ["CURLOPT_POSTFIELDS => ['file' => new CURLFile('file.csv')],"] : []),
  ];
  return [
    '<?php',
    `$call = curl_init('${url}');`,
    `curl_setopt_array($call, [\n    ${options.join('\n    ')}\n]);`,
    givesFile ? '$file = curl_exec($call);' : 'print_r(json_decode(curl_exec($call), true));',
  ].join('\n');
}

const WRITERS: Readonly<Record<CodeLanguage, (call: CallCode) => string>> = {
  curl,
  TypeScript: typescript,
  Python: python,
  PHP: php,
};

/** The program of a call in a language. */
export const codeOf = (language: CodeLanguage, call: CallCode): string => WRITERS[language](call);
