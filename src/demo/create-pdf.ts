/** A one-page PDF with a few lines of ASCII text, as a sample upload. */
export function createPdf(lines: readonly string[]): Buffer {
  const shown = lines.map((line, index) => `${index === 0 ? '/F1 20 Tf' : '/F1 12 Tf'} (${toAscii(line)}) Tj 0 -28 Td`);
  const drawing = `BT 60 740 Td ${shown.join('\n')} ET\n60 760 m 535 760 l S\n60 560 m 260 560 l S`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}${end}`, 'latin1');
}

/** Parentheses and backslashes are removed because they delimit PDF strings. */
function toAscii(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ı', 'i');
  return plain.replaceAll(/[()\\]/g, '').replaceAll(/[^\x20-\x7e]/g, '-');
}
