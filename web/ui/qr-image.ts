const SCALE = 12;
const QUIET_ZONE = 4;
/** A5 at 200 dots per inch, in pixels. */
const POSTER = { width: 1165, height: 1654, margin: 90 };

/** Renders a QR code as a PNG for download and print: black on white, with quiet zone. */
export async function qrImage(value: string): Promise<Blob> {
  return pictureOf(await qrCanvas(value));
}

/**
 * Renders a sheet to print and put up, as a PNG: lines of text, the first one large, above a QR code, and one below it.
 * @param words in the payer's language; a line that is too long is made smaller
 */
export async function qrPoster(
  value: string,
  words: { lines: readonly string[]; below: string; language: 'ar' | 'en' },
): Promise<Blob> {
  const code = await qrCanvas(value);
  const { width, height, margin } = POSTER;
  const { canvas, context } = blank(width, height);
  const font = getComputedStyle(document.body).fontFamily;
  context.fillStyle = '#000';
  context.textAlign = 'center';
  context.direction = words.language === 'ar' ? 'rtl' : 'ltr';
  const write = (line: string, size: number, y: number) => {
    context.font = `${size}px ${font}`;
    const fits = Math.min(1, (width - 2 * margin) / context.measureText(line).width);
    context.font = `${Math.floor(size * fits)}px ${font}`;
    context.fillText(line, width / 2, y);
  };
  words.lines.forEach((line, index) => {
    write(line, index === 0 ? 84 : 56, 180 + index * 100);
  });
  const side = width - 2 * margin;
  context.imageSmoothingEnabled = false;
  context.drawImage(code, margin, height - side - 190, side, side);
  write(words.below, 60, height - 110);
  return pictureOf(canvas);
}

function blank(width: number, height: number) {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  return { canvas, context };
}

async function qrCanvas(value: string): Promise<HTMLCanvasElement> {
  const { create } = await import('qrcode');
  const { modules } = create(value, { errorCorrectionLevel: 'M' });
  const side = (modules.size + 2 * QUIET_ZONE) * SCALE;
  const { canvas, context } = blank(side, side);
  context.fillStyle = '#000';
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column))
        context.fillRect((column + QUIET_ZONE) * SCALE, (row + QUIET_ZONE) * SCALE, SCALE, SCALE);
    }
  }
  return canvas;
}

const pictureOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
