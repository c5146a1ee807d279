import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { isActivePdf } from './pdf.ts';

const pdf = (...parts: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n'),
    ...parts.map((part) => Buffer.from(part as string)),
    Buffer.from('\ntrailer\n<</Root 1 0 R>>\n%%EOF'),
  ]);
const stream = (dictionary: string, body: Buffer) =>
  Buffer.concat([
    Buffer.from(`5 0 obj\n<<${dictionary}/Length ${body.length}>>\nstream\n`),
    body,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
const OBJECTS = '/Type/ObjStm/N 1/First 4/Filter/FlateDecode';
const within = (objects: string, dictionary = OBJECTS) =>
  pdf(stream(dictionary, deflateSync(`7 0 ${objects}`)));

describe('a PDF', () => {
  test.each([
    ['a script', pdf('3 0 obj\n<</S/JavaScript/JS(app.alert(1))>>\nendobj')],
    ['a script whose name is escaped', pdf('3 0 obj\n<</S/J#61vaScript/J#53 (x)>>\nendobj')],
    ['a program that is started', pdf('3 0 obj\n<</S/Launch/F(cmd.exe)>>\nendobj')],
    ['an attached file', pdf('3 0 obj\n<</Names<</EmbeddedFiles 4 0 R>>>>\nendobj')],
    ['a script in an object stream', within('<</S/JavaScript/JS(x)>>')],
    ['an escaped name in an object stream', within('<</S /J#61v#61Script>>')],
    [
      'an object stream whose type is escaped',
      within('<</JS(x)>>', '/Type/O#62jStm/N 1/F#69rst 4/Filter/FlateDecode'),
    ],
    [
      'an object stream that cannot be read',
      pdf(stream('/Type/ObjStm/N 1/First 4/Filter/LZWDecode', Buffer.from('x'))),
    ],
    ['an object stream that is broken', pdf(stream(OBJECTS, Buffer.from('x')))],
    [
      'an object stream that is encrypted',
      pdf('6 0 obj<</Encrypt 9 0 R>>endobj\n', stream(OBJECTS, deflateSync('7 0 <<>>'))),
    ],
    ['a bomb', pdf(stream(OBJECTS, deflateSync(Buffer.alloc(40 * 1024 * 1024))))],
    [
      'objects hidden in what looks like a stream',
      pdf('%>>stream\n3 0 obj\n<</JS(x)>>\nendobj\n%endstream\n'),
    ],
  ])('with %s is active', async (_what, content) => {
    expect(await isActivePdf(content)).toBe(true);
  });

  test.each([
    ['pages alone', pdf('3 0 obj\n<</Type/Page/Annots[<</S/URI/URI(https://a.example)>>]>>\nendobj')],
    ['plain objects in an object stream', within('<</Type/Page/JSON 1>>')],
    [
      'a picture whose bytes look like a short name',
      pdf(stream('/Subtype/Image/Filter/DCTDecode', Buffer.from('\x01/JS \x02'))),
    ],
    ['encrypted pages', pdf('6 0 obj<</Encrypt 9 0 R>>endobj\n')],
  ])('with %s is not', async (_what, content) => {
    expect(await isActivePdf(content)).toBe(false);
  });
});
