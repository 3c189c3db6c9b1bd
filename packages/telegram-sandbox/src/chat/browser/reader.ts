/** Who reads the page: the language it came in, its words, and the reader's way of writing dates. */
import { languageOf, WORDS } from "./words.js";

/** Some modules of the page are used outside a browser too, where there is neither. */
interface Surroundings {
  readonly document?: { readonly documentElement: { readonly lang: string } };
  readonly navigator?: { readonly language: string };
}

const { document: page, navigator: browser } = globalThis as Surroundings;

/** The server chose it by what the browser asked for. */
const language = languageOf(page?.documentElement.lang ?? "en");

export const words = WORDS[language];

/** "en-GB" where the browser says so; in a language that the page does not speak, as the page. */
export function localeOfReader(): string {
  const spoken = browser?.language ?? words.tag;
  const [code] = spoken.split("-");
  return code === language ? spoken : words.tag;
}
