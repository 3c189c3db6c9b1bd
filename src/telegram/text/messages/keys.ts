/** The texts of /key. A key is called by its first characters, but for the one message that shows it. */
import type { Part } from "../../format.js";

export interface KeyTexts {
  readonly title: string;
  /** What keys are for. */
  readonly about: string;
  readonly none: string;
  readonly line: (startsWith: Part, issued: Part) => Part;
  /** No more than so many. */
  readonly full: (most: number) => string;
  readonly issue: string;
  readonly revoke: (startsWith: string) => string;
  readonly askRevoke: (startsWith: Part) => Part;
  readonly confirmRevoke: string;
  readonly revoked: (startsWith: Part) => Part;
  /** It was revoked before, or never was his. */
  readonly gone: string;
  /** The one time it is shown. */
  readonly shown: (key: Part) => Part;
  readonly copy: string;
  readonly notShown: (startsWith: Part) => Part;
}
