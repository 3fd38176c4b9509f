/** The header of a download. The plain name is a fallback for clients that support only ASCII. */
export function formatContentDisposition(name: string, plainName: string): string {
  // Removes path separators, control characters and bidirectional marks, which are invalid in file names or headers.
  const safe = name
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, ' ')
    .trim();
  const encoded = encodeURIComponent(safe).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plainName}"; filename*=UTF-8''${encoded}`;
}
