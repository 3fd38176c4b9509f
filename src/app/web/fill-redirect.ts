/** Fills the `:names` of a redirect target and adds the query. Path segments and parameters without a value are dropped. */
export function fillRedirect(to: string, params: Readonly<Record<string, string | undefined>>, search: string): string {
  const [path = '', query = ''] = to.split('?');
  const filledPath = path.replaceAll(/\/:(\w+)/g, (_, name: string) =>
    params[name] ? `/${encodeURIComponent(params[name])}` : '',
  );
  const result = new URLSearchParams(search);
  for (const [name, value] of new URLSearchParams(query)) {
    const filled = value.startsWith(':') ? params[value.slice(1)] : value;
    if (filled) result.set(name, filled);
  }
  return result.size > 0 ? `${filledPath}?${result}` : filledPath;
}
