import { expect, test } from 'vitest';
import { maySave } from './address.ts';

test.each([
  'http://10.0.0.1/',
  'https://10.0.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://127.0.0.1./',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::10.0.0.1]/',
  'https://169.254.169.254/',
  'https://[fe80::1]/',
  'https://0.0.0.0/',
  'https://192.168.1.1/',
  'https://user:secret@shop.example/',
  'https://user@shop.example/',
  'http://shop.example/',
])('%s is no address for live messages', (url) => {
  expect(maySave(url, { allowsLoopback: false, isSecure: true })).toBe(false);
});

test.each(['https://shop.example/hook', 'https://8.8.8.8/hook', 'https://[2606:4700::1111]/'])(
  '%s is one',
  (url) => {
    expect(maySave(url, { allowsLoopback: false, isSecure: true })).toBe(true);
  },
);

test('test messages go over http too, and to this machine where the configuration allows it', () => {
  expect(maySave('http://shop.example/', { allowsLoopback: false, isSecure: false })).toBe(true);
  expect(maySave('http://127.0.0.1:8080/', { allowsLoopback: true, isSecure: true })).toBe(true);
});
