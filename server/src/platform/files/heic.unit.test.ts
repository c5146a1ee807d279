/** `testing-photo.heic` was written by libheif's encoder: green at the top, red on the left, blue on the right. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { HEIC_MAXIMUM_PIXELS, jpegOfHeic } from './heic.ts';

const PHOTO = readFileSync(new URL('testing-photo.heic', import.meta.url));
const MERCHANT = 1;

/** Returns the photo with other declared sides, which follow the name and version of their box. */
function declaring(width: number, height: number): Buffer {
  const photo = Buffer.from(PHOTO);
  const sides = photo.indexOf('ispe') + 8;
  photo.writeUInt32BE(width, sides);
  photo.writeUInt32BE(height, sides + 4);
  return photo;
}

test('a photo in the format of iPhones becomes a JPEG of the same size and colours', async () => {
  const jpeg = await jpegOfHeic(MERCHANT, PHOTO);
  const { format } = await sharp(jpeg).metadata();
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  expect([format, info.width, info.height, info.channels]).toEqual(['jpeg', 320, 240, 3]);
  const strongAt = (x: number, y: number) =>
    [...data.subarray((y * 320 + x) * 3, (y * 320 + x) * 3 + 3)].map((each) => each > 128);
  expect(strongAt(160, 20)).toEqual([false, true, false]);
  expect(strongAt(40, 200)).toEqual([true, false, false]);
  expect(strongAt(280, 200)).toEqual([false, false, true]);
});

test('half a photo, a photo without its pixels and anything else are refused as broken', async () => {
  const withoutPixels = Buffer.from(PHOTO).fill(0xff, PHOTO.indexOf('mdat') + 4);
  for (const content of [
    PHOTO.subarray(0, PHOTO.length / 2),
    withoutPixels,
    Buffer.from('\0\0\0\u0018ftypheic'),
  ])
    await expect(jpegOfHeic(MERCHANT, content)).rejects.toMatchObject({ reason: 'broken' });
});

test('a photo that declares more pixels than an iPhone takes is refused before it is decoded', async () => {
  await expect(jpegOfHeic(MERCHANT, declaring(5001, 5000))).rejects.toMatchObject({
    reason: 'too-large',
    maximumPixels: HEIC_MAXIMUM_PIXELS,
  });
});
