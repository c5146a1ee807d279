/** The programs of the reference are read by the languages themselves. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { type CallCode, type CodeLanguage, codeOf } from './code.ts';

const BODY = { name: "Mona's", amount: '450.00', methods: [1, 3], keep: { it: true, not: null }, none: {} };
const call = (given: Partial<CallCode>): CallCode => ({
  method: 'GET',
  url: 'https://daftar.example/api/sandbox/merchant/transactions',
  secret: 'DAFTAR_SECRET_KEY',
  hasFile: false,
  idempotencyKey: null,
  givesFile: false,
  ...given,
});
const CALLS = [
  call({}),
  call({ secret: null, givesFile: true }),
  call({ method: 'POST', body: BODY, idempotencyKey: 'order-1042' }),
  call({ method: 'POST', hasFile: true }),
];
const programs = (language: CodeLanguage) => JSON.stringify(CALLS.map((each) => codeOf(language, each)));

const run = (program: string, code: string[], input: string) => execFileSync(program, code, { input });

test('Python reads them', () => {
  const read = 'import ast, json, sys\nfor program in json.load(sys.stdin): ast.parse(program)';
  expect(() => run('python3', ['-c', read], programs('Python'))).not.toThrow();
});

test('PHP reads them', () => {
  const read =
    'foreach (json_decode(file_get_contents("php://stdin")) as $p) token_get_all($p, TOKEN_PARSE);';
  expect(() => run('php', ['-r', read], programs('PHP'))).not.toThrow();
});

test('JavaScript and the shell read them', () => {
  for (const program of JSON.parse(programs('TypeScript')) as string[]) {
    expect(() => run(process.execPath, ['--check', '--input-type=module', '-'], program)).not.toThrow();
  }
  for (const program of JSON.parse(programs('curl')) as string[]) {
    expect(() => run('sh', ['-n'], program)).not.toThrow();
  }
});
