/** The parts of a path that come from a script. */

/** One segment of a path, whatever the text is: "..", too, must not become another path. */
export function segment(text: string): string {
  return encodeURIComponent(text).replaceAll(".", "%2E");
}

export function queryOf(fields: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return `?${query}`;
}
