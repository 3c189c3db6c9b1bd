/** The same function of a text, with its answers remembered, at most so many: when there are more, it begins anew. */
export function remembering<T>(most: number, answer: (text: string) => T): (text: string) => T {
  const known = new Map<string, { readonly value: T }>();
  return (text) => {
    const before = known.get(text);
    if (before) return before.value;
    if (known.size >= most) known.clear();
    const value = answer(text);
    known.set(text, { value });
    return value;
  };
}
