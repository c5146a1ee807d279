import { expect, test } from 'vitest';
import { curlOf } from './curl.ts';

const request = {
  id: 1,
  request_id: 'r',
  key_id: 1,
  key_name: '',
  key_shown: 'sk_test_ab',
  method: 'POST',
  path: '/merchant/payment_links/create',
  query: '',
  status: 200,
  milliseconds: 9,
  object: null,
  object_id: null,
  created_at: '2026-06-15T09:00:00Z',
  sent: '{"invoice_name":"Mona\'s order"}',
  sent_cut: false,
  reply: '',
  reply_cut: false,
};

test('a call becomes a command whose words no shell reads otherwise, with a placeholder for the key', () => {
  expect(curlOf(request, 'https://pay.example/api/sandbox')).toBe(
    [
      "curl -X POST 'https://pay.example/api/sandbox/merchant/payment_links/create' \\",
      '  -H "Authorization: Bearer $DAFTAR_SECRET_KEY" \\',
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"invoice_name":"Mona'\\''s order"}'`,
    ].join('\n'),
  );
  const read = { ...request, method: 'GET', sent: '', query: 'page=2' };
  expect(curlOf(read, 'https://pay.example/api')).toBe(
    `curl 'https://pay.example/api/merchant/payment_links/create?page=2' \\\n  -H "Authorization: Bearer $DAFTAR_SECRET_KEY"`,
  );
});
