import { expect, test } from 'vitest';
import { encryptFor, isPoint } from './encrypt.ts';
import { isPushService, outcomeOf } from './rules.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');
const P256DH = bytes(
  'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
);

test('a message is encrypted as in the example of RFC 8291', () => {
  const message = Buffer.from('When I grow up, I want to be a watermelon');
  const made = {
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  };
  const sealed = encryptFor({ p256dh: P256DH, auth: bytes('BTBZMqHH6r4Tts7J_aSIgg') }, message, made);
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('a key that is no point of the curve is told from one that is', () => {
  expect(isPoint(P256DH)).toBe(true);
  const wrong = Buffer.from(P256DH);
  wrong[64]! ^= 1;
  expect(isPoint(wrong)).toBe(false);
});

test('only push services of browsers are called, over https and on their usual port', () => {
  for (const address of [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-db5p.notify.windows.com/w/?token=abc',
  ])
    expect(isPushService(address, false), address).toBe(true);
  for (const address of [
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://fcm.googleapis.com@evil.example/abc',
    'https://me@fcm.googleapis.com/abc',
    'https://evilfcm.googleapis.com.example/abc',
    'https://notfcm.googleapis.com/abc',
    'https://169.254.169.254/latest/meta-data',
    'http://localhost:5432/',
    'javascript:alert(1)',
    'fcm.googleapis.com',
  ])
    expect(isPushService(address, false), address).toBe(false);
  expect(isPushService('http://127.0.0.1:9/abc', true)).toBe(true);
  expect(isPushService('http://192.168.1.1/abc', true)).toBe(false);
});

test('an answer says whether a device was told, is gone, or is tried again', () => {
  expect([201, 204, 404, 410, 429, 500, 503, null, 400, 403, 413].map(outcomeOf)).toEqual([
    ...['told', 'told', 'gone', 'gone', 'again', 'again', 'again', 'again'],
    ...['refused', 'refused', 'refused'],
  ]);
});
