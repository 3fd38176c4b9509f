import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { qrPath } from './qr-path.ts';

it.each(['https://portal.example/verify#abc', `https://portal.example/verify#${'aB3_-x'.repeat(60)}`])(
  'draws outlines that decode to the text: %s',
  async (text) => {
    const { path, size } = qrPath(text);
    const side = (size + 8) * 4;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 ${size + 8} ${size + 8}" width="${side}" height="${side}"><rect x="-4" y="-4" width="100%" height="100%" fill="#fff"/><path fill-rule="evenodd" d="${path}"/></svg>`;
    const data = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
    expect(decodeQR({ width: side, height: side, data })).toBe(text);
  },
);
