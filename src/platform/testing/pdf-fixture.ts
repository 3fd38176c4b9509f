const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>';

interface PdfFileParts {
  pages?: number;
  /** The references to the pages, if others are wanted. */
  kids?: string;
  catalog?: string;
  trailer?: string;
  objects?: string[];
}

/** A small PDF with catalog, pages and additional objects. */
export function createTestPdf({
  pages = 1,
  kids,
  catalog = '',
  trailer = '',
  objects = [],
}: PdfFileParts = {}): Buffer {
  const allKids = kids ?? Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(' ');
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${allKids}] /Count ${pages} >>`,
    ...Array.from({ length: pages }, () => page),
    ...objects,
  ];
  let text = '%PDF-1.7\n';
  const offsets = all.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `trailer\n<< /Size ${all.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}xref\n0 ${all.length + 1}\n0000000000 65535 f \n${lines}${end}`, 'latin1');
}

export function formatStreamObject(dictionary: string, body: string): string {
  return `<< ${dictionary} /Length ${body.length} >>\nstream\n${body}\nendstream`;
}
