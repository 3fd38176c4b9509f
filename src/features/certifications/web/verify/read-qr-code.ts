import type { BarcodeDetector as Detector } from 'qr/decode.js';

type Reader = Pick<Detector, 'detect'>;

let reader: Promise<Reader> | undefined;

/** Uses the browser's own QR reader if it has one; otherwise loads ours. */
export function loadQrReader(): Promise<Reader> {
  reader ??= createQrReader();
  return reader;
}

async function createQrReader(): Promise<Reader> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: typeof Detector };
  try {
    if (Own && (await Own.getSupportedFormats()).includes('qr_code')) return new Own({ formats: ['qr_code'] });
  } catch {
    // The API exists but doesn't work, as on a system without its service.
  }
  const { BarcodeDetector } = await import('qr/decode.js');
  return new BarcodeDetector({ formats: ['qr_code'] });
}

export async function readQrCode(image: ImageBitmapSource): Promise<string | null> {
  const [found] = await (await loadQrReader()).detect(image);
  return found?.rawValue ?? null;
}

/** Photos are often far larger than needed, while small ones may be read better unscaled. */
const sizes = [1_600, 800, 3_200];

export async function readQrCodeFromImage(file: Blob): Promise<string | null> {
  const { width, height } = await createImageBitmap(file);
  for (const size of sizes) {
    const share = Math.min(1, size / Math.max(width, height));
    const picture = await createImageBitmap(file, {
      resizeWidth: Math.max(1, Math.round(width * share)),
      resizeHeight: Math.max(1, Math.round(height * share)),
      resizeQuality: 'high',
    });
    const text = await readQrCode(picture);
    picture.close();
    if (text !== null) return text;
  }
  return null;
}
