import { expect, it, describe } from 'vitest';
import sharp from 'sharp';
import { readCaptureTime } from './exif-time.ts';

async function createExif(IFD2: Record<string, string>): Promise<Buffer> {
  const file = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
    .withExif({ IFD0: { Make: 'Camera' }, IFD2, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer();
  const { exif } = await sharp(file).metadata();
  if (exif === undefined) throw new Error('the image has no EXIF block');
  return exif;
}

describe('readCaptureTime', () => {
  it('reads when the photo was taken', async () => {
    const exif = await createExif({
      DateTimeOriginal: '2024:05:01 10:15:30',
      DateTimeDigitized: '2024:06:01 00:00:00',
    });
    expect(readCaptureTime(exif)).toBe('2024-05-01T10:15:30');
  });

  it('falls back to when it was digitized', async () => {
    const exif = await createExif({ DateTimeDigitized: '2024:05:01 10:15:30' });
    expect(readCaptureTime(exif)).toBe('2024-05-01T10:15:30');
  });

  it.each(['0000:00:00 00:00:00', '2024:02:30 10:00:00', '2024:05:01 25:00:00', '    :  :     :  :  ', 'yesterday'])(
    'ignores %s',
    async (DateTimeOriginal) => {
      expect(readCaptureTime(await createExif({ DateTimeOriginal }))).toBeNull();
    },
  );

  it('reads big-endian blocks', () => {
    const block = Buffer.alloc(80);
    block.write('MM\0*', 'latin1');
    block.writeUInt32BE(8, 4);
    block.writeUInt16BE(1, 8);
    block.writeUInt16BE(0x87_69, 10);
    block.writeUInt32BE(26, 18);
    block.writeUInt16BE(1, 26);
    block.writeUInt16BE(0x90_03, 28);
    block.writeUInt16BE(2, 30);
    block.writeUInt32BE(44, 36);
    block.write('2023:12:31 23:59:59\0', 44, 'latin1');
    expect(readCaptureTime(block)).toBe('2023-12-31T23:59:59');
  });

  it('returns null for every damaged block', async () => {
    const exif = await createExif({ DateTimeOriginal: '2024:05:01 10:15:30' });
    for (let bytes = 0; bytes < exif.length; bytes++) {
      const time = readCaptureTime(exif.subarray(0, bytes));
      expect([null, '2024-05-01T10:15:30']).toContain(time);
      const damaged = Buffer.from(exif);
      damaged.writeUInt8(255, bytes);
      expect(() => readCaptureTime(damaged)).not.toThrow();
    }
  });
});
