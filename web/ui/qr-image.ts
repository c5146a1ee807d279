const SCALE = 12;
const QUIET_ZONE = 4;

/** Renders a QR code as a PNG for download and print: black on white, with quiet zone. */
export async function qrImage(value: string): Promise<Blob> {
  const { create } = await import('qrcode');
  const { modules } = create(value, { errorCorrectionLevel: 'M' });
  const canvas = document.createElement('canvas');
  canvas.width = (modules.size + 2 * QUIET_ZONE) * SCALE;
  canvas.height = canvas.width;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column))
        context.fillRect((column + QUIET_ZONE) * SCALE, (row + QUIET_ZONE) * SCALE, SCALE, SCALE);
    }
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}
