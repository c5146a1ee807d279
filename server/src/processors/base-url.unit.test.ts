import { describe, expect, test } from 'vitest';
import { baseUrlOf } from './base-url.ts';

const DOMAINS = ['gateway.example', 'accept.paymob.com'];
const HERE = ['http://127.0.0.1:4010', 'http://localhost:4010/api', 'http://[::1]:4010', 'http://127.9.9.9'];
const NEVER = [
  'http://gateway.example',
  'https://gateway.example.evil.com',
  'https://evilgateway.example',
  'https://evil.com/gateway.example',
  'https://gateway.example@evil.com',
  'https://user:secret@gateway.example',
  'https://gateway.example?to=evil.com',
  'https://gateway.example#evil.com',
  'https://127.0.0.1',
  'http://127.0.0.1.evil.com',
  'http://10.0.0.1',
  'http://169.254.169.254',
  'ftp://gateway.example',
  'gateway.example',
  '',
];

describe('the base address of an account', () => {
  test.each([true, false])('may be https on the processor’s domains (production: %s)', (isProduction) => {
    expect(baseUrlOf('https://gateway.example', DOMAINS, isProduction)).toBe('https://gateway.example');
    expect(baseUrlOf('https://NBE.Gateway.example/', DOMAINS, isProduction)).toBe(
      'https://nbe.gateway.example',
    );
    expect(baseUrlOf('https://accept.paymob.com/api//', DOMAINS, isProduction)).toBe(
      'https://accept.paymob.com/api',
    );
  });

  test.each([true, false])('is refused anywhere else (production: %s)', (isProduction) => {
    for (const typed of NEVER) expect(baseUrlOf(typed, DOMAINS, isProduction), typed).toBeNull();
  });

  test('may be plain http on this machine, but not in production', () => {
    for (const typed of HERE) {
      expect(baseUrlOf(typed, DOMAINS, false), typed).toBe(typed);
      expect(baseUrlOf(typed, DOMAINS, true), typed).toBeNull();
    }
  });
});
